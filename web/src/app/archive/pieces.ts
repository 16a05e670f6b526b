/** Many records, in pieces that the house takes at once. */

const MOST_RECORDS = 200;
const MOST_BYTES = 240_000; // of a body; the house takes 256 KB

export interface Piece {
  lines: string;
  /** So many records came before it. */
  before: number;
}

/** One record a line; a single one over many lines stays whole. */
export function piecesOf(text: string): Piece[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [first] = lines;
  if (first === undefined) return [];
  if (!standsAlone(first)) return [{ lines: text, before: 0 }];
  const pieces: Piece[] = [];
  let size = Infinity;
  let count = 0;
  for (const [before, line] of lines.entries()) {
    const bytes = new TextEncoder().encode(JSON.stringify(line)).length;
    const last = pieces.at(-1);
    if (last === undefined || size + bytes > MOST_BYTES || count === MOST_RECORDS) {
      pieces.push({ lines: line, before });
      [size, count] = [bytes, 1];
    } else {
      last.lines += `\n${line}`;
      [size, count] = [size + bytes, count + 1];
    }
  }
  return pieces;
}

function standsAlone(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return line.trimEnd().endsWith("}"); // a faulty one of many
  }
}
