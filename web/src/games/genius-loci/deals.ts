/** How to read the numbers of a GENIUS LOCI draw, as described in docs/fair.md. */

import { countDown, take, type Drawn, type Numbers } from "../../lib/fair";

const ROWS = "abcdefg";
const CELLS = [4, 5, 6, 7, 6, 5, 4].flatMap((length, row) =>
  Array.from({ length }, (_, index) => `${ROWS.charAt(row)}${index + 1}`),
);
const SPIRIT_CELLS = ["b3", "c6", "d4", "e1", "f3"];
const SPIRITS = 5;
const HUMANS = 16; // per side

export const hasLot = true;

export const drawn: Drawn = ({ options }, _count, edition, numbers) => {
  const letters = readLetters(edition);
  if (letters === null) return null;
  const setup = options?.["setup"] ?? "house";
  if (setup === "random") return [place(letters, numbers, options?.["aligned"] === true)];
  return setup === "house" || setup === "petals" ? [spirits(letters, numbers)] : [];
};

/** Return the letters of the spirits in edition order, or null if the text has an unknown layout. */
export function readLetters(edition: string): string[] | null {
  const found = Array.from(edition.matchAll(/^\s*letter\s*=\s*["']([A-Z])["']/gm), ([, letter = ""]) => letter);
  return found.length === SPIRITS ? found : null;
}

function spirits(letters: string[], numbers: Numbers): string {
  const cells = take(SPIRIT_CELLS, numbers(0, countDown(SPIRITS, SPIRITS - 1)));
  return ["spirits", ...letters.map((letter, index) => `${letter} ${cells[index] ?? ""}`)].join(" ");
}

function place(letters: string[], numbers: Numbers, aligned: boolean): string {
  const apart = aligned ? [] : setsApart();
  const radices = aligned ? countDown(CELLS.length, SPIRITS) : [apart.length, ...countDown(SPIRITS, SPIRITS - 1)];
  const drawnNumbers = numbers(0, [...radices, ways(2 * HUMANS, HUMANS)]);
  const mix = drawnNumbers.pop() ?? 0;
  const from = aligned ? CELLS : (apart[drawnNumbers.shift() ?? 0] ?? []);
  const cells = take(from, drawnNumbers).slice(0, SPIRITS);
  const marks = new Map(cells.map((cell, index) => [cell, letters[index] ?? ""]));
  mixHumans(marks, mix);
  const rows = [...ROWS].reverse().map((row) => CELLS.filter((cell) => cell.startsWith(row)));
  return `place ${rows.map((row) => row.map((cell) => marks.get(cell)).join("")).join("/")} w`;
}

function mixHumans(marks: Map<string, string>, mix: number): void {
  const left = CELLS.filter((cell) => !marks.has(cell));
  let wanted = HUMANS;
  left.forEach((cell, index) => {
    const here = ways(left.length - index - 1, wanted - 1);
    marks.set(cell, mix < here ? "w" : "b");
    if (mix < here) wanted -= 1;
    else mix -= here;
  });
}

/** Return the binomial coefficient. */
function ways(all: number, some: number): number {
  if (some < 0 || some > all) return 0;
  let count = 1;
  for (let i = 1; i <= some; i++) count = (count * (all - some + i)) / i;
  return count;
}

/** Return all sets of five cells with no two on a line, in the order of the cells. */
function setsApart(): string[][] {
  let found: string[][] = [[]];
  for (let size = 0; size < SPIRITS; size++)
    found = found.flatMap((some) =>
      CELLS.slice(CELLS.indexOf(some.at(-1) ?? "") + 1)
        .filter((cell) => !some.some((other) => areOnALine(cell, other)))
        .map((cell) => [...some, cell]),
    );
  return found;
}

function areOnALine(one: string, other: string): boolean {
  const [a, b] = [whereIs(one), whereIs(other)];
  const up = Math.abs(a.row - b.row);
  return up === 0 || up === Math.abs(a.x - b.x);
}

function whereIs(cell: string): { row: number; x: number } {
  const row = ROWS.indexOf(cell.charAt(0));
  return { row, x: 2 * Number(cell.slice(1)) + Math.abs(row - 3) };
}
