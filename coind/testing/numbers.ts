/** Repeatable random numbers: each call returns one from 0 to below its limit. */
export function numbers(seed: number): (limit: number) => number {
  let value = seed;
  return (limit) => {
    value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0;
    return (value >>> 8) % limit;
  };
}
