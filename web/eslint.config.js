import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

/** Guards the layers: lib knows no app and no game; a game knows neither the app nor a sibling. */
function mayNotImport(regex) {
  return { "no-restricted-imports": ["error", { patterns: [{ regex, message: "The layers of the front end." }] }] };
}

export default defineConfig(
  globalIgnores(["src/api/types.ts"]),
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  { files: ["src/**"], rules: { "no-console": "error", eqeqeq: "error" } },
  { files: ["src/api/**", "src/texts/**"], rules: mayNotImport("/(lib|app|games)(/|$)") },
  { files: ["src/lib/**"], rules: mayNotImport("/(app|games)(/|$)") },
  { files: ["src/games/*/**"], rules: mayNotImport("/(app|locus|loco|lokus|genius-loci)(/|$)") },
);
