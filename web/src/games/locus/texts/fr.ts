import { ofName, plural } from "../../../texts/french";
import type { LocusTexts } from "./en";

const coins = (count: number) => plural(count, "pièce");

export const fr: LocusTexts = {
  table: "Table",
  sheetOf: (name) => `Feuille ${ofName(name)}`,
  zones: "Zones",
  chooseWhat: "Formes à placer",

  takeCard: "Prends une carte",
  takes: (name) => `Choix des cartes : on attend ${name}`,
  waitingFor: (names) => `On attend ${names}`,
  fillOrDiscard: "Place ta carte ou défausse-la",
  fillNowOrLater: "Tu peux placer ta carte maintenant ou plus tard",
  cardFitsNowhere: "Impossible de placer ta carte : défausse-la",
  fillBonus: "Place tes bonus ou termine ton tour",
  mayEnd: "Tu peux encore dépenser des pièces ou terminer ton tour",
  lastCoins: "La partie se termine : dépense tes dernières pièces",
  youAreDone: "Ton tour est terminé",
  chooseSquare: "Choisis une case pour voir comment la forme s’y place.",
  chooseSquareKeys: "R : tourner. F : retourner. Espace : autre position. Entrée : placer.",
  confirmHint: "Touche de nouveau cette case pour placer la forme.",
  bonusIsLost: "Un bonus que tu ne places pas maintenant est perdu.",

  take: (card) => `Prendre la carte ${card}`,
  withCoin: (card) => `${card}, avec une pièce`,
  hasCard: (card) => `a pris la carte ${card}`,
  forCoins: (count) => `pour ${coins(count)}`,
  price: (count) => (count === 0 ? "gratuit" : `coûte ${coins(count)}`),
  fillIn: (count) => (count === 0 ? "Placer" : `Placer pour ${coins(count)}`),
  otherWay: (number, of) => `Autre position, ${number} sur ${of}`,
  preview: (zone, squares, number, of) => `${zone} ${squares}${of > 1 ? `, position ${number} sur ${of}` : ""}`,
  earns: (what) => `rapporte ${what}`,
  noWay: (square) => `La forme ne peut pas couvrir la case ${square}`,
  discard: "Défausser",
  blocks: "Deux carrés",
  blocksWhat: "simples",
  end: "Terminer",
  double: (colour) => `double carré ${colour}`,
  times: (count) => `× ${count}`,
  leftoverFor: (leftover) => `${leftover}, 3 pièces`,
  fitsNowhere: "ne rentre nulle part",

  busy: "en train de jouer",
  done: "terminé",
  enlarge: (name) => `Voir la feuille ${ofName(name)}`,
  byZone: "Points par zone",
  coinCircles: (left, spent, free) =>
    `Pièces : ${left} à dépenser, ${plural(spent, "dépensée")}, ${plural(free, "cercle")} encore ${free < 2 ? "libre" : "libres"}`,

  filled: "remplie",
  bold: "bord épais",
  endSquare: "extrémité",
  block: (letter) => `bloc ${letter}`,
  zoneSummary: (zone, points, filled, squares) =>
    `${zone} : ${plural(points, "point")}, ${filled < 2 ? `${filled} case remplie` : `${filled} cases remplies`} sur ${squares}`,
  printed: (zone, key, points) => {
    if (zone === "P") return `groupe de ${key} cases à bord épais : ${points}`;
    if (zone === "R") return `bloc ${key} : ${points}`;
    if (zone === "G") return `chaque extrémité : ${points}`;
    return zone === "B" ? `ligne de la rangée ${key} : ${points}` : `rangée ${key} : ${points}`;
  },

  breakdown: "Points par zone. La zone la plus faible compte double.",
  rank: (title) => `Rang : ${title}`,
  favourites: "Tes zones préférées",
};
