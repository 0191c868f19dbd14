import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { count, counted } from '../reports/format.ts';
import { printLine, printJson, printLines } from '../reports/print.ts';
import { Progress } from '../reports/progress.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { agreementOf, type Agreement } from '../suites/diff/agreement.ts';
import { readKnownFile } from '../suites/diff/known-file.ts';
import { tryNode, withSecondTry, type TriedNode } from '../suites/diff/tried-node.ts';
import { plan, type Plan } from '../engine/plan.ts';
import type { Selection } from '../engine/selection.ts';
import { catchInterruption, InterruptedError } from './interruption.ts';
import { openTrial, type TrialSettings } from '../engine/open-trial.ts';
import { maskedError } from './masked-error.ts';
import { UsageError } from './usage-error.ts';
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

/** Maximum number of disagreements listed for one cause. */
const LISTED = 4;

/** `pyx diff A B`: sends the same generated calls to two nodes and compares their answers. Returns the exit code. */
export async function diffCommand(a: string, b: string, flags: DiffFlags): Promise<number> {
  const selection: Selection = {
    suites: flags.suite ?? ['methods'],
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
  const outDir = flags.out === undefined ? undefined : writableFolder(flags.out);
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 31);
  const interruption = catchInterruption('stopping');
  const { signal } = interruption;
  let first: TriedNode;
  let second: TriedNode;
  let agreement: Agreement;
  try {
    const jobs = flags.jobs ?? Math.min(4, 2 * availableParallelism());
    // Check both nodes first, so that a problem with the second is found before the first is tried.
    for (const name of [a, b]) await checkTarget(name, { seed, signal });
    first = await tryTarget(a, planned, { seed, jobs, signal });
    second = await tryTarget(b, planned, { seed, jobs, signal });
    agreement = agreementOf(first, second, known);
    if (agreement.disagreements.length > 0) {
      const differing = plan(allCases(specification), { ...selection, again: agreement.disagreements.map(({ id }) => id) }, specification);
      first = withSecondTry(first, await tryTarget(a, differing, { seed, jobs: 1, signal }));
      second = withSecondTry(second, await tryTarget(b, differing, { seed, jobs: 1, signal }));
      agreement = agreementOf(first, second, known);
    }
  } finally {
    interruption.release();
  }
  const unexplained = agreement.disagreements.filter(({ reason }) => reason === undefined).length;
  const report = { a: { name: a, ...first.info }, b: { name: b, ...second.info }, seed, ...agreement };
  if (outDir !== undefined) writeFileSync(join(outDir, 'diff.json'), `${JSON.stringify(report, null, 2)}\n`);
  const code = unexplained > 0 || agreement.stale.length > 0 ? 1 : 0;
  if (flags.json === true) printJson(process.stdout, { exitCode: code, ...report });
  else print(agreement, a, b, seed);
  return agreement.compared === 0 ? 2 : code;
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

function print({ compared, alike, disagreements, left, stale }: Agreement, a: string, b: string, seed: number): void {
  const write = (text: string): void => printLines(process.stdout, text);
  for (const [cause, ones] of grouped(disagreements)) {
    write(`\n${cause} · ${counted(ones.length, 'case')}`);
    if (ones[0]?.reason !== undefined) write(`   known: ${ones[0].reason}`);
    for (const { id } of ones.slice(0, LISTED)) write(`   ${id}`);
    if (ones.length > LISTED) write(`   … and ${count(ones.length - LISTED)} more`);
  }
  for (const { cases, reason } of stale)
    write(`\nlisted difference that no longer occurs: ${cases} (${reason}); remove it from the file of known differences`);
  write(
    `\n${count(compared)} cases compared, ${count(alike)} alike: ${(Math.floor((alike / Math.max(1, compared)) * 10_000) / 100).toFixed(2)} %`,
  );
  for (const [why, cases] of Object.entries(left)) write(`   not compared: ${counted(cases, 'case')}, ${why}`);
  write(`first ${a}, second ${b}, seed ${seed}`);
}

function grouped<T extends { method: string; difference: string; reason?: string }>(ones: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of ones) {
    const cause = `${one.method}: ${one.difference}${one.reason === undefined ? '' : ' (known)'}`;
    groups.set(cause, [...(groups.get(cause) ?? []), one]);
  }
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}
