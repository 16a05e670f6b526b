import type { Translation } from "../../../texts/translation";

export const en = {
  choosePriest: "Choose your high priest",
  chooseVictim: (priest: string) => `High priest: ${priest}. Choose who to sacrifice, and to which spirit.`,
  goOn: (priest: string) => `Make another sacrifice with ${priest}, or end your turn`,
  choosePriestFor: (spirit: string) => `Choose a high priest for ${spirit}`,
  chooseVictimFor: (spirit: string) => `Choose who to sacrifice to ${spirit}`,
  sendSpirit: (spirit: string) => `Where should ${spirit} move?`,
  mayMove: (spirit: string) => `You can move ${spirit} first.`,
  chooseWay: (victim: string) => `Choose a high priest and a spirit to sacrifice ${victim}`,
  confirm: (priest: string, victim: string, spirit: string) => `Sacrifice ${victim} to ${spirit} with ${priest}?`,
  confirmMoved: (priest: string, victim: string, spirit: string, to: string) =>
    `Move ${spirit} to ${to}, then sacrifice ${victim} with ${priest}?`,
  sacrifice: "Sacrifice",
  letGo: "Choose again",
  options: (list: string) => `Options: ${list}.`,
  hint: "Choose a spirit to see what it does.",

  empty: "empty",
  humanOf: (name: string) => `${name}’s human`,
  priestOf: (name: string) => `${name}’s high priest`,
  canBePriest: "can be high priest",
  isChosen: "selected",
  canBeTaken: "can be sacrificed",
  couldBeTaken: "could be sacrificed",
  canCome: (spirit: string) => `${spirit} can move here`,
  comes: (spirit: string) => `${spirit} moves here`,
  lastTaken: "last sacrifice here",
  takes: "can receive a sacrifice",
  standsOn: (cell: string) => `on ${cell}`,

  humansLeft: (count: number) => (count === 1 ? "1 human left" : `${count} humans left`),
  breakdown: "Game summary",
  left: "Humans left",
  turns: "Turns",
  sacrifices: "Sacrifices",
  favourites: "Spirits you sacrifice to",

  setupPiece: "Piece",
  setupNothing: "empty",
  setupSide: "To move",
  setupClear: "Remove all humans",
  setupStart: "Starting position",
  setupPaste: "Position as text",
  setupUse: "Load position",
  flawRows: (found: number) => `A position needs 7 rows from g to a, separated by /. This text has ${found}.`,
  flawLength: (row: string, found: number, expected: number) => `Row ${row} needs ${expected} cells, but has ${found}.`,
  flawMark: (row: string, mark: string, letters: string) =>
    `Unknown character “${mark}” in row ${row}. Use w, b, a dot or one of ${letters}.`,
  flawSide: "End the text with a space and the side to move: w or b.",
  flawMissing: (spirit: string) => `${spirit} isn’t on the board yet.`,
  flawTwice: (spirit: string) => `${spirit} is on the board more than once.`,
};

export type GeniusLociTexts = Translation<typeof en>;
