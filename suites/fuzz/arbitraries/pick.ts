import type { Random } from 'fast-check';

export function pick<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new Error('nothing to pick from');
  return items[random.nextInt(0, items.length - 1)] as T;
}

/** True once in `n` times. */
export const oneIn = (random: Random, n: number): boolean => random.nextInt(1, n) === 1;

/** One of several by weight. */
export function weighted<T>(random: Random, choices: readonly (readonly [weight: number, choice: T])[]): T {
  let left = random.nextInt(
    1,
    choices.reduce((sum, [weight]) => sum + weight, 0),
  );
  for (const [weight, choice] of choices) if ((left -= weight) <= 0) return choice;
  throw new Error('there is no choice');
}
