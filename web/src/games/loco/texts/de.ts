import type { LocoTexts } from "./en";

export const de: LocoTexts = {
  chooseCard: "Wähle eine Karte",
  chooseMarker: (card) => `Du spielst ${card}. Welchen Marker nimmst du?`,
  shoutHint: "Zu Loco-Karten gehört ein Ruf: Drück erst LOCO!",
  hasShouted: "Du hast LOCO! gerufen. Jetzt spiel deine Loco-Karte.",
  shoutForLocoOnly: "Nur zu Loco-Karten gehört ein Ruf; diese Karte kommt ohne.",
  forgotten: "Ruf vergessen: Für diese Loco-Karte gibt es keinen Marker!",
  shoutLabel: "LOCO! Ruf, bevor du eine Loco-Karte spielst",
  putBack: "Zurücklegen",
  holds: (cards) => (cards === 1 ? "hält 1 Karte" : `hält ${cards} Karten`),
  ownMarkers: (colour, count) => `${colour}: ${count}`,
  stock: (colour, count) => `Marker ${colour}, ${count} im Vorrat`,
  pile: (colour, worth) => `Stapel ${colour}, ein Marker ist ${worth} wert`,
  noCards: "keine Karten",
  onTop: (card) => `${card} obenauf`,
  gameOf: (number, games) => `Spiel ${number} von ${games}`,
  nextGame: (number, totals) => `Spiel ${number} beginnt. Bisher: ${totals}.`,
  laidOut: (cards) => (cards === 1 ? "1 Karte liegt verdeckt" : `${cards} Karten liegen verdeckt`),
  breakdown: "Marker mal Wert",
  total: "Summe",
  table: "Auf dem Tisch",
};
