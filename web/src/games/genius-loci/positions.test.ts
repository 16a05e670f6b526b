import { describe, expect, it } from "vitest";

import { flawOf, put, readPosition, writePosition, type Placed } from "./positions";

const LETTERS = ["T", "P", "S", "Y", "C"];
const START = "bbbb/bbCbb/Ybbbbb/wwwSbbb/wwwwwP/wwTww/wwww w";
const read = (text: string) => readPosition(text, LETTERS) as Placed;

describe("a position", () => {
  it("is parsed and formatted", () => {
    const { pieces, side } = read(START);
    expect([pieces.get("g1"), pieces.get("f3"), pieces.get("a4"), side]).toEqual(["b", "C", "w", "w"]);
    expect(writePosition({ pieces, side })).toBe(START);
    expect(flawOf({ pieces, side }, LETTERS)).toBeNull();
  });
  it("is rejected with an error message", () => {
    expect(readPosition("bbbb/bb w", LETTERS)).toEqual({ kind: "rows", found: 2 });
    expect(readPosition(START.replace("bbbb/", "bbb/"), LETTERS)).toEqual({
      kind: "length",
      row: "g",
      found: 3,
      expected: 4,
    });
    expect(readPosition(START.replace("T", "X"), LETTERS)).toEqual({ kind: "mark", row: "b", mark: "X" });
    expect(readPosition(START.replace(/ w$/, ""), LETTERS)).toEqual({ kind: "side" });
    expect(readPosition(START.replace(/ w$/, " w 3"), LETTERS)).toEqual({ kind: "side" });
    expect(flawOf(read(START.replace("T", ".")), LETTERS)).toEqual({ kind: "missing", letter: "T" });
    expect(flawOf(read(START.replace("P", "T")), LETTERS)).toEqual({ kind: "twice", letter: "T" });
  });
});

describe("a piece", () => {
  const { pieces } = read(START);
  it("replaces another piece", () => {
    expect(put(pieces, "a1", "b").get("a1")).toBe("b");
  });
  it("is removed by placing it again, or by the eraser", () => {
    expect(put(pieces, "a1", "w").has("a1")).toBe(false);
    expect(put(pieces, "a1", ".").has("a1")).toBe(false);
  });
  it("moves if it is a spirit", () => {
    const moved = put(pieces, "a1", "T");
    expect([moved.get("a1"), moved.has("b3")]).toEqual(["T", false]);
  });
});
