import type { LocusTexts } from "./en";

const coins = (count: number) => (count === 1 ? "1 Münze" : `${count} Münzen`);

export const de: LocusTexts = {
  table: "Auf dem Tisch",
  sheetOf: (name) => `Blatt von ${name}`,
  zones: "Bereiche",
  chooseWhat: "Was du eintragen kannst",

  takeCard: "Nimm eine Karte",
  takes: (name) => `${name} nimmt eine Karte`,
  waitingFor: (names) => `Warten auf ${names}`,
  fillOrDiscard: "Trag deine Karte ein oder leg sie ab",
  fillNowOrLater: "Trag deine Karte jetzt oder später ein",
  cardFitsNowhere: "Leg deine Karte ab, sie passt nirgends hin",
  fillBonus: "Trag deinen Bonus ein oder lass ihn verfallen",
  mayEnd: "Mach weiter oder tippe auf „Fertig“",
  lastCoins: "Letzte Gelegenheit: Gib deine Münzen aus",
  youAreDone: "Du bist fertig",
  chooseSquare: "Wähle ein Feld, um die Form dort anzuzeigen.",
  chooseSquareKeys: "R: drehen, F: spiegeln, Leertaste: nächste Lage, Eingabetaste: eintragen.",
  confirmHint: "Tippe noch einmal auf das Feld, um die Form einzutragen.",
  bonusIsLost: "Was du jetzt nicht einträgst, verfällt.",

  take: (card) => `${card} nehmen`,
  withCoin: (card) => `${card}, mit einer Münze`,
  hasCard: (card) => `hat ${card} genommen`,
  forCoins: (count) => `für ${coins(count)}`,
  price: (count) => (count === 0 ? "kostenlos" : `kostet ${coins(count)}`),
  fillIn: (count) => (count === 0 ? "Eintragen" : `Für ${coins(count)} eintragen`),
  otherWay: (number, of) => `Andere Lage, ${number} von ${of}`,
  preview: (zone, squares, number, of) => `${zone} ${squares}${of > 1 ? `, Lage ${number} von ${of}` : ""}`,
  earns: (what) => `bringt ${what}`,
  noWay: (square) => `Auf ${square} passt die Form nicht`,
  discard: "Ablegen",
  blocks: "Zwei Felder",
  blocksWhat: "(Einzelfelder)",
  end: "Fertig",
  double: (colour) => `Doppelfeld (${colour})`,
  times: (count) => `× ${count}`,
  leftoverFor: (leftover) => `${leftover}, 3 Münzen`,
  fitsNowhere: "passt nirgends",

  busy: "trägt ein",
  done: "fertig",
  enlarge: (name) => `Blatt von ${name} ansehen`,
  byZone: "Punkte pro Bereich",
  coinCircles: (left, spent, free) => `${coins(left)} zum Ausgeben, ${spent} ausgegeben, Platz für ${free} weitere`,

  filled: "ausgefüllt",
  bold: "fett",
  endSquare: "Ende",
  block: (letter) => `Block ${letter}`,
  zoneSummary: (zone, points, filled, squares) =>
    `${zone}: ${points} Punkte, ${filled} von ${squares} Feldern ausgefüllt`,
  printed: (zone, key, points) => {
    if (zone === "P") return `${key} fette Felder in einer Gruppe: ${points}`;
    if (zone === "R") return `Block ${key}: ${points}`;
    if (zone === "G") return `jedes Ende: ${points}`;
    return zone === "B" ? `Linie in Reihe ${key}: ${points}` : `Reihe ${key}: ${points}`;
  },

  breakdown: "Punkte pro Bereich (der schwächste zählt doppelt)",
  rank: (title) => `Rang: ${title}`,
  favourites: "Bereiche, die du füllst",
};
