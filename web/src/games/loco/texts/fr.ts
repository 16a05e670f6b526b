import { plural } from "../../../texts/french";
import type { LocoTexts } from "./en";

export const fr: LocoTexts = {
  chooseCard: "Choisis une carte",
  chooseMarker: (card) => `Tu joues le ${card}. Quel jeton prends-tu ?`,
  shoutHint: "Avant de jouer une carte Loco, appuie sur LOCO!",
  hasShouted: "Tu as crié LOCO! Joue maintenant ta carte Loco.",
  shoutForLocoOnly: "On crie seulement pour une carte Loco. Ta carte n’en est pas une : joue-la sans crier.",
  forgotten: "Tu as oublié de crier : pas de jeton pour cette carte Loco !",
  shoutLabel: "Crier LOCO! avant de jouer une carte Loco",
  putBack: "Reprendre la carte",
  holds: (cards) => `${plural(cards, "carte")} en main`,
  ownMarkers: (colour, count) => `${colour} : ${count}`,
  stock: (colour, count) => `jeton ${colour}, ${count} en réserve`,
  pile: (colour, worth) => `couleur ${colour}, valeur d’un jeton : ${worth}`,
  noCards: "aucune carte",
  onTop: (card) => `${card} sur le dessus`,
  gameOf: (number, games) => `Partie ${number} sur ${games}`,
  nextGame: (number, totals) => `La partie ${number} commence. Scores : ${totals}.`,
  laidOut: (cards) => (cards < 2 ? `${cards} carte écartée` : `${cards} cartes écartées`),
  breakdown: "Points par couleur",
  total: "Total",
  table: "Table",
  favourites: "Tes couleurs de jetons préférées",
};
