/** A live table: one WebSocket that reconnects automatically. Independent of Svelte and the games. */

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

/** A new state and how it differs from the last one. */
export interface News {
  state: TableState;
  /** The whole log. */
  log: LogLine[];
  /** Lines added or revealed since the last state; none in the first state of a game. */
  fresh: LogLine[];
  /** Number of lines removed by an undo. */
  gone: number;
  /** All chat messages that the server has sent. */
  chat: ChatLine[];
  /** Increases when the game changes for this client. Chat and presence don't count. */
  moment: number;
  /** When the state arrived, in milliseconds of local time. The seats' clocks run from then on. */
  at: number;
}

/** Whether it is this seat's turn. A seat may also act out of turn, or change a hidden choice. */
export const isAwaited = ({ legal, seat, view }: TableState): boolean =>
  legal.length > 0 && seat !== null && view !== null && view.active.includes(seat);

export interface Listener {
  onnews(news: News): void;
  /** Called with the seats of disconnected players, after the first state and after every change. */
  onaway(seats: number[]): void;
  onconnection(connection: Connection): void;
  /** Called when the server rejects a request. */
  onrefusal(fault: ErrorInfo, request: AnyRequest): void;
  /** Called when the server rejects this client. It won't reconnect. */
  onrejected(fault: ErrorInfo): void;
}

/** A request without its key, for each kind of request. */
type Keyless<Request> = Request extends AnyRequest ? Omit<Request, "key"> : never;
export type Wish = Keyless<AnyRequest>;

const FIRST_WAIT = 400; // milliseconds before the first reconnect
const MAX_WAIT = 8000;
const POLICY_VIOLATION = 1008;

export class LiveTable {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0; // failed attempts in a row
  private isClosed = false;
  private isGreeted = false; // whether this socket has received a state
  private version = 0; // last seen
  private game = 0; // of the match, last seen
  private log: LogLine[] = [];
  private faceDown = 0; // the number of hidden choices at the end of the log
  private sheet: SheetView | null = null; // the static part of a view, sent once per connection
  private chat: ChatLine[] = [];
  private moment = 0;
  private situation = ""; // of the game, last seen
  private closeReason: ErrorInfo | null = null; // the server's reason for closing the connection
  private pending = new Map<string, AnyRequest>(); // requests without an answer

  constructor(
    private readonly table: string,
    private readonly language: string,
    private readonly listener: Listener,
  ) {
    this.connect();
  }

  /** Make a step chosen from the latest state. */
  makeStep(step: string): void {
    this.ask({ kind: "step", version: this.version, step });
  }

  takeBack(): void {
    this.ask({ kind: "undo" });
  }

  /** Start the next game of a match. */
  nextGame(): void {
    this.ask({ kind: "next-game", game: this.game + 1 });
  }

  /** Send any other request. */
  ask(wish: Wish): void {
    const message = { ...wish, key: randomHex(12) } as AnyRequest;
    this.pending.set(message.key, message);
    if (this.isGreeted) this.send(message);
  }

  /** Reconnect now. `isForced` replaces the connection even if it seems to work. */
  reconnectNow(isForced = false): void {
    if (this.isClosed || (this.timer === undefined && !isForced)) return;
    this.failures = 0;
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
      else this.giveUp(this.closeReason ?? { key: "closed", message: event.reason });
    };
  }

  private comeBack(): void {
    this.listener.onconnection("lost");
    const wait = Math.min(FIRST_WAIT * 2 ** this.failures, MAX_WAIT) * (0.75 + Math.random() / 2);
    this.failures += 1;
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
    if (request === undefined) this.closeReason = fault;
    else this.listener.onrefusal(fault, request);
  }

  private take(state: TableState): void {
    if (state.view && "sheet" in state.view) this.sheet = state.view.sheet ??= this.sheet;
    const isFirst = this.game !== state.info.game_number; // the first state of the table, or of the next game of its match
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
      this.failures = 0;
      this.listener.onconnection("open");
      for (const message of this.pending.values()) this.send(message); // the same keys make repeats harmless
    }
  }

  private notice(state: TableState): void {
    const { view, legal, locked_in, ending, can_undo } = state;
    const situation = JSON.stringify([this.game, this.log.length, view, legal, locked_in, ending, can_undo]);
    if (situation !== this.situation) this.moment += 1;
    this.situation = situation;
  }
}

/** A log, with the number of hidden choices at its end. */
interface Known {
  log: LogLine[];
  hidden: number;
}

/** Return the lines added or revealed between two logs, and the number of removed lines. */
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
