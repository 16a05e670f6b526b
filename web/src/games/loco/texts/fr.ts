import type { LocoTexts } from "./en";

export const fr: LocoTexts = {
  chooseCard: "Choisissez une carte",
  chooseMarker: (card) => `Vous jouez : ${card}. Quel jeton prenez-vous ?`,
  shoutHint: "Avec une carte Loco, on crie : appuyez d’abord sur LOCO!",
  hasShouted: "Vous avez crié LOCO! Jouez votre carte Loco.",
  shoutForLocoOnly: "On ne crie qu’avec les cartes Loco ; cette carte se joue sans.",
  forgotten: "Cri oublié : pas de jeton pour cette carte Loco !",
  shoutLabel: "LOCO! Criez avant de jouer une carte Loco",
  putBack: "Reposer",
  holds: (cards) => (cards <= 1 ? `tient ${cards} carte` : `tient ${cards} cartes`),
  ownMarkers: (colour, count) => `${colour} : ${count}`,
  stock: (colour, count) => `jeton ${colour}, ${count} en réserve`,
  pile: (colour, worth) => `pile ${colour}, un jeton vaut ${worth}`,
  noCards: "aucune carte",
  onTop: (card) => `${card} sur le dessus`,
  gameOf: (number, games) => `Partie ${number} sur ${games}`,
  nextGame: (number, totals) => `La partie ${number} commence. Jusqu’ici : ${totals}.`,
  laidOut: (cards) => (cards <= 1 ? `${cards} carte écartée` : `${cards} cartes écartées`),
  breakdown: "Jetons fois valeur",
  total: "Total",
  table: "Sur la table",
};
