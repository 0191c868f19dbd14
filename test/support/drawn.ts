import { Random } from '../../fixtures/world/random.ts';

/** The seed of what is drawn anew each time; the environment variable PYX_SEED repeats a draw. */
export const drawSeed = process.env['PYX_SEED'] ?? String(Date.now());

/** A drawn share of a run for `--shard`, such as 2/3. `what` distinguishes draws of one seed. */
export const drawnShard = (what: string, parts: number): string => `${new Random(`shard ${what} ${drawSeed}`).integer(1, parts)}/${parts}`;
