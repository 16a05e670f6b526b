import type { LocusTexts } from "./en";

const coins = (count: number) => (count <= 1 ? `${count} pièce` : `${count} pièces`);

export const fr: LocusTexts = {
  table: "Sur la table",
  sheetOf: (name) => `Feuille de ${name}`,
  zones: "Zones",
  chooseWhat: "Ce que vous pouvez inscrire",

  takeCard: "Prenez une carte",
  takes: (name) => `${name} prend une carte`,
  waitingFor: (names) => `On attend ${names}`,
  fillOrDiscard: "Inscrivez votre carte, ou défaussez-la",
  fillNowOrLater: "Inscrivez votre carte maintenant ou plus tard",
  cardFitsNowhere: "Votre carte n’entre nulle part : défaussez-la",
  fillBonus: "Inscrivez ce que vous avez gagné, ou laissez-le",
  mayEnd: "Autre chose ? Sinon, terminez",
  lastCoins: "La partie touche à sa fin : dépensez vos dernières pièces",
  youAreDone: "Vous avez terminé",
  chooseSquare: "Choisissez une case pour voir comment la forme s’y place.",
  chooseSquareKeys: "R tourne, F retourne, Espace montre toutes les positions, Entrée inscrit.",
  confirmHint: "Touchez-la encore une fois pour l’inscrire.",
  bonusIsLost: "Ce que vous n’inscrivez pas maintenant est perdu.",

  take: (card) => `Prendre ${card}`,
  withCoin: (card) => `${card}, avec une pièce`,
  hasCard: (card) => `a pris ${card}`,
  forCoins: (count) => `pour ${coins(count)}`,
  price: (count) => (count === 0 ? "gratuit" : `coûte ${coins(count)}`),
  fillIn: (count) => (count === 0 ? "Inscrire" : `Inscrire pour ${coins(count)}`),
  otherWay: (number, of) => `Autre position, ${number} sur ${of}`,
  preview: (zone, squares, number, of) => `${zone} ${squares}${of > 1 ? `, position ${number} sur ${of}` : ""}`,
  earns: (what) => `rapporte ${what}`,
  noWay: (square) => `La forme ne peut pas couvrir ${square}`,
  discard: "Défausser",
  blocks: "Deux carrés",
  blocksWhat: "simples",
  end: "Terminer",
  double: (colour) => `double carré ${colour}`,
  times: (count) => `× ${count}`,
  leftoverFor: (leftover) => `${leftover}, 3 pièces`,
  fitsNowhere: "n’entre nulle part",

  busy: "inscrit",
  done: "a terminé",
  enlarge: (name) => `Voir la feuille de ${name}`,
  byZone: "Points par zone",
  coinCircles: (left, spent, free) => `${coins(left)} à dépenser, ${spent} dépensées, place pour ${free} de plus`,

  filled: "remplie",
  bold: "bord épais",
  endSquare: "extrémité",
  block: (letter) => `bloc ${letter}`,
  zoneSummary: (zone, points, filled, squares) => `${zone} : ${points} points, ${filled} cases remplies sur ${squares}`,
  printed: (zone, key, points) => {
    if (zone === "P") return `${key} cases à bord épais dans un groupe ${points}`;
    if (zone === "R") return `bloc ${key} ${points}`;
    if (zone === "G") return `chaque extrémité ${points}`;
    return zone === "B" ? `ligne de la rangée ${key} ${points}` : `rangée ${key} ${points}`;
  },

  breakdown: "Points par zone ; la zone la plus faible compte double",
  rank: (title) => `Rang : ${title}`,
  favourites: "Les zones que vous remplissez",
};
