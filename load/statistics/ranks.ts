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
