import type { FaultResult, Finder } from '../../engine/selfcheck-results.ts';
import type { CleanCase } from './clean-case.ts';
import type { FaultTryResult } from './try-fault.ts';
import type { PlantedFault } from './types.ts';

/** A fault that is being attempted, with what its cases have shown so far. */
export class Attempt {
  readonly fault: PlantedFault;
  /** Cases that were not run with the fault yet, in the order in which they are run. */
  readonly #open: Set<CleanCase>;
  readonly #passed: string[] = [];
  #finder: Finder | undefined;
  /** Reason of the waiver that accepts what a case found of it. */
  #waiver: string | undefined;
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

  note(clean: CleanCase, result: FaultTryResult, durationMs: number): void {
    this.#durationMs += durationMs;
    this.#open.delete(clean);
    if (result.type === 'lost') this.#isInterrupted = true;
    if (result.type === 'passed') {
      this.#passed.push(clean.testCase.id);
      this.#waiver ??= [...result.waived].find(
        ([key]) => !clean.waived.has(key) && namesOf(key).includes(namesOf(this.fault.place).at(-1) ?? ''),
      )?.[1];
    }
    if (result.type !== 'found' || this.#finder) return;
    const { check, evidence, path, message } = result.finding;
    this.#finder = { case: clean.testCase.id, check, evidence, message, ...(path !== undefined && { path }) };
  }

  result(exception: string | undefined): FaultResult {
    const { id, operator, method, place, covers, sentence } = this.fault;
    const status = this.#status();
    // The target lacks what a case would find wrong.
    const waived = status === 'missed' && this.#waiver !== undefined ? { rule: 'waived-difference', reason: this.#waiver } : undefined;
    const outOfScope = this.fault.outOfScope ?? waived;
    return {
      id,
      operator,
      method,
      place,
      covers,
      sentence,
      ...(outOfScope && { outOfScope }),
      status,
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

/** The names of members in a path. */
const namesOf = (path: string): string[] => path.match(/\w+/g) ?? [];
