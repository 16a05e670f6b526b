/** Split many records into chunks that the server accepts. */

const MAX_RECORDS = 200;
const MAX_BYTES = 240_000; // per request; the server's limit is 256 KB

export interface Piece {
  lines: string;
  /** Number of records in earlier chunks. */
  before: number;
}

/** Split a text with one record per line. A single record may span several lines. */
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
    if (last === undefined || size + bytes > MAX_BYTES || count === MAX_RECORDS) {
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
    return line.trimEnd().endsWith("}"); // an invalid record among others
  }
}
