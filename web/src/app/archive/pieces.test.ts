import { describe, expect, it } from "vitest";

import { piecesOf } from "./pieces";

describe("chunks of records", () => {
  it("don't exist for an empty text, and a few records fit into one chunk", () => {
    expect(piecesOf(" \n\n")).toEqual([]);
    expect(piecesOf('{"a":1}\r\n\n{"a":2}\n')).toEqual([{ lines: '{"a":1}\n{"a":2}', before: 0 }]);
  });
  it("never split a record that spans several lines", () => {
    const text = '{\n  "a": 1\n}\n';
    expect(piecesOf(text)).toEqual([{ lines: text, before: 0 }]);
  });
  it("have at most 200 records", () => {
    const pieces = piecesOf('{"a":1}\n'.repeat(450));
    expect(pieces.map(({ before }) => before)).toEqual([0, 200, 400]);
    expect(pieces.map(({ lines }) => lines.split("\n").length)).toEqual([200, 200, 50]);
  });
  it("stay below the server's size limit", () => {
    const pieces = piecesOf(`${JSON.stringify({ text: "ä".repeat(30_000) })}\n`.repeat(10));
    expect(pieces.map(({ before }) => before)).toEqual([0, 3, 6, 9]);
    for (const { lines } of pieces)
      expect(new TextEncoder().encode(JSON.stringify({ lines })).length).toBeLessThan(256 * 1024);
  });
});
