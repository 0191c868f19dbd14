import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { CleanCase } from './clean-case.ts';
import type { PlantedFault } from './types.ts';

/** Finds the cases that may find a fault. */
export class LikelyFinders {
  readonly #byMethod = new Map<MethodId, CleanCase[]>();

  constructor(clean: readonly CleanCase[]) {
    for (const cleanCase of clean) {
      for (const method of cleanCase.calls.keys()) {
        const known = this.#byMethod.get(method);
        if (known) known.push(cleanCase);
        else this.#byMethod.set(method, [cleanCase]);
      }
    }
  }

  /**
   * The cases that make a call of the fault's method (and variant), those that find it most probably first: cases that
   * judge what the fault contradicts, then those of the method, then those that relate it to others, then the others by
   * number of calls. Among equals, the quickest first.
   */
  of(fault: Pick<PlantedFault, 'method' | 'variant' | 'covers'>): CleanCase[] {
    const covers = new Set(fault.covers);
    return (this.#byMethod.get(fault.method) ?? [])
      .filter(({ calls }) => fault.variant === undefined || calls.get(fault.method)?.variants.has(fault.variant) === true)
      .map((clean) => ({ clean, rank: rankOf(clean, fault, covers), count: clean.calls.get(fault.method)?.all.length ?? 0 }))
      .sort((a, b) => a.rank - b.rank || (a.rank === OTHER ? b.count - a.count : 0) || a.clean.durationMs - b.clean.durationMs)
      .map(({ clean }) => clean);
  }
}

const OTHER = 3;

function rankOf({ testCase }: CleanCase, { method }: Pick<PlantedFault, 'method'>, covers: ReadonlySet<string>): number {
  if (testCase.judges.some((id) => covers.has(id))) return 0;
  if (testCase.method === method) return 1;
  return testCase.generated !== true && testCase.uses.includes(method) ? 2 : OTHER;
}
