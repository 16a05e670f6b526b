import type { Translation } from "../../../texts/translation";

export const en = {
  chooseCard: "Choose a card to play face down",
  chosen: (card: string) => `You’ve chosen the ${card}`,
  mayChange: "You can still change it.",
  waitingFor: (names: string) => `Waiting for ${names}.`,
  chooseRow: (card: string) => `Choose a row for your ${card}`,
  rowKeys: "Press a row, or 1 or 2 on the keyboard.",
  placing: (name: string, card: string) => `${name} is choosing a row for the ${card}`,
  faceDown: (card: string) => `${card}, face down`,
  row: (row: number, length: number) => `Row ${row}, ${length} of 5 cards`,
  joinRow: (row: number) => `Join row ${row}`,
  fifth: "The fifth card cleans the row",
  turn: (number: number) => `Turn ${number}`,
  turnLabel: (number: number) => `Cards revealed in turn ${number}, lowest first`,
  nothingShown:
    "Everyone chooses at the same time. The lowest card joins a row first, then the highest. All others become rolls.",
  inRow: (row: number) => `row ${row}`,
  oneRoll: "1 roll",
  twoRolls: "2 rolls",
  cleans: "cleans the row",
  isOpen: "waiting",
  rolls: (count: number) => (count === 1 ? "1 roll" : `${count} rolls`),
  cleaning: (count: number) => (count === 1 ? "1 cleaning card" : `${count} cleaning cards`),
  minusNow: (points: number) => `minus points this round so far: ${points}`,
  lastCard: (card: string) => `last card ${card}:`,
  hidden: "face down",
  minusTable: "Minus points",
  minusHint: "What your remaining rolls cost at the end of a round. Your current number of rolls is highlighted.",
  rollsLeft: "rolls left",
  isNow: "now",
  roundOver: (number: number) => `Round ${number} is over`,
  lastTurn: "Last turn of the round",
  counted: "rolls left",
  count: (rolls: number, cleaning: number, counted: number, minus: number) =>
    `rolls ${rolls}, cleaning cards ${cleaning}, rolls left ${counted}, minus points ${minus}`,
  round: (number: number) => `Round ${number}`,
  breakdown: "Minus points by round, after cleaning cards are used",
  table: "Table",
  favourites: "Cards you play, by colour",
};

export type LokusTexts = Translation<typeof en>;
