import type { CleanCase } from '../clean-case.ts';
import type { SourceMutant } from './source-mutant.ts';
import type { MutantTryResult } from './try-mutant.ts';

/** What became of a mutant. */
export interface MutantResult {
  readonly mutant: SourceMutant;
  /**
   * killed: a case failed that passes without it. survived: all cases that were tried passed. not-reached: no case runs the changed
   * code. untried: the run ended before. excepted: it is in the list of exceptions.
   */
  readonly status: 'killed' | 'survived' | 'not-reached' | 'untried' | 'excepted';
  /** Why it cannot be found, or why a case that should find it did not judge it. */
  readonly reason?: string;
  /** The failure by which it was found. */
  readonly killer?: { readonly case: string; readonly check: string; readonly evidence: string; readonly message: string };
  /** Number of cases that were run with it. */
  readonly tried: number;
  /** Number of cases that reach it. */
  readonly reaching: number;
  /** Ids of some of them, the likeliest to find it first. */
  readonly likeliest: readonly string[];
  /** See `Killers.methodsOf`. */
  readonly methods: readonly string[];
  readonly durationMs: number;
}

/** Number of cases that a result names, and that are tried although each needs a node of its own. */
const LIKELIEST = 8;

/** A mutant that is being tried. */
export class MutantAttempt {
  readonly mutant: SourceMutant;
  /** Cases that were not run with it yet, in the order in which they are run. */
  readonly open: Set<CleanCase>;
  /** The first ones of these. */
  readonly likely: ReadonlySet<CleanCase>;
  readonly #reaching: number;
  readonly #likeliest: readonly string[];
  readonly #methods: readonly string[];
  readonly #run = new Set<CleanCase>();
  #killer: MutantResult['killer'];
  #unjudged: string | undefined;
  #durationMs = 0;

  /**
   * @param reaching the cases that reach it, the likeliest to find it first
   * @param chosen those of them that are run, in this order
   * @param methods whose cases reach it: see `Killers.methodsOf`
   */
  constructor(mutant: SourceMutant, reaching: readonly CleanCase[], chosen: readonly CleanCase[], methods: readonly string[]) {
    this.mutant = mutant;
    this.open = new Set(chosen);
    this.likely = new Set(chosen.slice(0, LIKELIEST));
    this.#reaching = reaching.length;
    this.#likeliest = reaching.slice(0, LIKELIEST).map(({ testCase }) => testCase.id);
    this.#methods = methods;
  }

  /** Whether a case was inapplicable with it: others are likely to be so too, and then judge none of what is tried with it. */
  get isBlocking(): boolean {
    return this.#unjudged !== undefined;
  }

  get isKilled(): boolean {
    return this.#killer !== undefined;
  }

  /** These are to be run with it too, if they were not. */
  add(cases: readonly CleanCase[]): void {
    for (const clean of cases) if (!this.#run.has(clean)) this.open.add(clean);
  }

  note(clean: CleanCase, result: MutantTryResult, durationMs: number): void {
    this.open.delete(clean);
    this.#run.add(clean);
    this.#durationMs += durationMs;
    // Such a case says nothing of the mutant: it may be the one that should find it.
    if (result.type === 'internal' || result.type === 'skipped') this.#unjudged ??= `${clean.testCase.id}: ${result.reason}`;
    if (result.type !== 'killed' || this.#killer) return;
    const { check, evidence, message } = result.finding;
    this.#killer = { case: clean.testCase.id, check, evidence, message };
    this.open.clear();
  }

  result(): MutantResult {
    const common = {
      mutant: this.mutant,
      tried: this.#run.size,
      reaching: this.#reaching,
      likeliest: this.#likeliest,
      methods: this.#methods,
      durationMs: Math.round(this.#durationMs),
    };
    if (this.#killer) return { ...common, status: 'killed', killer: this.#killer };
    if (this.#reaching === 0) return { ...common, status: 'not-reached' };
    if (this.open.size > 0) return { ...common, status: 'untried' };
    return { ...common, status: 'survived', ...(this.#unjudged !== undefined && { reason: this.#unjudged }) };
  }
}
