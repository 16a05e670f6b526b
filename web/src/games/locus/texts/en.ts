import type { Translation } from "../../../texts/translation";

const coins = (count: number) => (count === 1 ? "1 coin" : `${count} coins`);

export const en = {
  table: "Table",
  sheetOf: (name: string) => `${name}’s sheet`,
  zones: "Zones",
  chooseWhat: "Choose what to fill in",

  takeCard: "Take a card",
  takes: (name: string) => `Waiting for ${name} to take a card`,
  waitingFor: (names: string) => `Waiting for ${names}`,
  fillOrDiscard: "Fill in your card or discard it",
  fillNowOrLater: "Fill in your card now or later",
  cardFitsNowhere: "Your card doesn’t fit anywhere, so discard it",
  fillBonus: "Fill in your bonus or skip it",
  mayEnd: "Anything else? If not, press Done",
  lastCoins: "Last chance to spend your coins",
  youAreDone: "You’re done",
  chooseSquare: "Choose a square to see how it fits there.",
  chooseSquareKeys: "R turns it, F mirrors it, Space shows the next option, Enter fills it in.",
  confirmHint: "Press again to fill it in.",
  bonusIsLost: "You lose any bonus you don’t fill in now.",

  take: (card: string) => `Take ${card}`,
  withCoin: (card: string) => `${card}, with a coin`,
  hasCard: (card: string) => `took ${card}`,
  forCoins: (count: number) => `for ${coins(count)}`,
  price: (count: number) => (count === 0 ? "free" : `costs ${coins(count)}`),
  fillIn: (count: number) => (count === 0 ? "Fill in" : `Fill in for ${coins(count)}`),
  otherWay: (number: number, of: number) => `Next option (${number} of ${of})`,
  preview: (zone: string, squares: string, number: number, of: number) =>
    `${zone} ${squares}${of > 1 ? `, option ${number} of ${of}` : ""}`,
  earns: (what: string) => `earns ${what}`,
  noWay: (square: string) => `It doesn’t fit on ${square}`,
  discard: "Discard",
  blocks: "Two blocks",
  blocksWhat: "of one square each",
  end: "Done",
  double: (colour: string) => `${colour} double`,
  times: (count: number) => `× ${count}`,
  leftoverFor: (leftover: string) => `${leftover}, 3 coins`,
  fitsNowhere: "doesn’t fit",

  busy: "filling in",
  done: "done",
  enlarge: (name: string) => `View ${name}’s sheet`,
  byZone: "Points by zone",
  coinCircles: (left: number, spent: number, free: number) =>
    `${coins(left)} to spend, ${spent} spent, room for ${free} more`,

  filled: "filled",
  bold: "bold",
  endSquare: "end square",
  block: (letter: string) => `block ${letter}`,
  zoneSummary: (zone: string, points: number, filled: number, squares: number) =>
    `${zone}: ${points} points, ${filled} of ${squares} squares filled`,
  printed: (zone: string, key: string, points: number) => {
    if (zone === "P") return `${key} bold squares in a group: ${points}`;
    if (zone === "R") return `block ${key}: ${points}`;
    if (zone === "G") return `each end: ${points}`;
    return zone === "B" ? `line in row ${key}: ${points}` : `row ${key}: ${points}`;
  },

  breakdown: "Points by zone. The lowest zone counts twice.",
  rank: (title: string) => `Rank: ${title}`,
  favourites: "Zones you fill",
};

export type LocusTexts = Translation<typeof en>;
