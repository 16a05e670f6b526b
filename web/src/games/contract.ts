/** What the app hands to a game, and what a game hands to the app. */

import type { Component, Snippet } from "svelte";

import type { GameTexts } from "../api/client";
import type { News } from "../api/live";

/** Props of the table of a game. */
export interface BoardProps {
  news: News;
  texts: GameTexts;
  /** Grows with every refusal: whatever was shown ahead of the house's answer must be undone. */
  refusals: number;
  makeStep: (step: string) => void;
  takeBack: () => void;
  /** Links and buttons of the app that belong to the table. */
  exits: Snippet;
}

/** Props of what explains a result. */
export interface BreakdownProps {
  news: News;
  texts: GameTexts;
}

/** A game as the app finds it; each part is loaded when it is needed. */
export interface GameModule {
  /** Colours of its name in the mosaic. */
  colours: string[];
  picture: () => Promise<{ default: Component }>;
  board: () => Promise<{ default: Component<BoardProps> }>;
  breakdown: () => Promise<{ default: Component<BreakdownProps> }>;
}
