/** What the app hands to a game, and what a game hands to the app. */

import type { Component, Snippet } from "svelte";

import type { GameTexts } from "../api/client";
import type { News } from "../api/live";
import type { TableState } from "../api/types";
import type { Deals } from "../lib/fair";

type GameView = NonNullable<TableState["view"]>;

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
  /** Steps that are drawn as advice, where a game can. */
  advice?: string[];
}

/** Props of what sets up a position. */
export interface SetupProps {
  /** Any position of the game, to know its pieces. */
  view: GameView;
  texts: GameTexts;
  /** The position so far. */
  text: string;
  /** Another position, and whether nothing is missing in it. */
  onchange: (text: string, isWhole: boolean) => void;
}

/** Props of what explains a result. */
export interface BreakdownProps {
  news: News;
  texts: GameTexts;
}

/** Props of what draws the pictures of the rules. */
export interface FigureProps {
  /** As the rules call it. */
  name: string;
  texts: GameTexts;
}

/** Props of a card that somebody holds. */
export interface HeldCardProps {
  card: string;
  texts: GameTexts;
}

/** How results of a game are read, in charts. */
export interface Results {
  /** Which score wins; null if scores say no more than who won. */
  best: "most" | "fewest" | null;
  /** Of what is chosen again and again, by its key: a tone of tokens.css, if it wears one. */
  toneOf: (key: string) => string | undefined;
  /** What that is, as a title. */
  favourites: () => string;
}

/** A game as the app finds it; each part is loaded when it is needed. */
export interface GameModule {
  /** Colours of its name in the mosaic. */
  colours: string[];
  picture: () => Promise<{ default: Component }>;
  board: () => Promise<{ default: Component<BoardProps> }>;
  /** The pictures of the rules. */
  figure: () => Promise<{ default: Component<FigureProps> }>;
  breakdown: () => Promise<{ default: Component<BreakdownProps> }>;
  /** What the numbers of a draw mean, to check deals. */
  deals: () => Promise<Deals>;
  results: () => Promise<Results>;
  /** A card, in games with hands. */
  card?: () => Promise<{ default: Component<HeldCardProps> }>;
  /** Only where positions can be set up. */
  setup?: () => Promise<{ default: Component<SetupProps> }>;
}
