/** Verify the shuffles of a finished game from its record alone, without asking the server. docs/fair.md describes the method. */

import type { GameRecord, Proof, Step } from "../api/record";
import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256";

const FAIR_1 = "locarium/fair/1";
const FAIR_2 = "locarium/fair/2";

/** Returns the digits of a draw, each below its radix. */
export type Numbers = (draw: number, radices: number[]) => number[];

/** Returns the chance steps that a record must have, or null if the browser can't parse its edition. */
export type Drawn = (record: GameRecord, count: number, edition: string, numbers: Numbers) => string[] | null;

/** How a game reads its draws. */
export interface Deals {
  drawn: Drawn;
  /** Whether the first draw decides the seat order. */
  hasLot: boolean;
}

/** A deal as this browser saw it during the game. */
export interface SeenDeal {
  method: string;
  /** The server's commitment. */
  commitment: string;
  /** Seeds that this browser committed to. */
  seeds: string[];
  /** All seed commitments, stored before this browser opened its seed. */
  list: string[] | null;
}

/** Facts that this browser knows without asking the server. */
export interface Witness {
  /** Whether a name is the table's, or that of a deal in its contest. */
  isName: (name: string) => boolean;
  /** The deal this browser saw after a number of voided deals, or null. */
  deal: (voided: number) => SeenDeal | null;
  /** Whether this browser had a seat, so that it may have added a seed. */
  adds: boolean;
  /** The steps of the last game as this browser saw them. */
  seen: Step[];
}

/** The result of one check. */
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

/** Check all games of a table in order. Return null until the secret is revealed. */
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

/** Whether a step matches what was visible of it. `?` matches one item, or everything that follows if it comes last. */
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

/** Return the commitment that belongs to a secret. */
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

/** Whether a deal used the older method, which guarantees less. */
export const isOld = ({ method }: { method: string }): boolean => method === FAIR_1;

/** Return the commitment to a seed, which also covers the server's commitment. */
export const seedCommitment = (said: string, seed: string): string =>
  toHex(sha256(utf8([FAIR_2, "seed", said, seed].join("\n"))));

function writeOptions(options: Record<string, unknown>): string {
  const sorted = Object.fromEntries(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify(sorted).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Return the digits of a draw, or of the draw for the seat order. */
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

// Helpers for the games.

/** Shuffle: each digit is the index of the next item to take out; the last item follows. */
export function take<Thing>(things: readonly Thing[], numbersOfDraw: number[]): Thing[] {
  const rest = [...things];
  return [...numbersOfDraw.flatMap((number) => rest.splice(number, 1)), ...rest];
}

/** Return `count` numbers, counting down from `from`. */
export const countDown = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from - i);

/** Write a deal as text. */
export const writeDeal = (head: string, groups: string[][]): string =>
  groups.map((group) => ["/", ...group].join(" ")).reduce((text, group) => `${text} ${group}`, head);

/** Sort cards in deck order. */
export const sortBy = (deck: readonly string[], cards: string[]): string[] =>
  [...cards].sort((one, other) => deck.indexOf(one) - deck.indexOf(other));
