import { describe, expect, test } from "vitest";

import { follow, rowsOf } from "./cells";
import {
  END,
  fitting,
  lastTurn,
  marksOf,
  meant,
  NOTHING,
  pressEmpty,
  pressHuman,
  pressSpirit,
  readStep,
  sacrificesIn,
  settled,
  waysOf,
} from "./steps";

const SPIRITS = new Map([
  ["T", "b3"],
  ["Y", "e2"],
  ["S", "d4"],
]);
const ALL = sacrificesIn(
  ["d2 Yxd1", "d2 Y-e3xd1", "d2 Y-e3xd3", "d2 T-a4xd1", "c3 Txc4", "c3 Sxd5", "d3 Txd2"],
  null,
  SPIRITS,
);
const choose = (parts: Partial<typeof NOTHING>) => ({ ...NOTHING, ...parts });
const texts = (steps: { text: string }[]) => steps.map(({ text }) => text);

test("parses steps", () => {
  expect(readStep("d2 Yxd1")).toEqual({ priest: "d2", spirit: "Y", to: null, victim: "d1" });
  expect(readStep("d2 Y-e3xd1")).toEqual({ priest: "d2", spirit: "Y", to: "e3", victim: "d1" });
  expect(readStep("S-d2xd3")).toEqual({ priest: null, spirit: "S", to: "d2", victim: "d3" });
  expect(readStep(END)).toBeNull();
  expect(readStep("spirits T b3 P c6 S d4 Y e1 C f3")).toBeNull();
});

test("fills in omitted parts", () => {
  expect(sacrificesIn(["Sxd3", END], "d2", SPIRITS)).toEqual([
    { text: "Sxd3", priest: "d2", spirit: "S", to: "d4", moves: false, victim: "d3" },
  ]);
});

test("keeps matching parts and adds the parts that follow", () => {
  expect(texts(fitting(ALL, choose({ priest: "d2", victim: "d1" })))).toEqual(["d2 Yxd1", "d2 Y-e3xd1", "d2 T-a4xd1"]);
  expect(settled(ALL, choose({ victim: "c4" }))).toEqual({ priest: "c3", spirit: "T", to: "b3", victim: "c4" });
  expect(settled(ALL, choose({ priest: "d2" }))).toEqual(choose({ priest: "d2" }));
});

test("a spirit without a target cell stays in place", () => {
  expect(meant(ALL, choose({ priest: "d2", spirit: "Y", victim: "d1" }))?.text).toBe("d2 Yxd1");
  expect(meant(ALL, choose({ priest: "d2", spirit: "Y", to: "e3", victim: "d1" }))?.text).toBe("d2 Y-e3xd1");
  expect(meant(ALL, choose({ priest: "d2", victim: "d1" }))).toBeNull();
});

describe("a press on a human", () => {
  test("makes the human high priest, replaces the high priest, or deselects it", () => {
    const { choice } = pressHuman(ALL, NOTHING, "d2", NOTHING);
    expect(choice).toEqual(choose({ priest: "d2" }));
    expect(pressHuman(ALL, choice, "c3", NOTHING).choice).toEqual(choose({ priest: "c3" }));
    expect(pressHuman(ALL, choice, "d2", NOTHING).choice).toEqual(NOTHING);
  });
  test("sacrifices a human of the user's own side if the priest can take it", () => {
    expect(pressHuman(ALL, choose({ priest: "d3" }), "d2", NOTHING).step?.text).toBe("d3 Txd2");
  });
  test("asks for another choice if several sacrifices match", () => {
    const { choice, step } = pressHuman(ALL, choose({ priest: "d2" }), "d1", NOTHING);
    expect(step).toBeNull();
    expect(choice).toEqual(choose({ priest: "d2", victim: "d1" }));
    const chosen = pressSpirit(ALL, choice, "Y");
    expect(pressHuman(ALL, chosen, "d1", NOTHING).step?.text).toBe("d2 Yxd1");
  });
  test("first shows a spirit's move, then makes the step", () => {
    const { choice, step } = pressHuman(ALL, choose({ priest: "d2" }), "d3", NOTHING);
    expect(step).toBeNull();
    expect(settled(ALL, choice)).toEqual({ priest: "d2", spirit: "Y", to: "e3", victim: "d3" });
    expect(pressHuman(ALL, choice, "d3", NOTHING).step?.text).toBe("d2 Y-e3xd3");
  });
  test("first shows the high priest, then makes the step", () => {
    const { choice, step } = pressHuman(ALL, NOTHING, "c4", NOTHING);
    expect(step).toBeNull();
    expect(pressHuman(ALL, choice, "c4", NOTHING).step?.text).toBe("c3 Txc4");
  });
  test("clears the choice if the human isn't available", () => {
    expect(pressHuman(ALL, choose({ priest: "d2" }), "g1", NOTHING).choice).toEqual(NOTHING);
  });
  test("never changes the high priest within a turn", () => {
    const later = sacrificesIn(["Yxd1", "Y-e3xc3"], "d2", SPIRITS);
    const start = choose({ priest: "d2" });
    expect(pressHuman(later, start, "d1", start).step?.text).toBe("Yxd1");
    expect(pressHuman(later, start, "d2", start).choice).toEqual(start);
    expect(marksOf(later, start, start).priests).toEqual(new Set());
  });
});

test("presses on a spirit select it, return it to its cell, and deselect it", () => {
  const chosen = pressSpirit(ALL, choose({ priest: "d2" }), "Y");
  expect(chosen).toEqual(choose({ priest: "d2", spirit: "Y" }));
  const sent = pressEmpty(ALL, chosen, "e3", NOTHING);
  expect(sent.to).toBe("e3");
  expect(pressSpirit(ALL, sent, "Y")).toEqual(chosen);
  expect(pressSpirit(ALL, chosen, "Y")).toEqual(choose({ priest: "d2" }));
  expect(pressSpirit(ALL, choose({ priest: "d2" }), "S")).toEqual(choose({ spirit: "S" }));
  expect(pressSpirit(ALL, choose({ priest: "d2" }), "P")).toEqual(choose({ priest: "d2" }));
  expect(pressEmpty(ALL, chosen, "g2", NOTHING)).toEqual(NOTHING);
});

test("marks the next possible choices", () => {
  expect(marksOf(ALL, NOTHING, NOTHING)).toEqual({
    priests: new Set(["d2", "c3", "d3"]),
    spirits: new Set(["Y", "T", "S"]),
    places: new Set(),
    ready: new Map(),
    possible: new Set(),
    latent: new Set(["d1", "d3", "c4", "d5", "d2"]),
  });
  const marks = marksOf(ALL, choose({ priest: "d2", spirit: "Y" }), NOTHING);
  expect(marks.places).toEqual(new Set(["e3"]));
  expect([...marks.ready.keys()]).toEqual(["d1", "d3"]);
  expect(marks.spirits).toEqual(new Set(["Y", "T"]));
  expect(marksOf(ALL, choose({ priest: "d2" }), NOTHING).possible).toEqual(new Set(["d1", "d3"]));
});

describe("the board", () => {
  const at = (isTurned: boolean, cell: string) => {
    const place = rowsOf(isTurned)
      .flat()
      .find((each) => each.cell === cell);
    if (place === undefined) throw new Error(cell);
    return place;
  };
  test("has 37 cells, with the user's side at the bottom", () => {
    expect(rowsOf(false).flat()).toHaveLength(37);
    expect(rowsOf(false).map((row) => row[0]?.cell)).toEqual(["g1", "f1", "e1", "d1", "c1", "b1", "a1"]);
    expect(rowsOf(true).map((row) => row[0]?.cell)).toEqual(["a4", "b5", "c6", "d7", "e6", "f5", "g4"]);
    expect(at(true, "d4")).toEqual(at(false, "d4"));
  });
  test("is navigated by keyboard", () => {
    const rows = rowsOf(false);
    const go = (cell: string, key: string) => follow(rows, at(false, cell), key, at(false, cell).x)?.cell;
    expect(go("d4", "ArrowLeft")).toBe("d3");
    expect(go("d4", "ArrowRight")).toBe("d5");
    expect(go("d4", "ArrowUp")).toBe("e3");
    expect(go("d1", "ArrowDown")).toBe("c1");
    expect(go("d7", "ArrowUp")).toBe("e6");
    expect(go("d1", "ArrowLeft")).toBeUndefined();
    expect(go("a2", "ArrowDown")).toBeUndefined();
    expect(follow(rows, at(false, "e3"), "ArrowUp", at(false, "d4").x)?.cell).toBe("f3");
  });
});

test("the latest turn includes the spirits' paths", () => {
  const log = [
    { seat: null, step: "spirits T b3 P c6 S e1 Y f3 C d4" },
    { seat: 0, step: "b5 Txb4" },
    { seat: 0, step: "end" },
    { seat: 1, step: "d5 T-a4xc4" },
    { seat: 1, step: "Pxc3" },
  ];
  const ways = [
    { priest: "d5", victim: "c4", from: "b3", to: "a4" },
    { priest: "c4", victim: "c3", from: null, to: null },
  ];
  expect(lastTurn(log)).toEqual({ seat: 1, ways });
  expect(lastTurn([...log, { seat: 0, step: "b4 T-b5xa3" }]).ways).toEqual([
    { priest: "b4", victim: "a3", from: "a4", to: "b5" },
  ]);
  expect(lastTurn([])).toEqual({ seat: null, ways: [] });
});

describe("a hint", () => {
  test("is drawn from the spirits' cells", () => {
    expect(waysOf(["d2 Y-e3xd1", "Sxc1", END], null, SPIRITS)).toEqual([
      { priest: "d2", victim: "d1", from: "e2", to: "e3" },
      { priest: "d1", victim: "c1", from: null, to: null },
    ]);
  });
  test("starts from the turn's high priest", () => {
    expect(waysOf(["Sxc1"], "d1", SPIRITS)).toEqual([{ priest: "d1", victim: "c1", from: null, to: null }]);
    expect(waysOf([END], "d1", SPIRITS)).toEqual([]);
  });
});
