import type { FailedCase, FaultResult, SelfcheckResults } from '../../engine/selfcheck-results.ts';
import type { RunOptions } from '../../engine/run.ts';
import type { Case } from '../../engine/case.ts';
import { altersAny } from './alters-any.ts';
import { Attempt } from './attempt.ts';
import { SelfcheckNode } from './selfcheck-node.ts';
import { SelfcheckNodes } from './selfcheck-nodes.ts';
import { LikelyFinders } from './likely-finders.ts';
import type { CleanCase } from './clean-case.ts';
import { runClean } from './clean-run.ts';
import { exceptionOf, staleExceptions, type Exception } from './exceptions-file.ts';
import { faultsOf } from './faults.ts';
import { isInLane, parts, type Part } from './lanes.ts';
import { faultsFor, JudgedRules } from './judged-rules.ts';
import { selectFaults, type FaultSelection } from './select-faults.ts';
import { alterationOf, altersNode, tryFault, type FaultTryResult } from './try-fault.ts';
import type { OnTried } from './tried.ts';
import type { PlantedFault } from './types.ts';

export interface SelfcheckOptions {
  /** Options of a trial; its first node is not used. */
  readonly run: RunOptions;
  readonly cases: readonly Case[];
  readonly selection: FaultSelection;
  readonly exceptions: readonly Exception[];
  /** No further case is begun after this time (`performance.now()`). */
  readonly deadlineMs?: number | undefined;
  readonly onProgress?: (progress: SelfcheckProgress) => void;
  /** Called each time when cases were run with a fault. */
  readonly onTried?: OnTried | undefined;
  /** Called after each part of the cases, with what is known so far: the process may be killed. */
  readonly onPart?: (selfchecked: Selfchecked) => void;
}

/** Progress of the cases without a fault, then of the faults, then of the cases of rules that no fault has shown to be judged. */
export interface SelfcheckProgress {
  readonly phase: 'cases' | 'faults' | 'rules';
  /** Which cases are run: `of the default profile`. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
  /** Number of cases that failed, of faults that were found, or of cases that show no more of their rules. */
  readonly count: number;
}

/** What a selfcheck has shown; see `SelfcheckResults`. */
export type Selfchecked = Pick<
  SelfcheckResults,
  'complete' | 'cases' | 'faults' | 'rules' | 'ofAbsentMethods' | 'internalErrors' | 'lostNodes' | 'staleExceptions'
>;

/**
 * Runs every case without a fault. Then plants one fault at a time between the client and the node, and runs the cases
 * that make a call of its method until one fails. Once `signal` aborts or the time is over, faults remain untried. Throws
 * `TargetError` if no node can be started any more, or one after another ends, and `RefusedError` if one reports another chain;
 * `onPart` has what was found before.
 */
export async function selfcheck(options: SelfcheckOptions): Promise<Selfchecked> {
  const { run, selection, exceptions, onProgress, onPart } = options;
  const startedAt = performance.now();
  const lostNodes: { readonly case: string; readonly message: string }[] = [];
  const pool = new SelfcheckNodes({
    ...options,
    newNode: (node) => new SelfcheckNode(node),
    onLoss: ({ id }, message) => lostNodes.push({ case: id, message }),
  });
  const selected = selectFaults(offered(faultsOf(run.specification, new Map()), run), selection, run.seed);
  const cases = casesOf(selected.attempted, options);
  let done = 0;
  const clean = await runClean({
    run,
    cases,
    pool,
    onCase: (part, count) => onProgress?.({ phase: 'cases', part, done: ++done, total: cases.length, count }),
  });
  const durationMs = Math.round(performance.now() - startedAt);
  // If it ended before, it is not known which cases could find a fault.
  const isKnown = !pool.isOver;
  // The same faults again, which now have values from the node.
  const all = new Map(faultsOf(run.specification, clean.observed).map((fault) => [fault.id, fault]));
  const finders = new LikelyFinders(clean.passed);
  const attempts = selected.attempted.map(({ id }) => all.get(id) as PlantedFault).map((fault) => new Attempt(fault, finders.of(fault)));
  const faultRun = new FaultRun(options, pool);
  const resultsSoFar = (complete: boolean): Selfchecked => {
    const results = isKnown
      ? attempts.map((attempt) => attempt.result(exceptionOf(exceptions, attempt.fault.id)))
      : selected.attempted.map(untried);
    const { passed, inapplicable, skipped } = clean;
    const failed = [...clean.failed, ...faultRun.unreliable.values()];
    return {
      complete,
      cases: { passed: passed.length, failed, inapplicable, skipped, durationMs },
      faults: [...results, ...selected.outOfScope.map(untried)],
      rules: isKnown ? faultRun.rules.results(clean.passed, selection) : [],
      ofAbsentMethods: all.size - offered([...all.values()], run).length,
      internalErrors: faultRun.internalErrors,
      lostNodes,
      staleExceptions: staleExceptions(exceptions, [...all.keys()], results),
    };
  };
  let isCut = false;
  /** What is cut short by an interruption fails: its calls and starts of nodes were ended. What was found before is kept. */
  const untilInterrupted = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (run.signal?.aborted !== true) throw error;
      isCut = true;
    }
  };
  for (const part of parts) {
    try {
      await untilInterrupted(() => faultRun.go(attempts, part));
    } finally {
      onPart?.(resultsSoFar(false));
    }
  }
  try {
    // A sample is for a quick figure, and shows little of single rules.
    if (selection.sample === undefined)
      for (const part of parts) await untilInterrupted(() => faultRun.judgeRules(clean.passed, attempts, part));
  } finally {
    onPart?.(resultsSoFar(false));
  }
  return resultsSoFar(!pool.isOver && !isCut && !attempts.some(({ isInterrupted }) => isInterrupted));
}

/** Faults of the methods that the target has. */
const offered = (faults: readonly PlantedFault[], { absent }: RunOptions): PlantedFault[] =>
  faults.filter(({ method }) => !absent.has(method));

/** The cases that call a method of one of the faults; all if there is no fault. */
function casesOf(faults: readonly PlantedFault[], { cases }: SelfcheckOptions): readonly Case[] {
  const methods = new Set<string>(faults.map(({ method }) => method));
  return methods.size === 0 ? cases : cases.filter(({ method, uses }) => methods.has(method ?? '') || uses.some((id) => methods.has(id)));
}

const untried = (fault: PlantedFault): FaultResult => ({ ...new Attempt(fault, []).result(undefined), status: 'untried' });

const UNREACHED: FaultTryResult = { type: 'unreached' };

/** Attempts of faults with the cases that passed without one. */
class FaultRun {
  readonly #options: SelfcheckOptions;
  readonly #pool: SelfcheckNodes;
  /** Cases that passed without a fault once, and failed without it later. */
  readonly unreliable = new Map<string, FailedCase>();
  readonly rules = new JudgedRules();
  readonly internalErrors: { readonly fault: string; readonly case: string; readonly reason: string }[] = [];

  constructor(options: SelfcheckOptions, pool: SelfcheckNodes) {
    this.#options = options;
    this.#pool = pool;
  }

  /** Attempts the faults that were not found yet with the cases of a part. */
  async go(attempts: readonly Attempt[], { name: part, lanes }: Part): Promise<void> {
    const queues = lanes.map((lane) => ({
      lane,
      items: inOrder(attempts.filter(({ open }) => open.some(({ testCase }) => isInLane(testCase, lane)))),
    }));
    const total = new Set(queues.flatMap(({ items }) => items)).size;
    const begun = new Set<Attempt>();
    await this.#pool.work(queues, async (node, attempt) => {
      await this.#try(node, attempt);
      begun.add(attempt);
      const { id, operator } = attempt.fault;
      this.#options.onTried?.({ id, operator, isFound: attempt.isFound });
      const count = attempts.filter(({ isFound }) => isFound).length;
      this.#options.onProgress?.({ phase: 'faults', part, done: begun.size, total, count });
    });
  }

  /** Tries faults that were found with the cases of a part that judge a rule, until one shows that they do. */
  async judgeRules(passed: readonly CleanCase[], attempts: readonly Attempt[], { name: part, lanes }: Part): Promise<void> {
    const queues = lanes.map((lane) => ({
      lane,
      items: passed.filter((clean) => isInLane(clean.testCase, lane) && this.rules.isOpen(clean)),
    }));
    const total = queues.reduce((sum, { items }) => sum + items.length, 0);
    let done = 0;
    let count = 0;
    await this.#pool.work(queues, async (node, clean) => {
      const candidates = faultsFor(clean, attempts);
      // Each fault on a request would take a new node: these are not tried, so that the rule may still be judged.
      const tried = candidates.filter(({ fault }) => node.restores || !altersNode(fault));
      for (const attempt of tried) {
        if (!this.rules.isOpen(clean)) break;
        if (this.#pool.isOver) return;
        await this.#tryOne(node, clean, attempt);
      }
      if (this.#options.run.signal?.aborted === true) return;
      if (tried.length === candidates.length) this.rules.close(clean);
      if (!this.rules.isOpen(clean)) count++;
      this.#options.onProgress?.({ phase: 'rules', part, done: ++done, total, count });
    });
  }

  /** Runs the cases of the node's lane until one finds the fault. */
  async #try(node: SelfcheckNode, attempt: Attempt): Promise<void> {
    for (const clean of attempt.open) {
      if (!isInLane(clean.testCase, node.lane)) continue;
      if (attempt.isFound || this.#pool.isOver) return;
      const startedAt = performance.now();
      const result = await this.#tryOne(node, clean, attempt);
      if (result) attempt.note(clean, result, performance.now() - startedAt);
    }
  }

  /** Runs a case with a fault. Returns what it shows; undefined if it was interrupted. */
  async #tryOne(node: SelfcheckNode, clean: CleanCase, { fault }: Attempt): Promise<FaultTryResult | undefined> {
    const { seed, signal } = this.#options.run;
    const { id } = clean.testCase;
    // Trying this on what is known takes a hundredth of the time of a run.
    const mayReach = await altersAny(alterationOf(fault, seed), clean.calls.get(fault.method)?.all ?? []);
    const result = mayReach ? await tryFault(node, clean.testCase, fault, seed) : UNREACHED;
    if (signal?.aborted === true) return undefined;
    this.rules.note(clean, fault, result);
    if (result.type === 'internal') this.internalErrors.push({ fault: fault.id, case: id, reason: result.reason });
    if (result.type === 'unreliable') this.unreliable.set(id, { id, message: 'passed once, and failed later without a fault' });
    return result;
  }
}

/** Faults after which a node must be replaced come last, so that fewer others are tried on a node that is not new. */
function inOrder(attempts: readonly Attempt[]): Attempt[] {
  return [...attempts.filter(({ fault }) => !altersNode(fault)), ...attempts.filter(({ fault }) => altersNode(fault))];
}
