import { expect, test } from "vitest";

import { texts } from ".";

test("queuePlace formats positions in every language", () => {
  expect([1, 2, 3, 4, 11, 22].map(texts.en.queuePlace)).toEqual([
    "Next in the queue",
    "2nd in the queue",
    "3rd in the queue",
    "4th in the queue",
    "11th in the queue",
    "22nd in the queue",
  ]);
  expect([1, 3].map(texts.de.queuePlace)).toEqual(["Als Nächstes an der Reihe", "Platz 3 in der Warteschlange"]);
  expect([1, 3].map(texts.fr.queuePlace)).toEqual(["C’est bientôt ton tour", "Position 3 dans la file d’attente"]);
});
