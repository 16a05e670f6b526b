/** Whether a finished game was dealt fairly, from its record alone: the method of docs/fair.md. Asks nobody. */

import type { GameRecord, Proof, Step } from "../api/record";
import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256";

const FAIR_1 = "locarium/fair/1";
const FAIR_2 = "locarium/fair/2";

/** The numbers of a draw, each below its radix. */
export type Numbers = (draw: number, radices: number[]) => number[];

/** So many chance steps of a record as they have to be; null if the text of its edition cannot be read here. */
export type Drawn = (record: GameRecord, count: number, edition: string, numbers: Numbers) => string[] | null;

/** What a game tells of its draws. */
export interface Deals {
  drawn: Drawn;
  /** A lot says who comes first. */
  hasLot: boolean;
}

/** A deal as this browser saw it before the end. */
export interface SeenDeal {
  method: string;
  /** Of the server. */
  commitment: string;
  /** Seeds that it committed to. */
  seeds: string[];
  /** The complete list of seed commitments, stored before a seed is opened. */
  list: string[] | null;
}

/** What this browser knows by itself. */
export interface Witness {
  /** Whether this is the name of the table, or of a deal of its contest. */
  isName: (name: string) => boolean;
  /** The deal that it was shown, given how many were voided before; null if it was shown none. */
  deal: (voided: number) => SeenDeal | null;
  /** It sits at the table and may have added bytes. */
  adds: boolean;
  /** The steps that it was shown, of the last game. */
  seen: Step[];
}

/** One thing that was looked at. */
export type Check =
  | { what: "commitment"; isRight: boolean; given: string; said: string }
  | { what: "name"; isRight: boolean; said: string }
  | { what: "shown"; isRight: boolean | null; given: string; said: string }
  | { what: "list"; isRight: boolean | null }
  | { what: "opened"; isRight: boolean; seat: number }
  | { what: "own"; isRight: boolean | null; given: string }
  | { what: "lot"; isRight: boolean; given: number; said: number | null }
  | { what: "draws"; isRight: true | null; count: number }
  | { what: "draw"; isRight: false; draw: number; step: number; given: string; said: string }
  | { what: "seen"; isRight: true }
  | { what: "unlike"; isRight: false; step: number; given: string; said: string };

/** Of all games of a table, in their order; of most tables it is one. Null while the secret is not out. */
export function check(records: GameRecord[], edition: string, deals: Deals, witness: Witness): Check[] | null {
  const last = records.at(-1);
  const { secret, seeds } = last?.fair ?? {};
  if (last?.fair === undefined || secret === undefined || seeds === undefined) return null;
  const { fair } = last;
  const seen = witness.deal(fair.voided ?? 0);
  return [
    ...records.flatMap((record) => checkCommitment(record, edition)),
    { what: "name", isRight: witness.isName(fair.table), said: fair.table },
    checkShown(fair, seen),
    ...(isOld(fair) ? [] : [checkList(fair.seed_commitments ?? [], seen), checkOpened(fair, seeds)]),
    ...(witness.adds ? [checkOwn(seeds, seen?.seeds ?? [])] : []),
    ...(deals.hasLot ? records.flatMap(checkLot) : []),
    ...records.flatMap((record) => checkDraws(record, edition, deals.drawn)),
    ...compareSteps(last, witness.seen),
  ];
}

function checkCommitment(record: GameRecord, edition: string): Check[] {
  const said = record.fair?.commitment ?? "";
  const given = commitment(record, edition);
  return [{ what: "commitment", isRight: given === said, given, said }];
}

function checkShown({ method, commitment: said }: Proof, seen: SeenDeal | null): Check {
  const isRight = seen === null ? null : seen.commitment === said && seen.method === method;
  return { what: "shown", isRight, given: seen?.commitment ?? "", said };
}

function checkList(said: string[], seen: SeenDeal | null): Check {
  return { what: "list", isRight: seen?.list ? JSON.stringify(seen.list) === JSON.stringify(said) : null };
}

function checkOpened({ commitment: said, seed_commitments: list = [] }: Proof, seeds: string[]): Check {
  const given = seeds.map((seed) => (seed ? seedCommitment(said, seed) : ""));
  const seat = given.findIndex((each, index) => each !== list[index]);
  return { what: "opened", isRight: seat < 0 && list.length === seeds.length, seat };
}

function checkOwn(seeds: string[], own: string[]): Check {
  const isRight = own.length === 0 ? null : own.some((seed) => seeds.includes(seed));
  return { what: "own", isRight, given: own.at(-1) ?? "" };
}

function checkLot(record: GameRecord): Check[] {
  if (record.fair === undefined) return [];
  const [given = 0] = numbers(record.fair, "lot", [record.seats]);
  const said = record.fair.lot ?? null;
  return [{ what: "lot", isRight: given === said, given, said }];
}

function checkDraws(record: GameRecord, edition: string, drawn: Drawn): Check[] {
  const { fair } = record;
  if (fair === undefined) return [];
  const said = record.steps.flatMap(([seat, text], index) => (seat === null ? [{ text, step: index + 1 }] : []));
  const given = drawn(record, said.length, edition, (draw, radices) => numbers(fair, String(draw), radices));
  if (given === null) return [{ what: "draws", isRight: null, count: said.length }];
  const wrong = said.flatMap(({ text, step }, draw): Check[] =>
    given[draw] === text ? [] : [{ what: "draw", isRight: false, draw, step, given: given[draw] ?? "", said: text }],
  );
  return wrong.length > 0 ? wrong : [{ what: "draws", isRight: true, count: said.length }];
}

function compareSteps({ steps }: GameRecord, seen: Step[]): Check[] {
  const index = seen.findIndex(([seat, text], i) => seat !== steps[i]?.[0] || !agrees(text, steps[i][1]));
  const unlike = index < 0 && seen.length !== steps.length ? Math.min(seen.length, steps.length) : index;
  if (unlike < 0) return [{ what: "seen", isRight: true }];
  const [given = "", said = ""] = [seen[unlike]?.[1], steps[unlike]?.[1]];
  return [{ what: "unlike", isRight: false, step: unlike + 1, given, said }];
}

/** Whether a step may be what was seen of it: `?` is anything, and whatever follows where it stands last. */
export function agrees(seen: string, said: string): boolean {
  const [parts, whole] = [seen.split(" / "), said.split(" / ")];
  return parts.length === whole.length && parts.every((part, index) => fits(part.split(" "), whole[index] ?? ""));
}

function fits(seen: string[], part: string): boolean {
  const words = part.split(" ");
  const isOpen = seen.at(-1) === "?";
  if (isOpen ? words.length < seen.length - 1 : words.length !== seen.length) return false;
  return seen.every((word, index) => word === "?" || word === words[index]);
}

/** What the server showed before anyone took a seat, if it used this secret. */
export function commitment(record: GameRecord, edition: string): string {
  const { method = FAIR_2, table = "", voided = 0 } = record.fair ?? {};
  const options = writeOptions(record.options ?? {});
  const lines = [
    method,
    ...(method === FAIR_1
      ? [record.game, options]
      : [table, String(voided), record.game, String(record.rules ?? 1), options]),
    toHex(sha256(utf8(edition))),
    String(record.seats),
    record.fair?.secret ?? "",
  ];
  return toHex(sha256(utf8(lines.join("\n"))));
}

/** Whether a deal was made by the older method, which promised less. */
export const isOld = ({ method }: { method: string }): boolean => method === FAIR_1;

/** What a browser sends in place of its seed, for a commitment of the server. */
export const seedCommitment = (said: string, seed: string): string =>
  toHex(sha256(utf8([FAIR_2, "seed", said, seed].join("\n"))));

function writeOptions(options: Record<string, unknown>): string {
  const sorted = Object.fromEntries(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify(sorted).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The numbers of a draw, or of the lot. */
export function numbers(proof: Proof, draw: string, radices: number[]): number[] {
  const lines = [proof.method, isOld(proof) ? proof.table : proof.commitment, draw, ...(proof.seeds ?? [])];
  const stream = words(hmac(fromHex(proof.secret ?? ""), utf8(lines.join("\n"))));
  return radices.map((radix) => below(BigInt(radix), stream));
}

function* words(key: Uint8Array): Generator<bigint, never> {
  for (let block = 0n; ; block++) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, block);
    const data = new DataView(hmac(key, new Uint8Array(counter.buffer)).buffer);
    for (let start = 0; start < 32; start += 8) yield data.getBigUint64(start);
  }
}

function below(radix: bigint, stream: Generator<bigint, never>): number {
  const limit = (2n ** 64n / radix) * radix;
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return Number(word % radix);
  }
}

// For the games.

/** Each number takes out what has so many before it; what is left comes last. */
export function take<Thing>(things: readonly Thing[], numbersOfDraw: number[]): Thing[] {
  const rest = [...things];
  return [...numbersOfDraw.flatMap((number) => rest.splice(number, 1)), ...rest];
}

/** So many numbers from one down. */
export const countDown = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from - i);

/** A deal as text. */
export const writeDeal = (head: string, groups: string[][]): string =>
  groups.map((group) => ["/", ...group].join(" ")).reduce((text, group) => `${text} ${group}`, head);

/** Some cards in the order of their deck. */
export const sortBy = (deck: readonly string[], cards: string[]): string[] =>
  [...cards].sort((one, other) => deck.indexOf(one) - deck.indexOf(other));
