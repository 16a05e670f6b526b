import { expect, test } from "vitest";

import page from "../../../docs/fair-method.md?raw";
import visitors from "../../../src/locarium/games/genius_loci/editions/visitors.toml?raw";
import spirits from "../../../src/locarium/games/genius_loci/editions/house.toml?raw";
import sheet from "../../../src/locarium/games/locus/editions/house.toml?raw";
import points from "../../../src/locarium/games/lokus/editions/house.toml?raw";
import ownSpirits from "../../../tests/conformance/editions/genius-loci.toml?raw";
import ownSheet from "../../../tests/conformance/editions/locus.toml?raw";
import written from "../../../tests/table/deals.json";
import type { GameRecord } from "../api/record";
import { check, isOld, numbers, seedCommitment, type Check, type SeenDeal, type Witness } from "../lib/fair";
import { readLetters } from "./genius-loci/deals";
import { gameModule } from "./index";
import { drawn } from "./loco/deals";
import { readCards } from "./locus/deals";

type Written = GameRecord & { edition?: string; edition_text?: string };
const RECORDS = written as unknown as Written[];
const OWN_POINTS = `# brought along: ß\nminus-points = [${[0, 0, 2, ...Array.from({ length: 29 }, (_, i) => 9 + 17 * i)].join(", ")}]\n`;
const EDITIONS: Record<string, string> = {
  loco: "",
  lokus: points,
  locus: sheet,
  "genius-loci": spirits,
  "lokus foreign": OWN_POINTS,
  "locus foreign": ownSheet,
  "genius-loci foreign": ownSpirits,
  "genius-loci visitors": visitors,
};

const editionOf = ({ game, edition, edition_text }: Written) =>
  EDITIONS[[game, edition ?? edition_text ?? []].flat().join(" ")] ?? "";
const copy = (record: Written) => structuredClone(record);

async function checks(record: Written, witness: Partial<Witness> = {}, edition = editionOf(record)): Promise<Check[]> {
  const module = gameModule(record.game);
  if (module === undefined) throw new Error(record.game);
  const { method = "", table, commitment = "", seed_commitments: list = null } = record.fair ?? {};
  const deal = { method, commitment, seeds: [], list };
  const all = { isName: (name: string) => name === table, deal: () => deal, adds: false, seen: record.steps };
  return check([record], edition, await module.deals(), { ...all, ...witness }) ?? [];
}

const wrong = async (record: Written, witness: Partial<Witness> = {}) =>
  (await checks(record, witness)).filter((each) => each.isRight === false).map((each) => each.what);

test.each(RECORDS.map((record, index): [string, number] => [`${record.game}, ${record.seats} seats`, index]))(
  "the deals of %s, record %i, are right",
  async (_, index) => {
    const record = RECORDS[index];
    if (record?.fair === undefined) throw new Error("no proof");
    const count = 5 + Number(record.game === "genius-loci") + 2 * Number(!isOld(record.fair));
    expect((await checks(record)).map((each) => each.isRight)).toEqual(Array.from({ length: count }, () => true));
  },
);

test.each(RECORDS.map((record, index): [string, number] => [`${record.game}, ${record.seats} seats`, index]))(
  "doctored deals of %s, record %i, are found",
  async (_, index) => {
    const record = RECORDS[index];
    if (record?.fair?.seeds === undefined) throw new Error("no seeds");
    const other = copy(record);
    other.fair = { ...record.fair, seeds: record.fair.seeds.map(() => "0".repeat(32)) };
    const draws = record.steps.length;
    const found = (await wrong(other)).filter((what) => what === "draw");
    expect(found.length > 0 || draws === 0).toBe(true);
    expect(await wrong({ ...copy(record), options: { strange: true } })).toContain("commitment");
    expect(await wrong({ ...copy(record), fair: { ...record.fair, secret: "00".repeat(32) } })).toContain("commitment");
  },
);

const [first] = RECORDS;

test("a manipulated deal is reported with its position", async () => {
  if (first === undefined) throw new Error("no record");
  const other = copy(first);
  const [, said = ""] = other.steps[0] ?? [];
  const swapped = said.replace(/^deal (\d)/, (_, dealer: string) => `deal ${1 - Number(dealer)}`);
  other.steps[0] = [null, swapped];
  expect((await checks(other)).find((each) => each.isRight === false)).toEqual({
    what: "draw",
    isRight: false,
    draw: 0,
    step: 1,
    given: said,
    said: swapped,
  });
});

const [newest] = RECORDS.filter(({ fair }) => fair && !isOld(fair));

test("deals are compared with what the browser saw", async () => {
  for (const record of [first, newest]) {
    if (record?.fair?.seeds === undefined) throw new Error("no record");
    const { method, commitment, seed_commitments: list = null, seeds } = record.fair;
    const own = seeds.filter(Boolean);
    const knows = (other: Partial<SeenDeal>) => ({
      deal: () => ({ method, commitment, seeds: own, list, ...other }),
      adds: true,
    });
    expect(await wrong(record, knows({}))).toEqual([]);
    expect(await wrong(record, knows({ commitment: "0".repeat(64) }))).toEqual(["shown"]);
    expect(await wrong(record, knows({ method: "elsewhere" }))).toEqual(["shown"]);
    expect(await wrong(record, knows({ seeds: ["f".repeat(32)] }))).toEqual(["own"]);
    expect(await wrong(record, knows({ seeds: ["f".repeat(32), ...own] }))).toEqual([]);
    expect(await wrong(record, { isName: () => false })).toEqual(["name"]);
    expect(await wrong(record, { seen: [] })).toEqual(["unlike"]);
    expect(await wrong(record, { seen: [[null, "deal 7 / ?"]] })).toEqual(["unlike"]);
    const open = await checks(record, { deal: () => null, adds: true });
    expect(open.filter((each) => each.isRight === null).map((each) => each.what)).toEqual(
      isOld(record.fair) ? ["shown", "own"] : ["shown", "list", "own"],
    );
  }
});

test("a host that forges name, list or seeds is detected", async () => {
  if (newest?.fair?.seeds === undefined) throw new Error("no record");
  const { fair } = newest;
  const { commitment, seeds = [], seed_commitments: list = null } = fair;
  const knows = {
    isName: (name: string) => name === fair.table,
    deal: () => ({ method: fair.method, commitment, seeds: seeds.filter(Boolean), list }),
    adds: true,
  };
  expect(await wrong({ ...newest, fair: { ...fair, table: "door" } }, knows)).toEqual(["commitment", "name"]);
  expect(await wrong({ ...newest, fair: { ...fair, voided: 1 } }, knows)).toEqual(["commitment"]);
  const chosen = seeds.map((seed) => seed || "0".repeat(32)); // chosen for an accomplice after all other seeds were opened
  expect(await wrong({ ...newest, fair: { ...fair, seeds: chosen } }, knows)).toContain("opened");
  const forged = chosen.map((seed) => seedCommitment(commitment, seed));
  expect(await wrong({ ...newest, fair: { ...fair, seeds: chosen, seed_commitments: forged } }, knows)).toContain(
    "list",
  );
  expect(await wrong({ ...newest, fair: { ...fair, method: "locarium/fair/1" } }, knows)).toContain("shown");
});

test("nothing can be checked without the secret", async () => {
  if (first?.fair === undefined) throw new Error("no record");
  const { method, table, commitment } = first.fair;
  expect(await checks({ ...first, fair: { method, table, commitment } })).toEqual([]);
});

test("editions in an unknown layout are rejected, not misread", async () => {
  expect(readCards(sheet)).toHaveLength(48);
  expect(readCards(sheet.replace("[cards]", "[ cards ]"))).toBeNull();
  expect(readCards(`${sheet}\n[cards]\n`)).toBeNull();
  expect(readLetters(spirits)).toEqual(["T", "P", "S", "Y", "C"]);
  expect(readLetters(spirits.replace('letter = "T"', '"letter" = "T"'))).toBeNull();
  const locus = RECORDS.find(({ game }) => game === "locus");
  const found = locus && (await checks(locus, {}, "cards = {}"));
  expect(found?.find((each) => each.what === "draws")?.isRight).toBeNull();
});

test("computes the deals of the example in the docs", () => {
  const example = JSON.parse(/^```json\n(.*?)\n```$/ms.exec(page)?.[1] ?? "") as GameRecord;
  const said = Array.from(page.matchAll(/^step +(.*)$/gm), ([, value = ""]) => value);
  const { fair } = example;
  expect(fair && drawn(example, 2, "", (draw, radices) => numbers(fair, String(draw), radices))).toEqual(said);
});
