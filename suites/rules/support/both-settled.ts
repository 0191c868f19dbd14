/**
 * Waits until both are over, whatever comes of them, so that nothing of a case goes on behind its back. Then gives
 * both values, or throws what one of them threw.
 */
export async function bothSettled<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
