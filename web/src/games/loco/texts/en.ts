import type { Translation } from "../../../texts/translation";

export const en = {
  chooseCard: "Choose a card",
  chooseMarker: (card: string) => `Playing ${card}. Which marker do you take?`,
  shoutHint: "Playing a Loco card? Press LOCO! first.",
  hasShouted: "You shouted LOCO! Now play your Loco card.",
  shoutForLocoOnly: "This isn’t a Loco card, so it needs no shout.",
  forgotten: "You forgot to shout: no marker for that Loco card!",
  shoutLabel: "LOCO! Shout before you play a Loco card",
  putBack: "Put back",
  holds: (cards: number) => (cards === 1 ? "1 card in hand" : `${cards} cards in hand`),
  ownMarkers: (colour: string, count: number) => `${colour}: ${count}`,
  stock: (colour: string, count: number) => `${colour} marker, ${count} in stock`,
  pile: (colour: string, worth: number) => `${colour} pile, each marker worth ${worth}`,
  noCards: "no cards",
  onTop: (card: string) => `${card} on top`,
  gameOf: (number: number, games: number) => `Game ${number} of ${games}`,
  nextGame: (number: number, totals: string) => `Game ${number} starts. Score so far: ${totals}.`,
  laidOut: (cards: number) => (cards === 1 ? "1 card out of play" : `${cards} cards out of play`),
  breakdown: "Points by colour (markers × value)",
  total: "Total",
  table: "Table",
  favourites: "Markers you take",
};

export type LocoTexts = Translation<typeof en>;
