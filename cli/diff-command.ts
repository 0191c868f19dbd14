import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import type { DiffResults } from '../reports/diff/results.ts';
import { diffDocuments } from '../reports/diff/documents.ts';
import { diffVerdict } from '../reports/diff/verdict.ts';
import { printLine, printJson } from '../reports/print.ts';
import { Progress } from '../reports/progress.ts';
import { writeResults } from '../reports/write-results.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { agreementOf, type Agreement } from '../suites/diff/agreement.ts';
import { readKnownFile } from '../suites/diff/known-file.ts';
import { tryNode, withFurtherTry, type TriedNode } from '../suites/diff/tried-node.ts';
import { plan, type Plan } from '../engine/plan.ts';
import type { Selection } from '../engine/selection.ts';
import { catchInterruption, InterruptedError } from './interruption.ts';
import { openTrial, type TrialSettings } from '../engine/open-trial.ts';
import { maskedError } from './masked-error.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolder } from './writable-folder.ts';

export interface DiffFlags {
  readonly suite?: string[];
  readonly family?: string[];
  readonly method?: string[];
  readonly case?: string[];
  readonly exclude?: string[];
  readonly known?: string;
  readonly seed?: number;
  readonly jobs?: number;
  readonly out?: string;
  readonly json?: boolean;
}

/** The settings for both nodes. */
type SharedSettings = Pick<TrialSettings, 'seed' | 'jobs'> & { readonly signal: AbortSignal };

/** Suites whose cases make the same calls of every node. */
const DEFAULT_SUITES = ['methods', 'invariants', 'rules'];

/** Attempts at cases that differ, on fresh nodes: values that a node gives by chance differ in one of them. */
const FURTHER_ATTEMPTS = 3;

/** `pyx diff A B`: sends the same generated calls to two nodes and compares their answers. Returns the exit code: see `diffVerdict`. */
export async function diffCommand(a: string, b: string, flags: DiffFlags): Promise<number> {
  const selection: Selection = {
    suites: flags.suite ?? DEFAULT_SUITES,
    families: flags.family,
    methods: flags.method,
    cases: flags.case,
    excluded: flags.exclude,
    readOnly: false,
  };
  const planned = plan(allCases(specification), selection, specification);
  if (planned.cases.length === 0)
    throw new UsageError('no case matches all the given options', { remedy: 'list cases with pyx run --list' });
  const known = flags.known === undefined ? [] : readKnownFile(flags.known);
  const startedAt = new Date();
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 31);
  const interruption = catchInterruption('stopping');
  const { signal } = interruption;
  const named = flags.out === undefined ? undefined : writableFolder(flags.out);
  let outDir: string;
  let first: TriedNode;
  let second: TriedNode;
  let agreement: Agreement;
  try {
    const jobs = flags.jobs ?? Math.min(4, 2 * availableParallelism());
    // Check both nodes first, so that a problem with the second is found before the first is tried.
    for (const name of [a, b]) await checkTarget(name, { seed, signal });
    // A comparison that is refused leaves no folder behind.
    outDir = named ?? writableFolder(join('pyx-out', startedAt.toISOString().replace(/[:.]/g, '-')));
    first = await tryTarget(a, planned, { seed, jobs, signal });
    second = await tryTarget(b, planned, { seed, jobs, signal });
    agreement = agreementOf(first, second, known);
    for (let attempt = 0; attempt < FURTHER_ATTEMPTS && agreement.disagreements.length > 0; attempt++) {
      const differing = plan(allCases(specification), { ...selection, again: agreement.disagreements.map(({ id }) => id) }, specification);
      first = withFurtherTry(first, await tryTarget(a, differing, { seed, jobs: 1, signal }));
      second = withFurtherTry(second, await tryTarget(b, differing, { seed, jobs: 1, signal }));
      agreement = agreementOf(first, second, known);
    }
  } finally {
    interruption.release();
  }
  const results: DiffResults = {
    schemaVersion: 1,
    pyx: version,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    a: { name: first.name, ...first.info },
    b: { name: second.name, ...second.info },
    seed,
    ...agreement,
  };
  const verdict = diffVerdict(results);
  writeResults(results, verdict, diffDocuments, { outDir, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
  if (flags.json === true) printJson(process.stdout, diffDocuments.line(results, verdict, outDir));
  else diffDocuments.print(results, verdict, { stream: process.stdout, outDir });
  return verdict.code;
}

/** Runs `work` with a target and closes the target. Throws `InterruptedError` if it was interrupted. */
async function withTarget<T>(name: string, signal: AbortSignal, work: (target: Target, secrets: Secrets) => Promise<T>): Promise<T> {
  const secrets = new Secrets();
  const target = await openTarget(name, { env: process.env, secrets });
  const assertNotInterrupted = (): void => {
    if (signal.aborted) throw new InterruptedError('interrupted: no comparison, because it needs all answers of both nodes');
  };
  try {
    const result = await work(target, secrets);
    assertNotInterrupted();
    return result;
  } catch (error) {
    assertNotInterrupted();
    throw maskedError(error, secrets);
  } finally {
    await target.close();
  }
}

/** Starts or reaches a node, checks its chain, and closes it. Throws if the node cannot be tried. */
function checkTarget(name: string, { seed, signal }: Pick<SharedSettings, 'seed' | 'signal'>): Promise<void> {
  return withTarget(name, signal, async (target, secrets) => {
    // Do not wait for a node that is still starting.
    signal.addEventListener('abort', () => void target.close().catch(() => undefined)); // closed again later, where an error is reported
    const {
      prepared: { info },
    } = await openTrial({ specification, target, seed, secrets, signal });
    printLine(process.stderr, secrets.mask(`${target.name}: ${info.subversion || 'a node'}, chain ${info.chain}`));
  });
}

function tryTarget(name: string, planned: Plan, settings: SharedSettings): Promise<TriedNode> {
  return withTarget(name, settings.signal, async (target, secrets) => {
    const progress = new Progress({ stream: process.stderr, planned: planned.cases.length });
    printLine(process.stderr, target.name);
    try {
      return await tryNode(planned, { ...settings, specification, target, secrets, onOutcome: (outcome) => progress.outcome(outcome) });
    } finally {
      progress.close();
    }
  });
}
