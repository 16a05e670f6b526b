/** Ask, and ask again whenever what the question depends on has changed; only the newest answer is heard. */
export function follow<Found>(
  ask: () => Promise<Found> | null,
  onfound: (found: Found) => void,
  onproblem: (error: unknown) => void,
): void {
  $effect(() => {
    let isStale = false;
    ask()?.then(
      (found) => {
        if (!isStale) onfound(found);
      },
      (error: unknown) => {
        if (!isStale) onproblem(error);
      },
    );
    return () => (isStale = true);
  });
}
