/** The chosen options of a game, and the seat counts they allow. */

import type { GameTexts } from "../api/client";
import type { GameInfo, OptionInfo } from "../api/types";

type Value = OptionInfo["choices"][number] | null; // null for a custom text

export interface Chosen {
  /** Values by option name. */
  values: Record<string, Value>;
  written: Record<string, string>;
}

export const firstChoices = (options: OptionInfo[]): Chosen => ({
  values: Object.fromEntries(options.map((option) => [option.name, option.choices[0] ?? null])),
  written: {},
});

/** Return the chosen rules options or table options in the form that the server expects. */
export const tellChoices = (options: OptionInfo[], kind: OptionInfo["kind"], { values, written }: Chosen) =>
  Object.fromEntries(
    options
      .filter((option) => option.kind === kind)
      .map(({ name }) => [name, values[name] ?? written[name]?.trim() ?? ""]),
  );

/** Return the possible numbers of seats. Options can raise or lower the limits. */
export function seatCounts({ fewest, most, options }: GameInfo, { values }: Chosen): number[] {
  const bounds = (of: "fewest" | "most", usual: number) =>
    options.map((option) => option[of][option.choices.findIndex((each) => each === values[option.name])] ?? usual);
  const [first, last] = [Math.min(fewest, ...bounds("fewest", fewest)), Math.max(most, ...bounds("most", most))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Describe the chosen options in sentences. */
export const explainOptions = (texts: GameTexts, options: Record<string, unknown>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const words = value === true ? texts["options"]?.[name] : texts["choices"]?.[`${name}.${String(value)}`];
    return words === undefined ? [] : [words];
  });
