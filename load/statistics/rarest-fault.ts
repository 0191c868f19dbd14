/**
 * How rare a fault may be that is still met with this probability among answers that were looked at: the largest n such that of
 * `looked` answers, each wrong in one of n cases by chance, at least one is wrong: (1 − 1/n)^looked ≤ 1 − confidence. Of answers
 * that were drawn from a fixed number of them without putting back, the probability is higher still. Null where none was looked at.
 */
export function rarestFault(looked: number, confidence: number): number | null {
  if (looked === 0) return null;
  return Math.floor(-1 / Math.expm1(Math.log1p(-confidence) / looked));
}
