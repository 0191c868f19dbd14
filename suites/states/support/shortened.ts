/**
 * The shortest list found by removing items from a failing one: halves, quarters and so on, at last each single item,
 * until none can be removed. `fails` returns the failing part of a list (perhaps without its end), or undefined.
 */
export async function shortened<T>(
  failing: readonly T[],
  fails: (fewer: readonly T[]) => Promise<readonly T[] | undefined>,
): Promise<readonly T[]> {
  let kept = failing;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length;) {
      const fewer = kept.toSpliced(start, size);
      const again = fewer.length === 0 ? undefined : await fails(fewer);
      if (!again) start += size;
      else {
        kept = again;
        start = 0;
      }
    }
  }
  return kept;
}
