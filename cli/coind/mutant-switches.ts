import type { ReachedMutants } from '../../fixtures/targets/node-messages.ts';

// What the instrumented source reads at each place that mutants change: scripts/build-mutants.mjs writes `(pyxMutant === 7 && pyxHit())`
// and `pyxHits[7]++` there. Inner loops run through it.

/** Most mutants that a program has. */
const MOST = 1 << 16;
const NONE = -1;

/** The mutant as which this process behaves. */
export let pyxMutant = NONE;
/** How often the places of mutants were reached while the source was as it is there. */
export const pyxHits = new Uint32Array(MOST);
let activeHits = 0;
let limit = Infinity;

/** Called at the place of the active mutant. Throws if it is in an endless loop. */
export function pyxHit(): true {
  if (++activeHits > limit) throw new Error(`the mutant ${pyxMutant} was reached more than ${limit} times: it does not end`);
  return true;
}

/** Makes this process behave as one mutant of its source, or as its source says. After more hits than `most` the mutant throws. */
export function switchTo(mutant: string | undefined, most: number): void {
  pyxMutant = mutant === undefined ? NONE : Number(mutant);
  activeHits = 0;
  limit = most;
}

/** Hits are counted from now on; earlier, from the start on. */
export function count(): void {
  pyxHits.fill(0);
}

export function countedHits(): ReachedMutants {
  const reached: Record<string, number> = {};
  for (let mutant = 0; mutant < MOST; mutant++) {
    const number = pyxHits[mutant] ?? 0;
    if (number > 0) reached[mutant] = number;
  }
  return reached;
}
