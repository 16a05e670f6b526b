import { expect, test } from "vitest";

type Texts = Record<string, string | ((...values: never[]) => string)>;

const modules = import.meta.glob<Record<string, Texts>>(["./{en,de,fr}.ts", "../games/*/texts/{en,de,fr}.ts"], {
  eager: true,
});
const catalogues = Object.keys(modules)
  .filter((path) => path.endsWith("/en.ts"))
  .flatMap((path) => ["de", "fr"].map((language) => ({ path, language })));

const textsOf = (path: string, language: string): Texts =>
  modules[path.replace(/en\.ts$/, `${language}.ts`)]?.[language] ?? {};

/** Return the indices of the parameters that a text uses. */
function used(text: string | ((...values: never[]) => string)): number[] {
  if (typeof text === "string") return [];
  const [, names = "", body = ""] = /^\(?([^)=]*)\)?\s*=>([\s\S]*)$/.exec(text.toString()) ?? [];
  const parameters = names.split(",").map((name) => name.trim());
  return parameters.flatMap((name, index) => (name && new RegExp(`\\b${name}\\b`).test(body) ? [index] : []));
}

test("finds the parameters that a text uses", () => {
  expect(used((first: string, second: number) => `${second} of ${first}`)).toEqual([0, 1]);
  expect(used((_: string, second: number) => `${second}`)).toEqual([1]);
  expect(used("none")).toEqual([]);
});

test("finds all catalogues", () => {
  expect(catalogues.length).toBeGreaterThanOrEqual(10);
});

test.each(catalogues)("$path has the same messages in $language", ({ path, language }) => {
  const [english, other] = [textsOf(path, "en"), textsOf(path, language)];
  expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect([key, used(other[key] ?? "")]).toEqual([key, used(text)]);
  }
});
