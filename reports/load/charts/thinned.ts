/** x and y, ascending in x; `null` where nothing was measured leaves a gap. */
export type Point = readonly [x: number, y: number | null];

/**
 * The points of a line of at most `columns` pixels without those that make no difference to it: of each column the first,
 * the lowest, the highest and the last one are kept (M4 aggregation, Jugel et al., VLDB 2014), and one gap.
 */
export function thinned(points: readonly Point[], columns: number): readonly Point[] {
  if (points.length <= 4 * columns) return points;
  const from = points[0]?.[0] ?? 0;
  const width = ((points.at(-1)?.[0] ?? 0) - from) / columns;
  if (!(width > 0)) return points;
  const kept: Point[] = [];
  for (let start = 0; start < points.length;) {
    const column = columnOf(points[start]!);
    let end = start + 1;
    while (end < points.length && columnOf(points[end]!) === column) end++;
    kept.push(...ofColumn(points.slice(start, end)));
    start = end;
  }
  return kept;

  function columnOf([x]: Point): number {
    return Math.min(columns - 1, Math.floor((x - from) / width));
  }
}

function ofColumn(points: readonly Point[]): Point[] {
  const wanted = new Set([0, points.length - 1]);
  let [lowest, highest] = [-1, -1];
  points.forEach(([, y], index) => {
    if (y === null) {
      wanted.add(index);
      return;
    }
    if (lowest === -1 || y < points[lowest]![1]!) lowest = index;
    if (highest === -1 || y > points[highest]![1]!) highest = index;
  });
  for (const index of [lowest, highest]) if (index !== -1) wanted.add(index);
  const ordered = [...wanted].sort((a, b) => a - b).map((index) => points[index]!);
  // Of several gaps one is enough.
  return ordered.filter(([, y], index) => y !== null || index === 0 || ordered[index - 1]![1] !== null);
}
