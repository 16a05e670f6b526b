/** Fetch now, and again whenever a dependency changes. Only the latest response counts. */
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
