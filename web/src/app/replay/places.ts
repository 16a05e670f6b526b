/** Keep games of the same deal in sync: by chance draws, then turns, then steps. */

/** After each number of steps, from 0: the chance draws so far, and the current turn. */
export interface Course {
  draws: number[];
  turns: number[];
}

/** The number of draws, the turn, and the steps since either of them changed. */
type Place = readonly [number, number, number];

function placesOf({ draws, turns }: Course): Place[] {
  let since = 0;
  return draws.map((drawn, step) => {
    const turn = turns[step] ?? 0;
    since = step > 0 && draws[step - 1] === drawn && turns[step - 1] === turn ? since + 1 : 0;
    return [drawn, turn, since];
  });
}

function compare(one: Place, other: Place): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** Return all positions of the games in order. Each is a list with the step of every game at that position. */
export function stepsInStep(courses: Course[]): number[][] {
  const games = courses.map(placesOf);
  const sorted = games.flat().sort(compare);
  const places = sorted.filter((place, index) => index === 0 || compare(place, sorted[index - 1] ?? place) !== 0);
  const at = games.map(() => 0);
  return places.map((place) =>
    games.map((game, number) => {
      let step = at[number] ?? 0;
      for (let next = game[step + 1]; next !== undefined && compare(next, place) <= 0; next = game[step + 1]) step += 1;
      return (at[number] = step);
    }),
  );
}
