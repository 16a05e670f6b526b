/** Mosaic letters of five columns and seven rows: the ones in the names of Locarium and its games. */

const GLYPHS: Record<string, string> = {
  A: ".###. #...# #...# ##### #...# #...# #...#",
  C: ".#### #.... #.... #.... #.... #.... .####",
  E: "##### #.... #.... ####. #.... #.... #####",
  G: ".#### #.... #.... #.### #...# #...# .###.",
  I: "### .#. .#. .#. .#. .#. ###",
  K: "#...# #..#. #.#.. ##... #.#.. #..#. #...#",
  L: "#.... #.... #.... #.... #.... #.... #####",
  M: "#...# ##.## #.#.# #.#.# #...# #...# #...#",
  N: "#...# ##..# ##..# #.#.# #..## #..## #...#",
  O: ".###. #...# #...# #...# #...# #...# .###.",
  R: "####. #...# #...# ####. #.#.. #..#. #...#",
  S: ".#### #.... #.... .###. ....# ....# ####.",
  U: "#...# #...# #...# #...# #...# #...# .###.",
  "!": "# # # # # . #",
  " ": ".. .. .. .. .. .. ..",
};

export interface Stone {
  x: number;
  y: number;
  /** Index of the letter. */
  letter: number;
}

/** Return the stones of a text. One unit is a stone with its joint. */
export function stones(text: string): { stones: Stone[]; width: number; height: number } {
  const laid: Stone[] = [];
  let left = 0;
  [...text].forEach((character, letter) => {
    const rows = (GLYPHS[character] ?? "").split(" ");
    rows.forEach((row, y) => {
      [...row].forEach((cell, x) => {
        if (cell === "#") laid.push({ x: left + x, y, letter });
      });
    });
    left += (rows[0]?.length ?? 0) + 1;
  });
  return { stones: laid, width: left - 1, height: 7 };
}

/** Draw a stone as an SVG path, with irregular corners that are the same on every page. */
export function cut({ x, y }: Stone, salt = 0): string {
  const corner = (index: number) => {
    const noise = Math.sin((x + 1) * 127.1 + (y + 1) * 311.7 + index * 74.7 + salt) * 43758.5453;
    return (noise - Math.floor(noise)) * 0.14;
  };
  const near = (at: number, index: number) => (at + 0.03 + corner(index)).toFixed(2);
  const far = (at: number, index: number) => (at + 0.97 - corner(index)).toFixed(2);
  return (
    `M${near(x, 1)} ${near(y, 2)}L${far(x, 3)} ${near(y, 4)}` + `L${far(x, 5)} ${far(y, 6)}L${near(x, 7)} ${far(y, 8)}Z`
  );
}
