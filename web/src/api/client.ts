/** What the front end asks the house over HTTP. */

import type { Fault, GameInfo, Join, Joined, NewTable, TableInfo } from "./types";

/** The words of a game: section -> key -> text. */
export type GameTexts = Record<string, Record<string, string>>;

/** The house said no, or could not be reached (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly fault: Fault,
  ) {
    super(fault.message);
  }
}

export const listGames = (language: string) => ask<GameInfo[]>(`/api/games?language=${language}`);

export const gameTexts = (game: string, language: string) =>
  ask<GameTexts>(`/api/games/${encodeURIComponent(game)}/texts?language=${language}`);

export const gameRules = (game: string, language: string) =>
  read(`/api/games/${encodeURIComponent(game)}/rules?language=${language}`);

/** The text of an edition that the house brings. */
export const gameEdition = (game: string, edition: string) =>
  read(`/api/games/${encodeURIComponent(game)}/editions/${encodeURIComponent(edition)}`);

/** The text of the edition that a table uses. */
export const tableEdition = (table: string) => read(`/api/tables/${encodeURIComponent(table)}/edition`);

export const openTable = (wish: NewTable, language: string) => ask<TableInfo>(`/api/tables?language=${language}`, wish);

export const tableInfo = (table: string, language: string) =>
  ask<TableInfo>(`/api/tables/${encodeURIComponent(table)}?language=${language}`);

export const takeSeat = (table: string, wish: Join, language: string) =>
  ask<Joined>(`/api/tables/${encodeURIComponent(table)}/seats?language=${language}`, wish);

/** Random bytes in hexadecimal; crypto.randomUUID does not exist on plain-http pages. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await send(path, body);
  return (await response.json()) as Answer;
}

async function read(path: string): Promise<string> {
  const response = await send(path);
  return response.text();
}

async function send(path: string, body?: unknown): Promise<Response> {
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : post);
  } catch {
    throw new ApiError(0, { key: "unreachable", message: "" });
  }
  if (!response.ok) throw new ApiError(response.status, await faultOf(response));
  return response;
}

async function faultOf(response: Response): Promise<Fault> {
  try {
    return (await response.json()) as Fault;
  } catch {
    return { key: `http-${response.status}`, message: response.statusText };
  }
}
