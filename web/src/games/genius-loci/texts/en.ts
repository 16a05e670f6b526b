import type { Translation } from "../../../texts/translation";

export const en = {
  choosePriest: "Choose your high priest",
  chooseVictim: (priest: string) => `${priest} is high priest. Whom to sacrifice, and to which spirit?`,
  goOn: (priest: string) => `${priest} may make another sacrifice, or the turn ends`,
  choosePriestFor: (spirit: string) => `Who becomes high priest and sacrifices to ${spirit}?`,
  chooseVictimFor: (spirit: string) => `Who is sacrificed to ${spirit}?`,
  sendSpirit: (spirit: string) => `Where does ${spirit} go?`,
  mayMove: (spirit: string) => `${spirit} may be moved first.`,
  chooseWay: (victim: string) => `Who sacrifices ${victim}, and to which spirit?`,
  confirm: (priest: string, victim: string, spirit: string) => `${priest} sacrifices ${victim} to ${spirit}?`,
  confirmMoved: (priest: string, victim: string, spirit: string, to: string) =>
    `${priest} sacrifices ${victim} to ${spirit}, which moves to ${to}?`,
  sacrifice: "Sacrifice",
  letGo: "Choose anew",
  options: (list: string) => `Possible: ${list}.`,
  hint: "Choose a spirit to see what it does.",

  empty: "empty",
  humanOf: (name: string) => `human of ${name}`,
  priestOf: (name: string) => `high priest of ${name}`,
  canBePriest: "can be high priest",
  isChosen: "chosen",
  canBeTaken: "can be sacrificed",
  couldBeTaken: "could be sacrificed",
  canCome: (spirit: string) => `${spirit} can go here`,
  comes: (spirit: string) => `${spirit} goes here`,
  lastTaken: "last sacrifice here",
  takes: "would take a sacrifice",
  standsOn: (cell: string) => `on ${cell}`,

  humansLeft: (count: number) => (count === 1 ? "1 human left" : `${count} humans left`),
  breakdown: "How it went",
  left: "Humans left",
  turns: "Turns",
  sacrifices: "Sacrifices",
  favourites: "Spirits you sacrifice to",

  setupPiece: "Piece",
  setupNothing: "empty",
  setupSide: "To move",
  setupClear: "Remove all humans",
  setupStart: "Start position",
  setupPaste: "A position as text",
  setupUse: "Use it",
  flawRows: (found: number) => `A position has 7 rows from g to a, divided by /; this text has ${found}.`,
  flawLength: (row: string, found: number, expected: number) =>
    `Row ${row} has ${expected} cells; here it has ${found}.`,
  flawMark: (row: string, mark: string, letters: string) =>
    `In row ${row} stands “${mark}”; possible are w, b, a dot and ${letters}.`,
  flawSide: "At the end stands a space and who is to move: w or b.",
  flawMissing: (spirit: string) => `${spirit} is not on the board yet.`,
  flawTwice: (spirit: string) => `${spirit} stands there more than once.`,
};

export type GeniusLociTexts = Translation<typeof en>;
