/** What was chosen of a game's options, and what it means for the number of seats. */

import type { GameTexts } from "../api/client";
import type { GameInfo, OptionInfo } from "../api/types";

type Value = OptionInfo["choices"][number] | null; // null: what is written for it

export interface Chosen {
  /** By option. */
  values: Record<string, Value>;
  written: Record<string, string>;
}

export const firstChoices = (options: OptionInfo[]): Chosen => ({
  values: Object.fromEntries(options.map((option) => [option.name, option.choices[0] ?? null])),
  written: {},
});

/** As the house is told; options of the rules, or of the table. */
export const tellChoices = (options: OptionInfo[], kind: OptionInfo["kind"], { values, written }: Chosen) =>
  Object.fromEntries(
    options
      .filter((option) => option.kind === kind)
      .map(({ name }) => [name, values[name] ?? written[name]?.trim() ?? ""]),
  );

/** How many can play; an option may make room for more, or fewer. */
export function seatCounts({ fewest, most, options }: GameInfo, { values }: Chosen): number[] {
  const bounds = (of: "fewest" | "most", usual: number) =>
    options.map((option) => option[of][option.choices.findIndex((each) => each === values[option.name])] ?? usual);
  const [first, last] = [Math.min(fewest, ...bounds("fewest", fewest)), Math.max(most, ...bounds("most", most))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** What is agreed, in sentences of the game. */
export const explainOptions = (texts: GameTexts, options: Record<string, unknown>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const words = value === true ? texts["options"]?.[name] : texts["choices"]?.[`${name}.${String(value)}`];
    return words === undefined ? [] : [words];
  });
