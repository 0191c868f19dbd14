import type { ActiveMutant, ReachedMutants } from '../../fixtures/targets/node-messages.ts';

// What the instrumented source reads at each place that mutants change: scripts/build-mutants.mjs writes `(pyxActive[7] === 1 && pyxHit(7))`
// and `pyxHits[7]++` there. Inner loops run through it.

/** Most mutants that a program has. */
const MOST = 1 << 16;
/** Where it is not known how often the source reaches the place. */
const DEFAULT_LIMIT = 1_000_000;

/** 1 for each mutant as which this process behaves. */
export const pyxActive = new Uint8Array(MOST);
/** How often the places of mutants were reached while the source was as it is there. */
export const pyxHits = new Uint32Array(MOST);
/** How often those as which it behaves were reached, and how often they may be. */
const activeHits = new Uint32Array(MOST);
const limits = new Float64Array(MOST);
let active: readonly number[] = [];

/** Called at the place of an active mutant. Throws if it is in an endless loop. */
export function pyxHit(mutant: number): true {
  if (++activeHits[mutant]! > limits[mutant]!) throw new Error(`the mutant ${mutant} was reached more than ${limits[mutant]} times`);
  return true;
}

/** Makes this process behave as mutants of its source, or as its source says. Returns how often those before were reached. */
export function switchTo(mutants: readonly ActiveMutant[]): ReachedMutants {
  const reached: Record<string, number> = {};
  for (const mutant of active) {
    if (activeHits[mutant]! > 0) reached[mutant] = activeHits[mutant]!;
    pyxActive[mutant] = 0;
  }
  active = mutants.map(({ id }) => Number(id));
  for (const { id, limit = DEFAULT_LIMIT } of mutants) {
    pyxActive[Number(id)] = 1;
    activeHits[Number(id)] = 0;
    limits[Number(id)] = limit;
  }
  return reached;
}

/** Whether this process behaves as a mutant now. */
export const isMutant = (): boolean => active.length > 0;

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
