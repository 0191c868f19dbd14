/** Deeper than any file that Pyx reads or writes. Far below what a recursive function can follow. */
export const MAX_NESTING = 256;

/** A value whose parts are to be visited, and how deep it is: 1 for a list that is in no other. */
interface Nested {
  readonly value: object;
  readonly depth: number;
}

/**
 * Why a value from a JSON text cannot be used: it is nested too deeply to be visited recursively, or has a number that no
 * double holds, which was read as an infinity; undefined if it can be used.
 */
export function unusableJson(root: unknown, maxDepth = MAX_NESTING): string | undefined {
  const open: Nested[] = [];
  const visit = (value: unknown, depth: number): string | undefined => {
    if (typeof value === 'object' && value !== null) {
      if (depth > maxDepth) return `it is nested deeper than ${maxDepth.toLocaleString('en-GB')} levels`;
      open.push({ value, depth });
    }
    return typeof value === 'number' && !Number.isFinite(value) ? 'it has a number that is too large' : undefined;
  };
  let problem = visit(root, 1);
  for (let next = open.pop(); problem === undefined && next !== undefined; next = open.pop()) {
    for (const part of Object.values(next.value)) problem ??= visit(part, next.depth + 1);
  }
  return problem;
}
