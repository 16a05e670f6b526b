// Written by script/types from the structs of the server. Do not edit.

/** What was asked is done and will survive a crash. */
export interface Acknowledged {
  kind: "acknowledged";
  key: string;
  version: number;
}

/** A game step by step and in sums. Chances are from 0 to 1; alone, a seat expects points. */
export interface Analysis {
  game: string;
  seats: number;
  unit: "chance" | "points";
  is_finished: boolean;
  is_complete: boolean;
  moments: Moment[];
  balances: Balance[];
}

/** What a passkey signs; browsers add more, which is left alone. */
export interface Assertion {
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
}

/** What a new passkey says; browsers add more, which is left alone. */
export interface Attestation {
  clientDataJSON: string;
  attestationObject: string;
}

/** Where a seat's result came from: `began`, `luck`, `own` and `others` make `result`. */
export interface Balance {
  began: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  cost: number;
  decisions: number;
}

/** How far the bots are; at the end what they found. */
export interface BalanceProgress {
  done: number;
  of: number;
  is_over: boolean;
  tried: BalanceResult[];
  place: number;
}

/** An edition of LOCUS that bots shall try out. */
export interface BalanceRequest {
  text: string;
}

/** What the games of one number of seats say. */
export interface BalanceResult {
  balance: Findings;
  goals: Verdict[];
}

/** Somebody who is blocked. */
export interface BlockInfo {
  number: number;
  name: string;
  since: number;
}

/** What a bot made of the same deck. */
export interface BotPar {
  level: number;
  name: string;
  score: number | null;
  table: string | null;
}

/** A bot to be seated. */
export interface BotSeat {
  seat: number;
  level?: number;
}

/** The days of a month on which there was a LOCUS of the day. */
export interface Calendar {
  month: string;
  days: CalendarDay[];
  streak: Streak | null;
}

/** A day of a month on which somebody played. */
export interface CalendarDay {
  day: string;
  tries: number;
  best: number | null;
  par: number | null;
  score: number | null;
  rank: number | null;
}

/** What is printed on a card. */
export interface CardSheet {
  colour: string;
  shape: unknown[][];
  coin: boolean;
}

/** What somebody said at the table. */
export interface ChatLine {
  name: string;
  text: string;
  time: number;
}

/** An edition of LOCUS, looked at. */
export interface CheckedSheet {
  text: string;
  draft: SheetDraft | null;
  flaws: EditionError[];
  sheet: SheetView | null;
  point_keys: Record<string, string[]>;
  marks: Record<string, string>;
  bonuses: string;
}

/** Spirits of GENIUS LOCI, looked at. */
export interface CheckedSpirits {
  text: string;
  spirits: SpiritDraft[] | null;
  flaws: EditionError[];
  landings: Record<string, Record<string, string[]>>;
}

/** A decision of a seat, from what it knew. */
export interface Choice {
  best: string;
  cost: number;
  error: number | null;
}

/** How long a seat may take. */
export interface ClockInfo {
  seconds: number;
  reserve: number;
  per: "step" | "turn";
}

/** How long a seat may take; days are seconds as well. */
export interface ClockSettings {
  seconds: number;
  reserve?: number;
  per?: "step" | "turn";
}

/** Commit to a new seed after a voided deal. */
export interface CommitSeed {
  kind: "commit-seed";
  key: string;
  commitment: string;
}

/** Whoever has a password says it again. */
export interface Confirmation {
  password?: string | null;
}

/** A contest as the client may know it. */
export interface ContestInfo {
  contest: string;
  kind: "duel" | "duplicate";
  game: string;
  title: string;
  seats: number;
  tables: number;
  deals: number;
  options: Record<string, unknown>;
  edition: string | null;
  level: number;
  status: "over" | "running" | "waiting";
  fewest_win: boolean;
  host: boolean;
  entrants: Entrant[];
  results: DealResult[];
  standings: Standing[];
}

/** One of the tables of a deal. */
export interface ContestTableResult {
  table: string | null;
  over: boolean;
  own: boolean;
  seats: SeatResult[];
}

/** A round, counted. */
export interface Count {
  rolls: number;
  cleaning: number;
  counted: number;
  minus: number;
}

/** A browser's PublicKeyCredential in JSON, after create(). */
export interface CreatedCredential {
  id: string;
  response: Attestation;
}

/** Somebody wants to play a day's LOCUS. */
export interface DailyAttempt {
  practice?: boolean;
}

/** Where to play. */
export interface DailyTable {
  table: string;
}

/** A day of LOCUS as the client may know it. */
export interface DayInfo {
  day: string;
  title: string;
  commitment: string;
  ends: number;
  embargoed_until: number;
  embargoed: boolean;
  tries: number;
  ranking: RankedAttempt[];
  own: OwnAttempt | null;
  par: BotPar[];
  streak: Streak | null;
}

/** One deal at all of its tables. */
export interface DealResult {
  deal: number;
  commitment: string;
  over: boolean;
  tables: ContestTableResult[];
}

/** How somebody wants to be called. */
export interface DisplayName {
  name: string;
}

/** Something that is wrong with an edition, in the words of the loader. */
export interface EditionError {
  place: string;
  message: string;
}

/** How the game ended. */
export interface Ending {
  scores: number[];
  winners: number[];
  sentence: string;
}

/** Somebody who takes part. */
export interface Entrant {
  number: number;
  name: string;
  level: number | null;
  program: boolean;
  own: boolean;
}

/** Why something was refused. */
export interface ErrorInfo {
  key: string;
  message: string;
}

/** How often somebody chose something. */
export interface Favourite {
  key: string;
  label: string;
  count: number;
}

/** What was measured, and between what it lies with 95 %. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

/** What the games of a sample say. */
export interface Findings {
  player: string;
  seats: number;
  games: number;
  total: Figure;
  zones: Record<string, ZoneBalance>;
  coins: Figure;
  unspent: Figure;
  discards: Figure;
  percentiles: Record<string, Figure>;
}

/** A game of the archive. */
export interface FinishedGame {
  id: string;
  table: string | null;
  number: number;
  game: string;
  title: string;
  rules: number;
  options: Record<string, unknown>;
  edition: string | null;
  finished: number;
  public: boolean;
  practice: boolean;
  embargoed: boolean;
  hints: number;
  steps: number;
  ended: string | null;
  seat: number | null;
  players: GamePlayer[];
}

/** Some games of the archive, the newest first. */
export interface FinishedGames {
  games: FinishedGame[];
  next: string | null;
}

/** A browser's PublicKeyCredential in JSON, after get(). */
export interface FoundCredential {
  id: string;
  response: Assertion;
}

/** A finished game after some of its steps. */
export interface Frame {
  step: number;
  state: TableState;
  hands: string[][] | null;
}

/** How often a number came up. */
export interface Frequency {
  seats: number;
  value: number;
  count: number;
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

/** Who sat there, and how it ended for them. */
export interface GamePlayer {
  kind: "bot" | "person" | "unknown";
  name: string;
  level: number | null;
  program: boolean;
  won: boolean;
  score: number | null;
}

/** How a game goes here, as far as the client may know. */
export interface GameStats {
  game: string;
  title: string;
  played: number;
  by_seat: SeatStats[];
  lengths: Frequency[];
  scores: Frequency[];
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

/** Let a bot play: for oneself at any time, for others once they have been away for long. */
export interface HandToBot {
  kind: "hand-to-bot";
  key: string;
  seat?: number | null;
  level?: number;
}

/** The first message: who is there, and what they have. */
export interface Hello {
  kind: "hello";
  token?: string | null;
  language?: string;
  version?: number;
}

/** What the master would do. */
export interface HintInfo {
  version: number;
  why: string;
  steps: SuggestedStep[];
}

/** A seat was told what to do. */
export interface HintMark {
  seat: number;
  line: number;
}

/** Records of games that were played elsewhere. */
export interface Import {
  lines: string;
}

/** What became of records. */
export interface Imported {
  kept: number;
  known: number;
  refused: RejectedRecord[];
}

/** Somebody takes a seat. */
export interface Join {
  name?: string | null;
  seed_commitment?: string;
  seat?: number | null;
}

/** The seat is theirs. */
export interface Joined {
  seat: number;
}

/** Stand up: the seat is open before the game has begun, later a bot takes it. */
export interface Leave {
  kind: "leave";
  key: string;
}

/** How far somebody has come. */
export interface LessonProgress {
  made?: string[];
  name?: string;
}

/** The table of a lesson, and what the coach says. Nothing is stored: the learner brings along what was made. */
export interface LessonState {
  made: string[];
  stages: number;
  accepted: boolean;
  says: string;
  point: string[];
  reads: boolean;
  frames: TableState[];
}

/** Somebody tried what is not offered, and wonders why. */
export interface LessonWhyNot {
  step: string;
  place?: LessonProgress;
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
  discard_coins: number;
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
  rounds: number | null;
  round: number | null;
  turn_of_round: number | null;
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

/** Another login. */
export interface LoginChange {
  login: string;
  password: string;
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

/** Who the client is; nobody else is told. */
export interface Me {
  name: string;
  is_account: boolean;
  login: string | null;
  has_password: boolean;
  passkeys: number;
  is_program: boolean;
  code: string | null;
}

/** A step, and how the game stood after it. */
export interface Moment {
  seat: number | null;
  text: string;
  known: number[];
  true: number[];
  errors: number[] | null;
  choice: Choice | null;
}

/** The host does not let somebody speak at this table, or lets them again. */
export interface Mute {
  kind: "mute";
  key: string;
  seat: number;
  muted?: boolean;
}

/** A guest wants to be able to sign in. */
export interface NewAccount {
  login: string;
  password: string;
}

/** A contest to be made: the same deals at several tables. */
export interface NewContest {
  kind: "duel" | "duplicate";
  game?: string;
  seats?: number;
  tables?: number;
  deals?: number;
  options?: Record<string, unknown>;
  edition?: string | null;
  level?: number;
}

/** The device's answer to the question for a new passkey. */
export interface NewPasskey {
  label: string;
  ticket: string;
  credential: CreatedCredential;
}

/** A table to be made. */
export interface NewTable {
  game: string;
  seats: number;
  bots?: BotSeat[];
  options?: Record<string, unknown>;
  table_options?: Record<string, unknown>;
  practice?: boolean;
  edition?: string | null;
  edition_text?: string | null;
  public?: boolean;
  spectators?: boolean;
  chat?: boolean;
  clock?: ClockSettings | null;
}

/** A token for a program. */
export interface NewToken {
  label: string;
  password?: string | null;
}

/** Begin the next game of a match; anyone who sits at the table may. */
export interface NextGame {
  kind: "next-game";
  key: string;
  game: number;
}

/** Open the seed that the client has committed to; only after it has stored the complete list of commitments. */
export interface OpenSeed {
  kind: "open-seed";
  key: string;
  seed: string;
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

/** The client's ranked try. */
export interface OwnAttempt {
  table: string;
  score: number | null;
  rank: number | null;
}

/** A contest of the client in a list. */
export interface OwnContest {
  contest: string;
  kind: "duel" | "duplicate";
  game: string;
  title: string;
  status: "over" | "running" | "waiting";
  opened: number;
  host: boolean;
  left: number;
}

/** A table of the client. */
export interface OwnTable {
  listing: TableListing;
  seat: number;
  awaited: boolean;
}

/** What to hand to navigator.credentials, and the ticket to send back with the answer. */
export interface PasskeyChallenge {
  options: Record<string, unknown>;
  ticket: string;
}

/** A passkey. */
export interface PasskeyInfo {
  number: number;
  label: string;
  host: string;
  created: number;
  last_used: number | null;
}

/** The device's answer to the question who is there. */
export interface PasskeySignIn {
  ticket: string;
  credential: FoundCredential;
}

/** A new password for an old one. */
export interface PasswordChange {
  old: string;
  new: string;
}

/** Agree to pause, or to go on; it happens once all people at the table agree. */
export interface Pause {
  kind: "pause";
  key: string;
  pause: boolean;
}

/** How one game went for a person. */
export interface PersonGameStats {
  game: string;
  title: string;
  played: number;
  won: number;
  by_seat: SeatStats[];
  scores: ScorePoint[];
  favourites: Favourite[];
}

/** What a person has played. */
export interface PersonStats {
  played: number;
  won: number;
  games: PersonGameStats[];
}

/** A colour: its cards on the table and its markers in stock. */
export interface Pile {
  colour: string;
  cards: string[];
  worth: number;
  stock: number;
}

/** A step of the seat. */
export interface PlayStep {
  kind: "step";
  key: string;
  version: number;
  step: string;
}

/** A step of a seat. */
export interface PlayedStep {
  seat: number;
  text: string;
}

/** What the solver proved of a position. */
export interface PositionProof {
  winner: number | null;
  turns: number | null;
  steps: string[];
  told: string[];
  nodes: number;
  seconds: number;
}

/** A position, and what was played from there, by both sides. */
export interface PositionRequest {
  position: string;
  steps?: string[];
}

/** A position after some steps, as whoever is to move sees it. */
export interface PositionState {
  state: TableState;
}

/** Who is there. Sent after the first state and whenever somebody comes or goes. */
export interface PresenceUpdate {
  kind: "presence";
  away: number[];
}

/** The client's own steps in a puzzle so far, and what help is asked for. */
export interface PuzzleAttempt {
  steps?: string[];
  help?: "clue" | "none" | "solution" | "step";
}

/** Part of the next step. */
export interface PuzzleClue {
  kind: "priest" | "spirit" | "step" | "zone";
  what: string;
}

/** A puzzle; nothing about its answer. */
export interface PuzzleInfo {
  id: string;
  grade: number;
  goal: number;
}

/** A puzzle after some steps, with the replies of the other side. */
export interface PuzzleState {
  puzzle: PuzzleInfo;
  state: TableState;
  steps: string[];
  verdict: "open" | "solved" | "wrong";
  points: number | null;
  clue: PuzzleClue | null;
  hint: string | null;
  hopeless: boolean;
}

/** The puzzles of a game. */
export interface Puzzles {
  game: string;
  title: string;
  puzzles: PuzzleInfo[];
}

/** What a solo score is worth. */
export interface RankDraft {
  points: number;
  en: string;
  de: string;
  fr: string;
}

/** What a solo score is worth. */
export interface RankSheet {
  points: number;
  titles: Record<string, string>;
}

/** A ranked try that is finished. */
export interface RankedAttempt {
  rank: number;
  name: string;
  program: boolean;
  score: number;
  finished: number;
  own: boolean;
  table: string | null;
}

/** Play oneself again. */
export interface ReclaimSeat {
  kind: "reclaim";
  key: string;
}

/** A recovery code, typed in on another device. */
export interface Recovery {
  code: string;
}

/** What was asked is not done; nothing has changed. */
export interface Rejected {
  kind: "rejected";
  key: string;
  error: ErrorInfo;
}

/** A record that was not taken. */
export interface RejectedRecord {
  record: number;
  reason: string;
}

/** The same table once more with seats rotated; its name comes with the next state. */
export interface Rematch {
  kind: "rematch";
  key: string;
}

/** A finished game, step by step. Games of the same deal are kept in step by draws, then turns, then steps. */
export interface Replay {
  game: FinishedGame;
  draws: number[];
  turns: number[];
  scores: number[][];
  made: PlayedStep[];
  frames: Frame[];
}

/** A record that is shown and not kept. */
export interface ReplayRequest {
  record: string;
  seat?: number | null;
  start?: number;
  open?: boolean;
  instead?: string | null;
}

/** Somebody behaved badly; the host of the house reads it. */
export interface Report {
  reason: "abuse" | "cheating" | "name" | "other";
  text?: string;
}

/** Agree to hints at this table, or do not any more; there are some while all people at the table agree. */
export interface RequestHints {
  kind: "request-hints";
  key: string;
  wanted: boolean;
}

/** Give up a game of two. */
export interface Resign {
  kind: "resign";
  key: string;
}

/** A finished game looked at: how far that is, and what was found. */
export interface Review {
  status: "done" | "failed" | "none" | "running" | "waiting";
  done: number;
  total: number;
  ahead: number;
  analysis: Analysis | null;
}

/** A record that is looked at and not kept in the archive. */
export interface ReviewRequest {
  record: string;
  begin?: boolean;
}

/** The result of one game. */
export interface ScorePoint {
  id: string;
  finished: number;
  seats: number;
  seat: number;
  score: number | null;
  won: boolean;
}

/** The time of a seat. */
export interface SeatClock {
  left: number | null;
  reserve: number;
}

/** Who sits there. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: number | null;
  program: boolean;
}

/** How a deal went for somebody; all null while the client may not know. */
export interface SeatResult {
  entrant: number;
  seat: number;
  score: number | null;
  won: boolean | null;
  difference: number | null;
}

/** How games went from one seat. */
export interface SeatStats {
  seats: number;
  seat: number;
  played: number;
  won: number;
  mean: number | null;
  lowest: number | null;
  highest: number | null;
}

/** Say something to all at the table. */
export interface SendChat {
  kind: "chat";
  key: string;
  text: string;
}

/** The host opens a seat or gives it to a bot before the game has begun; a person there is sent away. */
export interface SetSeat {
  kind: "set-seat";
  key: string;
  seat: number;
  level?: number | null;
}

/** All that an edition says. */
export interface SheetDraft {
  name: string;
  title: string;
  note: string;
  coin_circles: number;
  starting_coins: number;
  zones: Record<string, ZoneDraft>;
  shapes: Record<string, string[]>;
  cards: Record<string, string[]>;
  ranks: RankDraft[];
}

/** An edition of LOCUS as a text or as it is drawn: one of the two. */
export interface SheetDraftRequest {
  text?: string | null;
  draft?: SheetDraft | null;
}

/** All that is printed in the edition of this table; it never changes. */
export interface SheetView {
  title: string;
  circles: number;
  zones: ZoneSheet[];
  cards: Record<string, CardSheet>;
  ranks: RankSheet[];
}

/** Somebody comes back. */
export interface SignIn {
  login: string;
  password: string;
}

/** Somebody goes. */
export interface SignOut {
  everywhere?: boolean;
}

/** A spirit as it is described: in words, or cell by cell. What is null is not written. */
export interface SpiritDraft {
  letter: string;
  name: Record<string, string>;
  says: Record<string, string>;
  move: string | null;
  start: string | null;
  distance: number | string | null;
  steps: number | null;
  landings: Record<string, Record<string, string[]>> | null;
}

/** Spirits of GENIUS LOCI as a text or as they are described: one of the two. */
export interface SpiritDraftRequest {
  text?: string | null;
  spirits?: SpiritDraft[] | null;
  shown?: number;
}

/** A spirit, where it stands and what it does. */
export interface SpiritSheet {
  letter: string;
  cell: string;
  is_used: boolean;
  names: Record<string, string>;
  says: Record<string, string>;
}

/** How somebody stands after the deals that are over at all tables. */
export interface Standing {
  rank: number;
  entrant: number;
  total: number;
  won: number;
}

/** Days in a row with a finished ranked try. */
export interface Streak {
  now: number;
  longest: number;
}

/** A step that was thought about, from what the seat knows. */
export interface SuggestedStep {
  step: string;
  sentence: string;
  chance: number | null;
  score: number | null;
  error: number | null;
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
  table_options: Record<string, unknown>;
  practice: boolean;
  method: string;
  commitment: string;
  seed_commitments: (string | null)[];
  unopened: number[];
  voided: number;
  voided_by: string[][];
  edition: string | null;
  host: number | null;
  public: boolean;
  spectators: boolean;
  chat: boolean;
  clock: ClockInfo | null;
  paused: boolean;
  pause_requests: number[];
  hint_requests: number[];
  gives_hints: boolean;
  hints: HintMark[];
  next_table: string | null;
  contest: string | null;
}

/** A table in a list. */
export interface TableListing {
  table: string;
  game: string;
  title: string;
  status: "between" | "over" | "running" | "waiting";
  seats: SeatInfo[];
  options: Record<string, unknown>;
  clock: ClockInfo | null;
  spectators: boolean;
}

/** The table as this client may know it now. Sent after the greeting and after every change. */
export interface TableState {
  kind: "state";
  version: number;
  info: TableInfo;
  seat: number | null;
  view: LocoView | LokusView | LocusView | GeniusLociView | null;
  legal: string[];
  locked_in: number[];
  can_undo: boolean;
  log: LogLine[];
  log_from: number;
  ending: Ending | null;
  chat: ChatLine[];
  clocks: SeatClock[] | null;
}

/** An API token. */
export interface TokenInfo {
  number: number;
  label: string;
  created: number;
  last_used: number | null;
  token: string | null;
}

/** Take back the seat's last step. */
export interface Undo {
  kind: "undo";
  key: string;
}

/** A goal of the house, and whether it is met. */
export interface Verdict {
  key: "apart" | "maximum" | "total";
  goal: string;
  met: boolean;
  found: string;
  value: number;
  bounds: unknown[];
  zone: string | null;
}

/** A request that waits for a worker thread. */
export interface WaitingWork {
  kind: string;
  place: number;
}

/** Who the client is, if the house knows them. */
export interface WhoAmI {
  me: Me | null;
}

/** Somebody tried what is not offered, and wonders why. */
export interface WhyNot {
  step: string;
}

/** Why not. */
export interface WhyNotAnswer {
  error: ErrorInfo | null;
}

/** One zone. */
export interface ZoneBalance {
  points: Figure;
  apart: number;
  lowest: Figure;
  maximum: number;
  at_maximum: Figure;
}

/** A zone as it is drawn. */
export interface ZoneDraft {
  squares: string[];
  bonuses: string[];
  points: Record<string, number>;
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

export type FromClient = Hello | PlayStep | CommitSeed | OpenSeed | Undo | NextGame | SendChat | HandToBot | ReclaimSeat | Resign | Pause | RequestHints | Leave | SetSeat | Mute | Rematch;

export type AnyRequest = PlayStep | CommitSeed | OpenSeed | Undo | NextGame | SendChat | HandToBot | ReclaimSeat | Resign | Pause | RequestHints | Leave | SetSeat | Mute | Rematch;

export type ToClient = TableState | PresenceUpdate | Acknowledged | Rejected;
