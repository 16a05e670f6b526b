import { describe, expect, it } from "vitest";

import { draw, heightOf, type Sketch } from "./picture";

const sketch: Sketch = {
  title: "LOCO!",
  headline: "Ada wins",
  lines: [
    { name: `<b>"Ada" & co</b>`, words: "41", won: true },
    { name: "x".repeat(40), words: "17", won: false },
  ],
  foot: "16 Nov 2026",
  colours: ["red", "blue"],
  ink: "black",
  soft: "grey",
  paper: "white",
};

describe("the picture of a result", () => {
  it("escapes names", () => {
    const drawing = draw(sketch);
    expect(drawing).not.toContain("<b>");
    expect(drawing).toContain("&#60;b&#62;&#34;Ada&#34; &#38; co&#60;/b&#62;");
    expect(drawing).toContain(`${"x".repeat(25)}…`);
    expect(drawing).toContain(">41</text>");
  });
  it("grows with the number of seats, by whole stones", () => {
    expect(heightOf({ ...sketch, lines: [] })).toBeLessThan(heightOf(sketch));
    expect(heightOf(sketch) % 25).toBe(0);
  });
});
