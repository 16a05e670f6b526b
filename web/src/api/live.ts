/** A table as it changes: one WebSocket that comes back by itself. Knows no Svelte and no game. */

import { randomHex } from "./client";
import type {
  AnyRequest,
  ChatLine,
  ErrorInfo,
  FromClient,
  Hello,
  LogLine,
  SheetView,
  TableState,
  ToClient,
} from "./types";

export type Connection = "connecting" | "open" | "lost";

/** What a new state brings. */
export interface News {
  state: TableState;
  /** The whole log. */
  log: LogLine[];
  /** Lines that were made, or turned up, since the last state; none on the first one of a game. */
  fresh: LogLine[];
  /** How many of the lines that were there are gone: somebody took them back. */
  gone: number;
  /** All that was said, as far as the house told it. */
  chat: ChatLine[];
  /** Grows when the game changes for this client; not by what is said, or by who comes and goes. */
  moment: number;
  /** When it came, by this machine's clock, in milliseconds: the clocks of the seats run from then on. */
  at: number;
}

/** Whether it is this seat's turn. A seat may also act out of turn, or change a choice that lies face down. */
export const isAwaited = ({ legal, seat, view }: TableState): boolean =>
  legal.length > 0 && seat !== null && view !== null && view.active.includes(seat);

export interface Listener {
  onnews(news: News): void;
  /** Seats of people who are not connected; after the first news, and when somebody comes or goes. */
  onaway(seats: number[]): void;
  onconnection(connection: Connection): void;
  /** Something that this client asked is not done. */
  onrefusal(fault: ErrorInfo, request: AnyRequest): void;
  /** The house does not let this client in; it will not try again. */
  onrejected(fault: ErrorInfo): void;
}

/** A request without its key; distributes over the kinds. */
type Keyless<Request> = Request extends AnyRequest ? Omit<Request, "key"> : never;
export type Wish = Keyless<AnyRequest>;

const FIRST_WAIT = 400; // milliseconds before the first return
const LONGEST_WAIT = 8000;
const POLICY_VIOLATION = 1008;

export class LiveTable {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private returns = 0; // that failed in a row
  private isClosed = false;
  private isGreeted = false; // a state has come on this socket
  private version = 0; // last seen
  private game = 0; // of the match, last seen
  private log: LogLine[] = [];
  private faceDown = 0; // so many of its last lines are choices that nobody has turned up
  private sheet: SheetView | null = null; // what never changes of a view: the house sends it once a connection
  private chat: ChatLine[] = [];
  private moment = 0;
  private situation = ""; // of the game, last seen
  private lastWords: ErrorInfo | null = null; // of the house about the connection itself
  private pending = new Map<string, AnyRequest>(); // asked, not answered

  constructor(
    private readonly table: string,
    private readonly language: string,
    private readonly listener: Listener,
  ) {
    this.connect();
  }

  /** Make a step that was chosen from the newest state. */
  makeStep(step: string): void {
    this.ask({ kind: "step", version: this.version, step });
  }

  takeBack(): void {
    this.ask({ kind: "undo" });
  }

  /** Begin the next game of a match. */
  nextGame(): void {
    this.ask({ kind: "next-game", game: this.game + 1 });
  }

  /** Ask for anything else. */
  ask(wish: Wish): void {
    const message = { ...wish, key: randomHex(12) } as AnyRequest;
    this.pending.set(message.key, message);
    if (this.isGreeted) this.send(message);
  }

  /** Come back now instead of later; `anew`: even if the connection seems to be there. */
  hurry(anew = false): void {
    if (this.isClosed || (this.timer === undefined && !anew)) return;
    this.returns = 0;
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.socket?.close();
    this.isGreeted = false;
    this.listener.onconnection("connecting");
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/tables/${this.table}/live`);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      const hello: Hello = { kind: "hello", language: this.language, version: this.version };
      this.send(hello);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data) as ToClient);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.isClosed) return;
      if (event.code !== POLICY_VIOLATION) this.comeBack();
      else this.giveUp(this.lastWords ?? { key: "closed", message: event.reason });
    };
  }

  private comeBack(): void {
    this.listener.onconnection("lost");
    const wait = Math.min(FIRST_WAIT * 2 ** this.returns, LONGEST_WAIT) * (0.75 + Math.random() / 2);
    this.returns += 1;
    this.timer = setTimeout(() => {
      this.connect();
    }, wait);
  }

  private giveUp(fault: ErrorInfo): void {
    this.close();
    this.listener.onrejected(fault);
  }

  private send(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private receive(message: ToClient): void {
    if (this.isClosed) return;
    switch (message.kind) {
      case "state":
        this.take(message);
        break;
      case "presence":
        this.listener.onaway(message.away);
        break;
      case "acknowledged":
        this.pending.delete(message.key);
        break;
      case "rejected":
        if (!this.isGreeted) this.giveUp(message.error);
        else this.hearRefusal(message.key, message.error);
    }
  }

  private hearRefusal(key: string, fault: ErrorInfo): void {
    const request = this.pending.get(key);
    this.pending.delete(key);
    if (request === undefined) this.lastWords = fault;
    else this.listener.onrefusal(fault, request);
  }

  private take(state: TableState): void {
    if (state.view && "sheet" in state.view) this.sheet = state.view.sheet ??= this.sheet;
    const isFirst = this.game !== state.info.game_number; // of the table, or of another game of its match
    const before = isFirst ? [] : this.log;
    const hidden = isFirst ? 0 : this.faceDown;
    this.log = [...before.slice(0, state.log_from), ...state.log];
    this.chat = state.version < this.version ? state.chat : [...this.chat, ...state.chat];
    this.version = state.version;
    this.game = state.info.game_number;
    this.notice(state);
    this.faceDown = state.locked_in.length;
    const { fresh, gone } = changes({ log: before, hidden }, { log: this.log, hidden: this.faceDown });
    const { log, chat, moment } = this;
    this.listener.onnews({ state, log, fresh: isFirst ? [] : fresh, gone, chat, moment, at: Date.now() });
    if (!this.isGreeted) {
      this.isGreeted = true;
      this.returns = 0;
      this.listener.onconnection("open");
      for (const message of this.pending.values()) this.send(message); // with the same keys: harmless if it was done
    }
  }

  private notice(state: TableState): void {
    const { view, legal, locked_in, ending, can_undo } = state;
    const situation = JSON.stringify([this.game, this.log.length, view, legal, locked_in, ending, can_undo]);
    if (situation !== this.situation) this.moment += 1;
    this.situation = situation;
  }
}

/** A log, of which so many of the last lines are choices that lie face down. */
interface Known {
  log: LogLine[];
  hidden: number;
}

/** Which lines were made, or turned up, from one log to the next, and how many are gone. */
export function changes(before: Known, after: Known): { fresh: LogLine[]; gone: number } {
  const settled = before.log.length - before.hidden;
  const same = commonLines(before.log.slice(0, settled), after.log);
  const faceUp = after.log.length - after.hidden;
  const wasThere = (line: LogLine, index: number) =>
    index >= faceUp && before.log.slice(settled).some((other) => isSameLine(line, other));
  const fresh = after.log.filter((line, index) => index >= same && !wasThere(line, index));
  return { fresh, gone: settled - same };
}

function commonLines(before: LogLine[], after: LogLine[]): number {
  const differs = before.findIndex((line, index) => !isSameLine(line, after[index]));
  return differs < 0 ? before.length : differs;
}

const isSameLine = (one: LogLine, other: LogLine | undefined) => one.seat === other?.seat && one.step === other.step;
