import type { Case } from '../../../engine/case.ts';
import type { CleanCase } from '../clean-case.ts';
import type { Hits, MutantTarget } from './mutant-target.ts';
import type { SourceMutant } from './source-mutant.ts';

/** The cases that reach each mutant, in the run without mutants. */
export class Reached {
  readonly #hits = new Map<string, Hits>();
  /** By case, the mutants that it reaches by starting a node again. */
  readonly #restarts = new Map<string, ReadonlySet<string>>();
  /** Mutants that the start of a node reaches. */
  readonly atStart = new Set<string>();

  note({ id }: Pick<Case, 'id'>, hits: Hits, { atStart, atRestart }: Pick<MutantTarget, 'atStart' | 'atRestart'>): void {
    this.#hits.set(id, hits);
    if (atRestart.size > 0) this.#restarts.set(id, new Set(atRestart));
    for (const mutant of atStart) this.atStart.add(mutant);
  }

  /** The cases that reach a mutant, by its id. */
  casesOf(passed: readonly CleanCase[]): Map<string, CleanCase[]> {
    return casesById(passed, (id) => this.#hits.get(id)?.keys());
  }

  /** The cases that reach a mutant by starting a node again, by its id. */
  restartsOf(passed: readonly CleanCase[]): Map<string, CleanCase[]> {
    return casesById(passed, (id) => this.#restarts.get(id)?.keys());
  }

  /** How often a case reaches a mutant. */
  hitsOf({ id }: Pick<Case, 'id'>, mutant: Pick<SourceMutant, 'id'>): number {
    return this.#hits.get(id)?.get(mutant.id) ?? 0;
  }
}

function casesById(passed: readonly CleanCase[], mutantsOf: (id: string) => Iterable<string> | undefined): Map<string, CleanCase[]> {
  const cases = new Map<string, CleanCase[]>();
  for (const clean of passed) {
    for (const id of mutantsOf(clean.testCase.id) ?? []) {
      const known = cases.get(id);
      if (known) known.push(clean);
      else cases.set(id, [clean]);
    }
  }
  return cases;
}
