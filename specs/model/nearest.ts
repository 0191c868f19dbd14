/** The known names similar to a given one, nearest first. */
export function nearest(name: string, known: readonly string[], count: number): string[] {
  const lower = name.toLowerCase();
  return known
    .map((candidate) => ({ candidate, distance: candidate.toLowerCase().includes(lower) ? 0 : distance(lower, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || a.candidate.length - b.candidate.length)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** The known name that differs only by a typing error. */
export function likely(name: string, known: readonly string[]): string | undefined {
  const [near] = nearest(name, known, 1);
  return near !== undefined && distance(name.toLowerCase(), near.toLowerCase()) <= Math.max(1, Math.floor(name.length / 3))
    ? near
    : undefined;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
