/** Twice the rank of each value, so that the mean rank of equal values is whole; and how many are equal in each group. */
export function doubledRanks(values: readonly number[]): { readonly ranks2: number[]; readonly ties: number[] } {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks2: number[] = Array.from({ length: values.length }, () => 0);
  const ties: number[] = [];
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++;
    for (const index of order.slice(from, to)) ranks2[index] = from + 1 + to;
    ties.push(to - from);
    from = to;
  }
  return { ranks2, ties };
}

/**
 * A count of ranks, in any order, that keeps what it counted last: of values without ties it depends on their number alone, and
 * a comparison asks for it again and again.
 */
export function keepingLast<T>(count: (ranks2: readonly number[], size: number) => T): (ranks2: readonly number[], size?: number) => T {
  let last: { readonly key: string; readonly counted: T } | undefined;
  return (ranks2, size = ranks2.length) => {
    const key = `${size} of ${[...ranks2].sort((a, b) => a - b).join()}`;
    if (last?.key !== key) last = { key, counted: count(ranks2, size) };
    return last.counted;
  };
}
