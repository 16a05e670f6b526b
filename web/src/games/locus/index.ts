import type { GameModule } from "../contract";

export const locus: GameModule = {
  colours: ["var(--yellow-ink)", "var(--purple-ink)", "var(--red-ink)", "var(--green-ink)", "var(--blue-ink)"],
  picture: () => import("./Picture.svelte"),
  board: () => import("./Board.svelte"),
  breakdown: () => import("./Breakdown.svelte"),
  figure: () => import("./Figure.svelte"),
  deals: () => import("./deals"),
  results: () => import("./results"),
};
