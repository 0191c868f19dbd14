import type { CleanCase } from '../clean-case.ts';
import type { MutantAttempt } from './mutant-attempt.ts';
import type { Place, SourceMutant } from './source-mutant.ts';

/** Lines within which a case that killed another mutant is likely to kill this one. */
const NEAR_LINES = 12;
/** Share of the cases of a method. */
const MOST = 0.5;
/** How much less likely each further case of one method is to find what those before it did not. */
const FURTHER = 0.9;
/** Code that more methods use is of none of them. */
const FEW = 4;

/**
 * Orders the cases that reach a mutant: those that killed a mutant near it, then those of the method whose cases reach it most
 * (of its own handler all do, of what many methods use a few; where all do, the method with more cases), refusals last, the quickest first.
 * Cases of one method are alike, so that those of several methods alternate. These alternate with the cases
 * that run the code most often, and with those that run most of its file: of code that nearly all cases run, such as that of signatures,
 * these are the ones about it.
 */
export class Killers {
  /** Cases of each method. */
  readonly #ofMethod = new Map<string, number>();
  /** The places at which each case killed mutants, by file. */
  readonly #kills = new Map<string, { readonly clean: CleanCase; readonly at: Place }[]>();

  readonly #counts = new Map<CleanCase, number>();
  readonly #unblocking = new Map<CleanCase, number>();

  constructor(passed: readonly CleanCase[]) {
    for (const clean of passed) if (clean.testCase.basic === true) this.#unblocking.set(clean, 0);
    for (const { testCase } of passed) this.#ofMethod.set(methodOf(testCase), (this.#ofMethod.get(methodOf(testCase)) ?? 0) + 1);
  }

  /** That the case killed the mutant. `wasBlocking`: others could not be run with it. */
  note({ file, start }: Pick<SourceMutant, 'file' | 'start'>, clean: CleanCase, wasBlocking = false): void {
    this.#counts.set(clean, this.countOf(clean) + 1);
    if (wasBlocking) this.#unblocking.set(clean, (this.#unblocking.get(clean) ?? 0) + 1);
    const known = this.#kills.get(file) ?? [];
    known.push({ clean, at: start });
    this.#kills.set(file, known);
  }

  /**
   * The order among all cases that reach the mutant.
   * @param measures what speaks for a case beside its method, each in turn: how often it reaches the mutant, how much of its file
   */
  ordered(reaching: readonly CleanCase[], ...measures: readonly ((clean: CleanCase) => number)[]): CleanCase[] {
    const byMethod = this.#byMethod(reaching);
    const orders = [byMethod, ...measures.map((measure) => [...byMethod].sort((a, b) => measure(b) - measure(a)))];
    return [...new Set(byMethod.flatMap((_, at) => orders.map((order) => order[at] as CleanCase)))];
  }

  #byMethod(reaching: readonly CleanCase[]): CleanCase[] {
    const reached = new Map<string, number>();
    for (const { testCase } of reaching) reached.set(methodOf(testCase), (reached.get(methodOf(testCase)) ?? 0) + 1);
    const share = ({ testCase }: CleanCase): number => {
      const method = methodOf(testCase);
      // As if one more case did not reach it: a single case says less of the code than all of many do.
      return (reached.get(method) ?? 0) / ((this.#ofMethod.get(method) ?? 1) + 1);
    };
    const best = [...reaching].sort(
      (a, b) => share(b) - share(a) || Number(isRefusal(a)) - Number(isRefusal(b)) || a.durationMs - b.durationMs,
    );
    const seen = new Map<string, number>();
    const worth = best.map((clean) => {
      const method = methodOf(clean.testCase);
      const before = seen.get(method) ?? 0;
      seen.set(method, before + 1);
      return { clean, worth: share(clean) * FURTHER ** before };
    });
    return worth.sort((a, b) => b.worth - a.worth).map(({ clean }) => clean);
  }

  /** The methods most of whose cases are among these; none if they are many. Neutral ids. */
  methodsOf(reaching: readonly CleanCase[]): string[] {
    const counts = new Map<string, number>();
    for (const { testCase } of reaching) {
      if (testCase.method !== null && testCase.method !== undefined) counts.set(testCase.method, (counts.get(testCase.method) ?? 0) + 1);
    }
    const most = [...counts].flatMap(([method, count]) => (count / (this.#ofMethod.get(method) ?? 1) >= MOST ? [method] : []));
    return most.length <= FEW ? most.toSorted() : [];
  }

  /** Number of mutants that the case killed. */
  countOf(clean: CleanCase): number {
    return this.#counts.get(clean) ?? 0;
  }

  /** Cases that killed mutants with which others could not be run, the most of them first; before any did, those that are made for it. */
  get unblocking(): CleanCase[] {
    return [...this.#unblocking].sort(([, a], [, b]) => b - a).map(([clean]) => clean);
  }

  /** Cases that killed a mutant of the same place. */
  at({ file, start: { line, column } }: SourceMutant): CleanCase[] {
    const same = (this.#kills.get(file) ?? []).filter(({ at }) => at.line === line && at.column === column);
    return [...new Set(same.map(({ clean }) => clean))];
  }

  /** Cases that killed a mutant near it, those of the nearest ones first. */
  near({ file, start }: SourceMutant): CleanCase[] {
    const near = (this.#kills.get(file) ?? [])
      .map(({ clean, at }) => ({ clean, distance: Math.abs(at.line - start.line) }))
      .filter(({ distance }) => distance <= NEAR_LINES)
      .sort((a, b) => a.distance - b.distance);
    return [...new Set(near.map(({ clean }) => clean))];
  }

  /** Cases that killed mutants of a file, those of the most first. */
  ofFile(file: string): CleanCase[] {
    const counts = new Map<CleanCase, number>();
    for (const { clean } of this.#kills.get(file) ?? []) counts.set(clean, (counts.get(clean) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a).map(([clean]) => clean);
  }

  /**
   * The next case to try, of those that remain and fit: one of `unblocking` if others could not be run with the mutant, one that killed a
   * mutant near it, or else the likeliest.
   * @param isWorth whether one that killed none near it is tried
   */
  next(
    { mutant, open, isBlocking }: Pick<MutantAttempt, 'mutant' | 'open' | 'isBlocking'>,
    fits: (clean: CleanCase) => boolean,
    isWorth: (clean: CleanCase) => boolean = () => true,
  ): CleanCase | undefined {
    if (isBlocking) for (const clean of this.unblocking) if (open.has(clean) && fits(clean)) return clean;
    for (const clean of this.near(mutant)) if (open.has(clean) && fits(clean)) return clean;
    for (const clean of open) if (fits(clean) && isWorth(clean)) return clean;
    return undefined;
  }
}

/** A generated case whose call is to be refused, or of which no arguments are documented: one that is answered is checked in all that the documents describe of the result. */
export const isRefusal = ({ testCase }: CleanCase): boolean => testCase.generated === true && testCase.checksResult !== true;

/** Cases of several methods have none: each counts for itself. */
const methodOf = ({ id, method }: CleanCase['testCase']): string => method ?? id;
