/** API requests over HTTP. */

import type { GameRecord } from "./record";
import type {
  ErrorInfo,
  GameInfo,
  HintInfo,
  Join,
  Joined,
  TableListing,
  NewTable,
  OwnTable,
  WhyNotAnswer,
  Report,
  TableInfo,
  WaitingWork,
} from "./types";

/** The texts of a game: section -> key -> text. */
export type GameTexts = Record<string, Record<string, string>>;

/** An error from the server, or an unreachable server (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly fault: ErrorInfo,
  ) {
    super(fault.message);
  }
}

export const listGames = (language: string) => ask<GameInfo[]>(`/api/games?language=${language}`);

export const gameTexts = (game: string, language: string) =>
  ask<GameTexts>(`/api/games/${encodeURIComponent(game)}/texts?language=${language}`);

export const gameRules = (game: string, language: string) =>
  read(`/api/games/${encodeURIComponent(game)}/rules?language=${language}`);

/** Return the text of a built-in edition. */
export const gameEdition = (game: string, edition: string) =>
  read(`/api/games/${encodeURIComponent(game)}/editions/${encodeURIComponent(edition)}`);

/** Return the text of a table's edition. */
export const tableEdition = (table: string) => read(`/api/tables/${encodeURIComponent(table)}/edition`);

/** Return the address of a table's record. The games of a match are counted from 1. */
export const recordAddress = (table: string, game: number) =>
  `/api/tables/${encodeURIComponent(table)}/record?game=${game}`;

export const tableRecord = (table: string, game: number, language: string) =>
  ask<GameRecord>(`${recordAddress(table, game)}&language=${language}`);

export const openTable = (wish: NewTable, language: string) =>
  ask<TableInfo>(`/api/tables?language=${language}`, "POST", wish);

/** Return the public tables: those with open seats first, then those that can be watched. */
export const lobby = (language: string) => ask<TableListing[]>(`/api/tables?language=${language}`);

/** Return the tables where the user has a seat. */
export const ownTables = (language: string) => ask<OwnTable[]>(`/api/me/tables?language=${language}`);

export const tableInfo = (table: string, language: string) =>
  ask<TableInfo>(`/api/tables/${encodeURIComponent(table)}?language=${language}`);

export const takeSeat = (table: string, wish: Join, language: string) =>
  ask<Joined>(`/api/tables/${encodeURIComponent(table)}/seats?language=${language}`, "POST", wish);

/** Ask why a step, or part of one, isn't possible. */
export const whyNot = (table: string, step: string, language: string) =>
  ask<WhyNotAnswer>(`/api/tables/${encodeURIComponent(table)}/why?language=${language}`, "POST", { step });

/** Ask for a hint. All players at the table see the request. */
export const takeHint = (table: string, language: string) =>
  ask<HintInfo>(`/api/tables/${encodeURIComponent(table)}/hint?language=${language}`, "POST");

/** Return the user's waiting requests with their positions in the queue. */
export const waitingWork = () => ask<WaitingWork[]>("/api/work");

/** Block the player at a seat. */
export const block = (table: string, seat: number, language: string) =>
  tell(`/api/tables/${encodeURIComponent(table)}/seats/${seat}/block?language=${language}`, "POST");

/** Report the player at a seat to the operator. */
export const report = (table: string, seat: number, wish: Report, language: string) =>
  tell(`/api/tables/${encodeURIComponent(table)}/seats/${seat}/report?language=${language}`, "POST", wish);

/** Return random bytes in hexadecimal. crypto.randomUUID doesn't exist on pages without HTTPS. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Send a request and return the response. */
export async function ask<Answer>(
  path: string,
  method: Method = "GET",
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(path, method, body, signal);
  return (await response.json()) as Answer;
}

/** Send a request that has no response body. */
export async function tell(path: string, method: Method, body?: unknown): Promise<void> {
  await send(path, method, body);
}

async function read(path: string): Promise<string> {
  const response = await send(path, "GET");
  return response.text();
}

/** Yield the lines of a streamed response until it ends or the caller stops. */
export async function* listen<Line>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<Line> {
  const response = await send(path, "POST", body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

async function send(path: string, method: Method, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const wish: RequestInit = { method, signal: signal ?? null, ...(body === undefined ? {} : json) };
  let response: Response;
  try {
    response = await fetch(path, wish);
  } catch {
    throw new ApiError(0, { key: "unreachable", message: "" });
  }
  if (!response.ok) throw new ApiError(response.status, await faultOf(response));
  return response;
}

async function faultOf(response: Response): Promise<ErrorInfo> {
  try {
    return (await response.json()) as ErrorInfo;
  } catch {
    return { key: `http-${response.status}`, message: response.statusText };
  }
}
