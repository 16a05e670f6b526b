import type { GameModule } from "../contract";

export const loco: GameModule = {
  colours: ["var(--red-ink)", "var(--blue-ink)", "var(--green-ink)", "var(--purple-ink)", "var(--yellow-ink)"],
  picture: () => import("./Picture.svelte"),
  board: () => import("./Board.svelte"),
  breakdown: () => import("./Breakdown.svelte"),
  figure: () => import("./Figure.svelte"),
  deals: () => import("./deals"),
  results: () => import("./results"),
  card: () => import("./HeldCard.svelte"),
};
