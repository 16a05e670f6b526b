import type { Translation } from "../../../texts/translation";

const coins = (count: number) => (count === 1 ? "1 coin" : `${count} coins`);

export const en = {
  table: "On the table",
  sheetOf: (name: string) => `Sheet of ${name}`,
  zones: "Zones",
  chooseWhat: "What to fill in",

  takeCard: "Take a card",
  takes: (name: string) => `${name} takes a card`,
  waitingFor: (names: string) => `Waiting for ${names}`,
  fillOrDiscard: "Fill in your card, or discard it",
  fillNowOrLater: "Fill in your card now or later",
  cardFitsNowhere: "Your card fits nowhere now: discard it",
  fillBonus: "Fill in what you earned, or leave it",
  mayEnd: "Anything else? Otherwise you are done",
  lastCoins: "The game is almost over: spend your last coins",
  youAreDone: "You are done",
  chooseSquare: "Choose a square to see how it could lie there.",
  chooseSquareKeys: "R turns, F mirrors, Space shows every way, Enter fills in.",
  confirmHint: "Press it once more to fill it in.",
  bonusIsLost: "What you do not fill in now is lost.",

  take: (card: string) => `Take ${card}`,
  withCoin: (card: string) => `${card}, with a coin`,
  hasCard: (card: string) => `has taken ${card}`,
  forCoins: (count: number) => `for ${coins(count)}`,
  price: (count: number) => (count === 0 ? "free" : `costs ${coins(count)}`),
  fillIn: (count: number) => (count === 0 ? "Fill in" : `Fill in for ${coins(count)}`),
  otherWay: (number: number, of: number) => `Other way, ${number} of ${of}`,
  preview: (zone: string, squares: string, number: number, of: number) =>
    `${zone} ${squares}${of > 1 ? `, way ${number} of ${of}` : ""}`,
  earns: (what: string) => `earns ${what}`,
  noWay: (square: string) => `It cannot lie on ${square}`,
  discard: "Discard",
  blocks: "Two blocks",
  blocksWhat: "of a single square",
  end: "Done",
  double: (colour: string) => `${colour} double`,
  times: (count: number) => `× ${count}`,
  leftoverFor: (leftover: string) => `${leftover}, 3 coins`,
  fitsNowhere: "fits nowhere",

  busy: "filling in",
  done: "done",
  enlarge: (name: string) => `Look at the sheet of ${name}`,
  byZone: "Points by zone",
  coinCircles: (left: number, spent: number, free: number) =>
    `${coins(left)} to spend, ${spent} spent, room for ${free} more`,

  filled: "filled",
  bold: "bold",
  endSquare: "end",
  block: (letter: string) => `block ${letter}`,
  zoneSummary: (zone: string, points: number, filled: number, squares: number) =>
    `${zone}: ${points} points, ${filled} of ${squares} squares filled`,
  printed: (zone: string, key: string, points: number) => {
    if (zone === "P") return `${key} bold squares in a group ${points}`;
    if (zone === "R") return `block ${key} ${points}`;
    if (zone === "G") return `every end ${points}`;
    return zone === "B" ? `line in row ${key} ${points}` : `row ${key} ${points}`;
  },

  breakdown: "Points by zone; the lowest zone counts twice",
  rank: (title: string) => `Rank: ${title}`,
  favourites: "Zones you fill",
};

export type LocusTexts = Translation<typeof en>;
