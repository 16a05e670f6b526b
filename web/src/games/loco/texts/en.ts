import type { Translation } from "../../../texts/translation";

export const en = {
  chooseCard: "Choose a card",
  chooseMarker: (card: string) => `You play ${card}. Which marker do you take?`,
  shoutHint: "Loco cards want a shout: press LOCO! first.",
  hasShouted: "You shouted LOCO! Now play your Loco card.",
  shoutForLocoOnly: "Only Loco cards are shouted; this card goes without.",
  forgotten: "You forgot to shout: no marker for that Loco card!",
  shoutLabel: "LOCO! Shout before you play a Loco card",
  putBack: "Put back",
  holds: (cards: number) => (cards === 1 ? "holds 1 card" : `holds ${cards} cards`),
  ownMarkers: (colour: string, count: number) => `${colour}: ${count}`,
  stock: (colour: string, count: number) => `${colour} marker, ${count} in stock`,
  pile: (colour: string, worth: number) => `${colour} pile, a marker is worth ${worth}`,
  noCards: "no cards",
  onTop: (card: string) => `${card} on top`,
  gameOf: (number: number, games: number) => `Game ${number} of ${games}`,
  nextGame: (number: number, totals: string) => `Game ${number} begins. So far: ${totals}.`,
  laidOut: (cards: number) => (cards === 1 ? "1 card lies face down" : `${cards} cards lie face down`),
  breakdown: "Markers times worth",
  total: "Total",
  table: "On the table",
  favourites: "Markers you take",
};

export type LocoTexts = Translation<typeof en>;
