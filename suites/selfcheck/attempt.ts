import type { FaultResult, Finder } from '../../engine/power.ts';
import type { CleanCase } from './clean-case.ts';
import type { Verdict } from './try-fault.ts';
import type { PlantedFault } from './types.ts';

/** A fault that is being attempted, with what its cases have shown so far. */
export class Attempt {
  readonly fault: PlantedFault;
  /** Cases that were not run with the fault yet, in the order in which they are run. */
  readonly #open: Set<CleanCase>;
  readonly #passed: string[] = [];
  #finder: Finder | undefined;
  /** Its nodes ended with some case, so that it could not be tried with all. */
  #isInterrupted = false;
  #durationMs = 0;

  constructor(fault: PlantedFault, candidates: readonly CleanCase[]) {
    this.fault = fault;
    this.#open = new Set(candidates);
  }

  /** Cases to run; empty once the fault was found. */
  get open(): CleanCase[] {
    return this.#finder ? [] : [...this.#open];
  }

  get isFound(): boolean {
    return this.#finder !== undefined;
  }

  /** Its nodes ended with some case, and no other case found it. */
  get isInterrupted(): boolean {
    return this.#isInterrupted && !this.isFound;
  }

  /** Whether a case is known to pass with the fault. */
  hasPassed(caseId: string): boolean {
    return this.#passed.includes(caseId);
  }

  note(clean: CleanCase, verdict: Verdict, durationMs: number): void {
    this.#durationMs += durationMs;
    this.#open.delete(clean);
    if (verdict.type === 'lost') this.#isInterrupted = true;
    if (verdict.type === 'passed') this.#passed.push(clean.one.id);
    if (verdict.type !== 'found' || this.#finder) return;
    const { check, evidence, path, message } = verdict.finding;
    this.#finder = { case: clean.one.id, check, evidence, message, ...(path !== undefined && { path }) };
  }

  result(exception: string | undefined): FaultResult {
    const { id, operator, method, place, covers, sentence, outOfScope } = this.fault;
    return {
      id,
      operator,
      method,
      place,
      covers,
      sentence,
      ...(outOfScope && { outOfScope }),
      status: this.#status(),
      ...(this.#finder && { finder: this.#finder }),
      ...(exception !== undefined && { exception }),
      passed: this.#passed,
      durationMs: Math.round(this.#durationMs),
    };
  }

  #status(): FaultResult['status'] {
    if (this.#finder) return 'found';
    if (this.#open.size > 0 || this.#isInterrupted) return 'untried';
    return this.#passed.length > 0 ? 'missed' : 'not-reached';
  }
}
