import { plural } from "../../../texts/french";
import type { LokusTexts } from "./en";

const cleaningCards = (count: number) => `${plural(count, "carte")} de nettoyage`;

export const fr: LokusTexts = {
  chooseCard: "Choisis une carte en secret",
  chosen: (card) => `Tu as choisi le ${card}, face cachée`,
  mayChange: "Tu peux encore changer de carte.",
  waitingFor: (names) => `On attend ${names}.`,
  chooseRow: (card) => `Dans quelle file places-tu ton ${card} ?`,
  rowKeys: "Touche une file, ou appuie sur 1 ou 2.",
  placing: (name, card) => `${name} choisit une file pour le ${card}`,
  faceDown: (card) => `${card}, face cachée`,
  row: (row, length) => `File ${row}, ${plural(length, "carte")} sur 5`,
  joinRow: (row) => `Rejoindre la file ${row}`,
  fifth: "La cinquième carte nettoie la file",
  turn: (number) => `Tour ${number}`,
  turnLabel: (number) => `Cartes du tour ${number}, de la plus basse à la plus haute`,
  nothingShown:
    "Tous les joueurs choisissent une carte en même temps. La plus basse entre dans une file, puis la plus haute. Les autres joueurs reçoivent un rouleau.",
  inRow: (row) => `file ${row}`,
  oneRoll: "1 rouleau",
  twoRolls: "2 rouleaux",
  cleans: "nettoie la file",
  isOpen: "en attente",
  rolls: (count) => (count < 2 ? `${count} rouleau` : `${count} rouleaux`),
  cleaning: cleaningCards,
  minusNow: (points) => `points négatifs dans cette manche : ${points}`,
  lastCard: (card) => `dernière carte (${card}) :`,
  hidden: "face cachée",
  minusTable: "Barème",
  minusHint:
    "Points négatifs selon le nombre de rouleaux qui te restent à la fin d’une manche. Ta situation actuelle est surlignée.",
  rollsLeft: "rouleaux",
  isNow: "actuellement",
  roundOver: (number) => `La manche ${number} est terminée`,
  lastTurn: "Dernier tour de la manche",
  counted: "rouleaux comptés",
  count: (rolls, cleaning, counted, minus) =>
    `rouleaux : ${rolls}, cartes de nettoyage : ${cleaning}, rouleaux comptés : ${counted}, points négatifs : ${minus}`,
  round: (number) => `Manche ${number}`,
  breakdown: "Points négatifs par manche",
  table: "Table",
  favourites: "Tes couleurs préférées",
};
