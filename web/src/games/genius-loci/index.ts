import type { GameModule } from "../contract";

export const geniusLoci: GameModule = {
  colours: ["var(--purple-ink)", "var(--red-ink)", "var(--green-ink)", "var(--blue-ink)", "var(--yellow-ink)"],
  picture: () => import("./Picture.svelte"),
  board: () => import("./Board.svelte"),
  breakdown: () => import("./Breakdown.svelte"),
  figure: () => import("./Figure.svelte"),
  deals: () => import("./deals"),
  results: () => import("./results"),
  setup: () => import("./Setup.svelte"),
};
