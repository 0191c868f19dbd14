import type { Case } from '../../../engine/case.ts';
import type { FailedCase } from '../../../engine/selfcheck-results.ts';
import type { RunOptions } from '../../../engine/run.ts';
import { runClean } from '../clean-run.ts';
import type { CleanCase } from '../clean-case.ts';
import { isInLane, parts, type Lane, type Part } from '../lanes.ts';
import { drawnFrom } from '../select-faults.ts';
import { SelfcheckNodes } from '../selfcheck-nodes.ts';
import { Random } from '../../../fixtures/world/random.ts';
import { profileNames } from '../../../fixtures/targets/profiles.ts';
import { Killers } from './killers.ts';
import { MutantAttempt, type MutantResult } from './mutant-attempt.ts';
import { MutantNode } from './mutant-node.ts';
import type { OpenMutants } from './mutant-target.ts';
import { Reached } from './reached.ts';
import type { SourceMutant } from './source-mutant.ts';
import { tryMutant } from './try-mutant.ts';

export interface SourceSelfcheckOptions {
  /** Options of a trial; its first node is not used. */
  readonly run: RunOptions;
  readonly cases: readonly Case[];
  /** Those to try. */
  readonly mutants: readonly SourceMutant[];
  /** How the program with the mutants is started. */
  readonly openMutants: OpenMutants;
  /** One process can be one mutant after the other. Otherwise each run takes a new node. */
  readonly hasSwitches: boolean;
  /** Why a mutant cannot be found; such a mutant is not tried. */
  readonly exceptionOf: (mutant: SourceMutant) => string | undefined;
  /** Number of mutants, drawn by the seed from those that are not excepted. */
  readonly sample?: number | undefined;
  /** No further case is begun after this time (`performance.now()`). */
  readonly deadlineMs?: number | undefined;
  readonly onProgress?: (progress: SourceSelfcheckProgress) => void;
  /** Called after each part of the mutants, with what is known so far: the process may be killed. */
  readonly onPart?: (checked: SourceSelfchecked) => void;
}

/** Progress of the cases without a mutant, then of the mutants. `count`: cases that failed, or mutants that were killed. */
export interface SourceSelfcheckProgress {
  readonly phase: 'cases' | 'mutants';
  /** Which cases are run: `of the default profile`. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
  readonly count: number;
}

/** What the cases find of the mutants of a source. */
export interface SourceSelfchecked {
  /** Every mutant was tried that was to be. */
  readonly complete: boolean;
  readonly cases: {
    readonly passed: readonly CleanCase[];
    readonly failed: readonly FailedCase[];
    readonly inapplicable: number;
    readonly skipped: number;
    readonly durationMs: number;
  };
  readonly mutants: readonly MutantResult[];
}

/** A survivor that so many of the cases that reach it do not find, the likeliest first, is not tried with the others. */
const MOST_CASES = 40;
/** Where each run takes a new node. */
const MOST_STARTS = 4;

/** Cases whose nodes start as the mutant. */
const STARTED: Part = { name: 'on nodes that start with it', lanes: profileNames.map((profile) => ({ profile, ownNode: true })) };

/**
 * Runs every case without a mutant, and notes which mutants it reaches. Then tries one mutant at a time with the cases that reach
 * it, until one fails. Once `signal` aborts or the time is over, mutants remain untried. Throws as `selfcheck` does.
 */
export async function sourceSelfcheck(options: SourceSelfcheckOptions): Promise<SourceSelfchecked> {
  const { run, cases, openMutants, hasSwitches, deadlineMs, onProgress } = options;
  const startedAt = performance.now();
  const reached = new Reached();
  const cleanPool = new SelfcheckNodes({
    run,
    deadlineMs,
    newNode: (node) =>
      new MutantNode({
        ...node,
        openMutants,
        ...(hasSwitches && { onReached: (testCase, hits, atStart) => reached.note(testCase, hits, atStart) }),
      }),
  });
  let done = 0;
  const clean = await runClean({
    run,
    cases,
    pool: cleanPool,
    onCase: (part, count) => onProgress?.({ phase: 'cases', part, done: ++done, total: cases.length, count }),
  });
  const durationMs = Math.round(performance.now() - startedAt);
  // If it ended before, it is not known which cases could find a mutant.
  const isKnown = !cleanPool.isOver;
  const { passed, failed, inapplicable, skipped } = clean;
  const chosen = choose(options);
  const trying = new Trying(options, passed, reached, chosen.tried);
  const soFar = (complete: boolean): SourceSelfchecked => ({
    complete,
    cases: { passed, failed, inapplicable, skipped, durationMs },
    mutants: [...trying.results(isKnown), ...chosen.excepted],
  });
  if (!isKnown) return soFar(false);
  let isCut = false;
  for (const part of [...parts, STARTED]) {
    try {
      await trying.go(part);
    } catch (error) {
      // What is cut short by an interruption fails: its calls and starts of nodes were ended. What was found before is kept.
      if (run.signal?.aborted !== true) throw error;
      isCut = true;
    } finally {
      options.onPart?.(soFar(false));
    }
  }
  return soFar(!trying.isOver && !isCut);
}

/** Those to try, and those that are not tried because they are excepted. */
function choose({ mutants, exceptionOf, sample, run }: SourceSelfcheckOptions): {
  readonly tried: readonly SourceMutant[];
  readonly excepted: readonly MutantResult[];
} {
  const reasons = new Map(mutants.map((mutant) => [mutant, exceptionOf(mutant)]));
  const open = mutants.filter((mutant) => reasons.get(mutant) === undefined);
  const drawn = sample === undefined ? undefined : drawnFrom(open, sample, new Random(`${run.seed}/selfcheck/mutants`));
  return {
    tried: drawn ? open.filter((mutant) => drawn.has(mutant)) : open,
    excepted: mutants.flatMap((mutant) => {
      const reason = reasons.get(mutant);
      return reason === undefined
        ? []
        : [{ mutant, status: 'excepted', reason, tried: 0, reaching: 0, likeliest: [], methods: [], durationMs: 0 }];
    }),
  };
}

/** The mutants that are tried, with the cases that passed without one. */
class Trying {
  readonly #options: SourceSelfcheckOptions;
  readonly #pool: SelfcheckNodes<MutantNode>;
  readonly #startPool: SelfcheckNodes<MutantNode>;
  readonly #reached: Reached;
  readonly #killers: Killers;
  /** By switches in running nodes. */
  readonly #switched: MutantAttempt[] = [];
  /** By nodes that start as the mutant. */
  readonly #started: MutantAttempt[] = [];

  constructor(options: SourceSelfcheckOptions, passed: readonly CleanCase[], reached: Reached, mutants: readonly SourceMutant[]) {
    const { run, openMutants, hasSwitches, deadlineMs } = options;
    this.#options = options;
    this.#reached = reached;
    const pool = (startsMutants: boolean): SelfcheckNodes<MutantNode> =>
      new SelfcheckNodes({ run, deadlineMs, newNode: (node) => new MutantNode({ ...node, openMutants, startsMutants }) });
    this.#pool = pool(false);
    this.#startPool = pool(true);
    this.#killers = new Killers(passed);
    const casesOf = reached.casesOf(passed);
    const ofFile = casesOfFiles(mutants, casesOf);
    for (const mutant of mutants) {
      const cases = this.#killers.ordered(casesOf.get(mutant.id) ?? []);
      if (cases.length > 0) this.#switched.push(new MutantAttempt(mutant, cases, MOST_CASES, this.#killers.methodsOf(cases)));
      else {
        const ofMethods = hasSwitches ? [] : passed.filter(({ testCase }) => concerns(mutant, testCase));
        const near = reached.atStart.has(mutant.id) ? [...(ofFile.get(mutant.file) ?? [])] : ofMethods;
        this.#started.push(
          new MutantAttempt(mutant, this.#killers.ordered(near), MOST_STARTS, mutant.methods ?? this.#killers.methodsOf(near)),
        );
      }
    }
  }

  get isOver(): boolean {
    return this.#pool.isOver || this.#startPool.isOver;
  }

  results(isKnown: boolean): MutantResult[] {
    const all = [...this.#switched, ...this.#started].map((attempt) => attempt.result());
    return isKnown ? all : all.map((result) => ({ ...result, status: 'untried' }));
  }

  /** Tries the mutants that were not killed yet with the cases of a part. */
  async go(part: Part): Promise<void> {
    const attempts = part === STARTED ? this.#started : this.#switched;
    const fits = ({ testCase }: CleanCase, lane: Lane): boolean =>
      part === STARTED ? testCase.profile === lane.profile : isInLane(testCase, lane);
    const queues = part.lanes.map((lane) => ({
      lane,
      items: attempts.filter(({ open }) => [...open].some((clean) => fits(clean, lane))),
    }));
    const total = queues.reduce((sum, { items }) => sum + items.length, 0);
    let done = 0;
    await (part === STARTED ? this.#startPool : this.#pool).work(queues, async (node, attempt) => {
      await this.#try(node, attempt, (clean) => fits(clean, node.lane));
      const count = [...this.#switched, ...this.#started].filter(({ isKilled }) => isKilled).length;
      this.#options.onProgress?.({ phase: 'mutants', part: part.name, done: ++done, total, count });
    });
  }

  async #try(node: MutantNode, attempt: MutantAttempt, fits: (clean: CleanCase) => boolean): Promise<void> {
    const { signal } = this.#options.run;
    for (;;) {
      const clean = this.#killers.next(attempt, fits);
      if (clean === undefined || this.isOver) return;
      const startedAt = performance.now();
      const hits = this.#reached.hitsOf(clean.testCase, attempt.mutant);
      const result = await tryMutant(node, clean.testCase, attempt.mutant, hits === 0 ? undefined : limitOf(hits));
      if (signal?.aborted === true) return;
      attempt.note(clean, result, performance.now() - startedAt);
      if (result.type === 'killed') this.#killers.note(attempt.mutant, clean);
    }
  }
}

/** A mutant that is hit much more often than the source it replaces is in an endless loop. */
const limitOf = (hits: number): number => hits * 100 + 10_000;

/** Whether a mutant of a list concerns a method that a case calls; one without methods concerns all. */
const concerns = ({ methods }: SourceMutant, { method, uses }: Case): boolean =>
  methods === undefined || methods.some((id) => id === method || uses.includes(id));

/** The cases that reach any mutant of each file. */
function casesOfFiles(mutants: readonly SourceMutant[], casesOf: ReadonlyMap<string, readonly CleanCase[]>): Map<string, Set<CleanCase>> {
  const files = new Map<string, Set<CleanCase>>();
  for (const { id, file } of mutants) {
    const known = files.get(file) ?? new Set();
    for (const clean of casesOf.get(id) ?? []) known.add(clean);
    files.set(file, known);
  }
  return files;
}
