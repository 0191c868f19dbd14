import type { Case } from '../../../engine/case.ts';
import type { CleanCase } from '../clean-case.ts';
import type { Hits } from './mutant-target.ts';
import type { SourceMutant } from './source-mutant.ts';

/** The cases that reach each mutant, in the run without mutants. */
export class Reached {
  readonly #hits = new Map<string, Hits>();
  /** Mutants that the start of a node reaches. */
  readonly atStart = new Set<string>();

  note({ id }: Pick<Case, 'id'>, hits: Hits, atStart: ReadonlySet<string>): void {
    this.#hits.set(id, hits);
    for (const mutant of atStart) this.atStart.add(mutant);
  }

  /** The cases that reach a mutant, by its id. */
  casesOf(passed: readonly CleanCase[]): Map<string, CleanCase[]> {
    const cases = new Map<string, CleanCase[]>();
    for (const clean of passed) {
      for (const id of this.#hits.get(clean.testCase.id)?.keys() ?? []) {
        const known = cases.get(id);
        if (known) known.push(clean);
        else cases.set(id, [clean]);
      }
    }
    return cases;
  }

  /** How often a case reaches a mutant. */
  hitsOf({ id }: Pick<Case, 'id'>, mutant: Pick<SourceMutant, 'id'>): number {
    return this.#hits.get(id)?.get(mutant.id) ?? 0;
  }
}
