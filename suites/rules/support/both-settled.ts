/**
 * Waits until both promises are settled, so that no work of a case continues after it. Then returns both values, or
 * throws the first error.
 */
export async function bothSettled<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
