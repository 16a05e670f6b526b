/** The interface between the app and the games. */

import type { Component, Snippet } from "svelte";

import type { GameTexts } from "../api/client";
import type { News } from "../api/live";
import type { TableState } from "../api/types";
import type { Deals } from "../lib/fair";

type GameView = NonNullable<TableState["view"]>;

/** Props of a game's table. */
export interface BoardProps {
  news: News;
  texts: GameTexts;
  /** Increases with every rejected step. The board then resets whatever it showed ahead of the server's answer. */
  refusals: number;
  makeStep: (step: string) => void;
  takeBack: () => void;
  /** The app's links and buttons for the table. */
  exits: Snippet;
  /** Steps to draw as a hint, in games that support it. */
  advice?: string[];
}

/** Props of the position editor. */
export interface SetupProps {
  /** Any position of the game, which tells the editor about the pieces. */
  view: GameView;
  texts: GameTexts;
  /** The current position. */
  text: string;
  /** Called with the new position, and whether it is complete. */
  onchange: (text: string, isWhole: boolean) => void;
}

/** Props of the result breakdown. */
export interface BreakdownProps {
  news: News;
  texts: GameTexts;
}

/** Props of the figures in the rules. */
export interface FigureProps {
  /** The figure's name in the rules. */
  name: string;
  texts: GameTexts;
}

/** Props of a card in a hand. */
export interface HeldCardProps {
  card: string;
  texts: GameTexts;
}

/** How charts interpret the results of a game. */
export interface Results {
  /** Which score wins. Null if scores say no more than the winner. */
  best: "most" | "fewest" | null;
  /** Return the colour of a favourite by its key, as a tone of tokens.css, if it has one. */
  toneOf: (key: string) => string | undefined;
  /** The title of the favourites chart. */
  favourites: () => string;
}

/** The front end of a game. Each part is loaded when needed. */
export interface GameModule {
  /** Colours of the game's name in the mosaic. */
  colours: string[];
  picture: () => Promise<{ default: Component }>;
  board: () => Promise<{ default: Component<BoardProps> }>;
  /** The figures in the rules. */
  figure: () => Promise<{ default: Component<FigureProps> }>;
  breakdown: () => Promise<{ default: Component<BreakdownProps> }>;
  /** How to read the numbers of a draw, to verify deals. */
  deals: () => Promise<Deals>;
  results: () => Promise<Results>;
  /** A card, in games with hands. */
  card?: () => Promise<{ default: Component<HeldCardProps> }>;
  /** Only in games with a position board. */
  setup?: () => Promise<{ default: Component<SetupProps> }>;
}
