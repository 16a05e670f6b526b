import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LiveTable, isAwaited, type Connection, type News } from "./live";
import type { ChatLine, ErrorInfo, FromClient, LogLine, TableInfo, TableState, ToClient } from "./types";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: FromClient[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  static get last(): FakeSocket {
    return FakeSocket.made[FakeSocket.made.length - 1] as FakeSocket;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const line = (step: string): LogLine => ({ seat: 0, step, sentence: step, then: [] });
const infoOf = (game_number: number) => ({ game_number }) as TableInfo;
const state = (version: number, log: string[], log_from = 0, game = 1): TableState =>
  ({
    kind: "state",
    version,
    info: infoOf(game),
    log: log.map(line),
    log_from,
    locked_in: [] as number[],
    chat: [] as ChatLine[],
  }) as TableState;
/** Return log lines for texts such as `1 play g7`: seat and step. */
const choices = (version: number, lines: string[], log_from: number, locked_in: number[]): TableState =>
  ({
    kind: "state",
    version,
    info: infoOf(1),
    log: lines.map((text) => ({ ...line(text.slice(2)), seat: Number(text.charAt(0)) })),
    log_from,
    locked_in,
    chat: [] as ChatLine[],
  }) as TableState;

let news: News[];
let connections: Connection[];
let refusals: ErrorInfo[];
let rejections: ErrorInfo[];
let away: number[][];
let table: LiveTable;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { origin: "http://house.local:8000" });
  FakeSocket.made = [];
  [news, connections, refusals, rejections, away] = [[], [], [], [], []];
  table = new LiveTable("abc", "de", {
    onnews: (one) => news.push(one),
    onaway: (seats) => away.push(seats),
    onconnection: (one) => connections.push(one),
    onrefusal: (one) => refusals.push(one),
    onrejected: (one) => rejections.push(one),
  });
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("sends the language and the last version in its greeting", () => {
  expect(FakeSocket.last.url).toBe("ws://house.local:8000/api/tables/abc/live");
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([{ kind: "hello", language: "de", version: 0 }]);
});

test("keeps as many log lines as the server says and reports new and removed lines", () => {
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, ["a", "b"]));
  FakeSocket.last.say(state(4, ["c"], 2));
  FakeSocket.last.say(state(5, ["x"], 1));
  expect(news.map((one) => one.log.map((entry) => entry.step))).toEqual([
    ["a", "b"],
    ["a", "b", "c"],
    ["a", "x"],
  ]);
  expect(news.map((one) => one.fresh.map((entry) => entry.step))).toEqual([[], ["c"], ["x"]]);
  expect(news.map((one) => one.gone)).toEqual([0, 0, 2]);
});

test("hidden choices can change without counting as an undo", () => {
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, ["deal"]));
  FakeSocket.last.say(choices(4, ["2 play ?"], 1, [2]));
  FakeSocket.last.say(choices(5, ["1 play g7", "2 play ?"], 1, [1, 2]));
  FakeSocket.last.say(choices(5, ["1 play r1", "2 play ?"], 1, [1, 2])); // a changed choice
  FakeSocket.last.say(choices(6, ["0 play b3", "1 play r1", "2 play e9"], 1, []));
  expect(news.map((one) => one.fresh.map((entry) => entry.step))).toEqual([
    [],
    ["play ?"],
    ["play g7"],
    ["play r1"],
    ["play b3", "play r1", "play e9"],
  ]);
  expect(news.map((one) => one.gone)).toEqual([0, 0, 0, 0, 0]);
  FakeSocket.last.say(choices(7, ["0 play ?"], 4, [0]));
  FakeSocket.last.say(choices(8, ["0 play ?"], 1, [0])); // after an undo: one of the choices remains
  expect(news.at(-1)?.gone).toBe(3);
});

test("a seat is awaited if it is active and can choose", () => {
  const awaited = (seat: number | null, legal: string[], active: number[]) =>
    isAwaited({ seat, legal, view: { active } } as TableState);
  expect(awaited(1, ["play g7"], [1, 2])).toBe(true);
  expect(awaited(1, ["play g7"], [2])).toBe(false); // it may change its choice, or act out of turn
  expect(awaited(1, [], [1])).toBe(false);
  expect(awaited(null, [], [1])).toBe(false);
});

test("reconnects with growing delays and repeats requests with the same key", () => {
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, ["a"]));
  table.makeStep("r3 y");
  const asked = FakeSocket.last.sent[1];
  expect(asked).toMatchObject({ kind: "step", step: "r3 y", version: 3 });
  FakeSocket.last.drop();
  expect(connections.at(-1)).toBe("lost");
  vi.advanceTimersByTime(600);
  expect(FakeSocket.made.length).toBe(2);
  FakeSocket.last.drop();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.made.length).toBe(2);
  vi.advanceTimersByTime(600);
  expect(FakeSocket.made.length).toBe(3);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]).toMatchObject({ kind: "hello", version: 3 });
  FakeSocket.last.say(state(4, [], 1));
  expect(FakeSocket.last.sent[1]).toEqual(asked);
  expect(connections.at(-1)).toBe("open");
});

test("an answered request is not repeated", () => {
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, []));
  table.takeBack();
  const key = (FakeSocket.last.sent[1] as { key: string }).key;
  FakeSocket.last.say({ kind: "rejected", key, error: { key: "no-undo", message: "no" } });
  expect(refusals).toEqual([{ key: "no-undo", message: "no" }]);
  FakeSocket.last.drop();
  table.reconnectNow();
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, []));
  expect(FakeSocket.last.sent.length).toBe(1);
});

test("reconnects immediately on request and ignores the old connection", () => {
  const old = FakeSocket.last;
  old.open();
  old.say(state(3, ["a"]));
  table.reconnectNow();
  expect(FakeSocket.made.length).toBe(1);
  table.reconnectNow(true);
  expect(FakeSocket.made.length).toBe(2);
  old.say(state(4, ["b"], 1));
  old.drop();
  vi.advanceTimersByTime(60_000);
  expect(news.length).toBe(1);
  expect(FakeSocket.made.length).toBe(2);
});

test("does not reconnect after being rejected", () => {
  FakeSocket.last.open();
  FakeSocket.last.say({ kind: "rejected", key: "", error: { key: "not-your-seat", message: "no" } });
  FakeSocket.last.drop(1008);
  vi.advanceTimersByTime(60_000);
  expect(rejections.map((fault) => fault.key)).toEqual(["not-your-seat"]);
  expect(FakeSocket.made.length).toBe(1);
});

test("keeps data that the server sends once per connection", () => {
  const sheet = { title: "House sheet" };
  const seen = (version: number, of: object | null) => ({ ...state(version, []), view: { game: "locus", sheet: of } });
  FakeSocket.last.open();
  FakeSocket.last.say(seen(3, sheet) as unknown as TableState);
  FakeSocket.last.say(seen(4, null) as unknown as TableState);
  expect(news.map((one) => one.state.view)).toEqual([
    { game: "locus", sheet },
    { game: "locus", sheet },
  ]);
});

test("the next game of a match starts a new log without reporting an undo", () => {
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, ["a", "b"]));
  table.nextGame();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ kind: "next-game", game: 2 });
  FakeSocket.last.say(state(5, ["a"], 0, 2));
  expect(news.at(-1)).toMatchObject({ log: [line("a")], fresh: [], gone: 0 });
  FakeSocket.last.say(state(6, ["c"], 1, 2));
  expect(news.at(-1)).toMatchObject({ log: [line("a"), line("c")], fresh: [line("c")], gone: 0 });
});

const said = (version: number, ...texts: string[]): TableState => ({
  ...state(version, [], 1),
  chat: texts.map((text) => ({ name: "Ada", text, time: version })),
});

test("collects chat messages without reporting a change of the game", () => {
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, ["a"]));
  FakeSocket.last.say(said(4, "hello"));
  FakeSocket.last.say({ kind: "presence", away: [1] });
  FakeSocket.last.say(said(6, "you", "there?"));
  expect(news.map((one) => one.chat.map((entry) => entry.text))).toEqual([[], ["hello"], ["hello", "you", "there?"]]);
  expect(new Set(news.map((one) => one.moment)).size).toBe(1);
  expect(away).toEqual([[1]]);
  FakeSocket.last.say(state(7, ["b"], 1));
  expect(news.at(-1)?.moment).not.toBe(news.at(-2)?.moment);
});

test("reports why the server closed the connection and does not reconnect", () => {
  FakeSocket.last.open();
  FakeSocket.last.say(state(3, ["a"]));
  FakeSocket.last.say({ kind: "rejected", key: "", error: { key: "no-spectators", message: "no" } });
  expect(rejections).toEqual([]);
  FakeSocket.last.drop(1008);
  vi.advanceTimersByTime(60_000);
  expect(rejections.map((fault) => fault.key)).toEqual(["no-spectators"]);
  expect(FakeSocket.made.length).toBe(1);
});
