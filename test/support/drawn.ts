import { Random } from '../../fixtures/world/random.ts';

/** The seed of what is drawn anew each time; the environment variable PYX_SEED repeats a draw. */
export const drawSeed = process.env['PYX_SEED'] ?? String(Date.now());

/** A drawn share of a run for `--shard`, such as 2/3. `what` distinguishes draws of one seed. */
export const drawnShard = (what: string, parts: number): string => `${new Random(`shard ${what} ${drawSeed}`).integer(1, parts)}/${parts}`;

/** Some entries of a list, drawn for this run, in their order. `what` distinguishes draws of one seed. */
export function drawnOf<T>(what: string, list: readonly T[], count: number): T[] {
  const random = new Random(`${what} ${drawSeed}`);
  const left = list.map((_, index) => index);
  const taken = new Set<number>();
  while (taken.size < count && left.length > 0) taken.add(left.splice(random.integer(0, left.length - 1), 1)[0] as number);
  return list.filter((_, index) => taken.has(index));
}
