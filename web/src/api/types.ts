// Written by script/types from the structs of the server. Do not edit.

/** What was asked is done and will survive a crash. */
export interface Acknowledged {
  kind: "acknowledged";
  key: string;
  version: number;
}

/** What is printed on a card. */
export interface CardSheet {
  colour: string;
  shape: unknown[][];
  coin: boolean;
}

/** A round, counted. */
export interface Count {
  rolls: number;
  cleaning: number;
  counted: number;
  minus: number;
}

/** How the game ended. */
export interface Ending {
  scores: number[];
  winners: number[];
  sentence: string;
}

/** Why something was refused. */
export interface Fault {
  key: string;
  message: string;
}

/** A game of the house. */
export interface GameInfo {
  name: string;
  title: string;
  tagline: string;
  players: string;
  minutes: string;
  fewest: number;
  most: number;
  options: OptionInfo[];
  editions: string[];
}

/** A table of GENIUS LOCI; everybody sees the same. */
export interface GeniusLociView {
  game: "genius-loci";
  observer: number | null;
  active: number[];
  ending: string | null;
  turn: number;
  humans: string[][];
  spirits: SpiritSheet[];
  priest: string | null;
  position: string;
}

/** The first message: who is there, and what they have. */
export interface Hello {
  kind: "hello";
  token?: string | null;
  language?: string;
  version?: number;
}

/** Somebody takes a seat. */
export interface Join {
  name: string;
  seed?: string;
  seat?: number | null;
}

/** The seat is theirs; whoever has the token acts for it. */
export interface Joined {
  seat: number;
  token: string;
}

/** What lies in front of a seat. */
export interface LocoPlace {
  held: number;
  markers: Record<string, number>;
  points: number;
  total: number;
}

/** A table of LOCO! as one seat, or a spectator, may see it. */
export interface LocoView {
  game: "loco";
  observer: number | null;
  active: number[];
  ending: string | null;
  number: number;
  games: number;
  dealer: number;
  laid_out: number;
  hand: string[];
  piles: Pile[];
  places: LocoPlace[];
}

/** The sheet of a seat. */
export interface LocusPlace {
  filled: Record<string, string[]>;
  earned: number;
  crossed: number;
  coins: number;
  taken: string | null;
  must_use_card: boolean;
  pending: Record<string, number>;
  has_bought: boolean;
  is_busy: boolean;
  points: Record<string, number>;
  lowest: number;
  total: number;
}

/** A table of LOCUS as one seat, or a spectator, may see it. */
export interface LocusView {
  game: "locus";
  observer: number | null;
  active: number[];
  ending: string | null;
  phase: "activities" | "draft" | "final";
  turn: number;
  turns: number;
  extra_rounds: number;
  star: number | null;
  display: string[];
  leftover: string | null;
  deck: number;
  discards: string[];
  unseen: number;
  places: LocusPlace[];
  sheet: SheetView | null;
}

/** A step that was made, as this client may know it. */
export interface LogLine {
  seat: number | null;
  step: string;
  sentence: string;
  then: string[];
}

/** What lies in front of a seat. */
export interface LokusPlace {
  held: number;
  has_chosen: boolean;
  choice: string | null;
  shown: string | null;
  fate: "roll" | "row-1" | "row-2" | "two-rolls" | null;
  cleaned: boolean;
  now: Count;
  past: Count[];
  total: number;
}

/** A table of LOKUS as one seat, or a spectator, may see it. */
export interface LokusView {
  game: "lokus";
  observer: number | null;
  active: number[];
  ending: string | null;
  number: number;
  rounds: number;
  turn: number;
  turns: number;
  placing: number | null;
  rows: string[][];
  stock: number;
  away: number;
  ready: number;
  hand: string[];
  places: LokusPlace[];
  minus_points: number[];
}

/** A step of the seat. */
export interface MakeStep {
  kind: "step";
  key: string;
  version: number;
  step: string;
}

/** A table to be made. */
export interface NewTable {
  game: string;
  seats: number;
  bots?: number[];
  level?: number;
  options?: Record<string, unknown>;
  manners?: Record<string, unknown>;
  practice?: boolean;
  edition?: string | null;
  edition_text?: string | null;
}

/** Begin the next game of a match; anyone who sits at the table may. */
export interface NextGame {
  kind: "next-game";
  key: string;
  game: number;
}

/** An option of a game or of its tables. */
export interface OptionInfo {
  name: string;
  kind: "rules" | "table";
  choices: (string | number | boolean)[];
  own_text: boolean;
  own_label: string;
  explanation: string;
  labels: string[];
  fewest: number[];
  most: number[];
}

/** A colour: its cards on the table and its markers in stock. */
export interface Pile {
  colour: string;
  cards: string[];
  worth: number;
  stock: number;
}

/** What a solo score is worth. */
export interface RankSheet {
  points: number;
  titles: Record<string, string>;
}

/** What was asked is not done; nothing has changed. */
export interface Refusal {
  kind: "refused";
  key: string;
  fault: Fault;
}

/** Who sits there. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: number | null;
}

/** All that is printed in the edition of this table; it never changes. */
export interface SheetView {
  title: string;
  circles: number;
  zones: ZoneSheet[];
  cards: Record<string, CardSheet>;
  ranks: RankSheet[];
}

/** A spirit, where it stands and what it does. */
export interface SpiritSheet {
  letter: string;
  cell: string;
  is_used: boolean;
  names: Record<string, string>;
  says: Record<string, string>;
}

/** What everybody may know of a table. */
export interface TableInfo {
  table: string;
  game: string;
  title: string;
  status: "between" | "over" | "running" | "waiting";
  seats: SeatInfo[];
  game_number: number;
  wins: number[];
  options: Record<string, unknown>;
  manners: Record<string, unknown>;
  practice: boolean;
  commitment: string;
  edition: string | null;
}

/** The table as this client may know it now. Sent after the greeting and after every change. */
export interface TableState {
  kind: "state";
  version: number;
  info: TableInfo;
  seat: number | null;
  view: LocoView | LokusView | LocusView | GeniusLociView | null;
  legal: string[];
  chosen: number[];
  may_take_back: boolean;
  log: LogLine[];
  log_from: number;
  ending: Ending | null;
}

/** Take back the seat's last step. */
export interface TakeBack {
  kind: "take-back";
  key: string;
}

/** What is printed of a zone. */
export interface ZoneSheet {
  colour: string;
  columns: number;
  rows: number;
  squares: string[];
  bold: string[];
  ends: string[];
  blocks: Record<string, string[]>;
  bonuses: Record<string, string>;
  points: Record<string, number>;
}

export type FromClient = Hello | MakeStep | TakeBack | NextGame;

export type ToClient = TableState | Acknowledged | Refusal;
