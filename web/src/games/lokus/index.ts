import type { GameModule } from "../contract";

export const lokus: GameModule = {
  colours: ["var(--blue-ink)", "var(--orange-ink)", "var(--green-ink)", "var(--red-ink)", "var(--grey-ink)"],
  picture: () => import("./Picture.svelte"),
  board: () => import("./Board.svelte"),
  breakdown: () => import("./Breakdown.svelte"),
  figure: () => import("./Figure.svelte"),
  deals: () => import("./deals"),
  results: () => import("./results"),
  card: () => import("./HeldCard.svelte"),
};
