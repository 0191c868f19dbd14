import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { availableParallelism } from 'node:os';
import { Secrets } from '../fixtures/client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { readOnlyDefinitions } from '../fixtures/world/readonly.ts';
import { parseNames } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';
import { printReport } from '../reports/terminal.ts';
import { Progress } from '../reports/progress.ts';
import { verdictOf } from '../reports/verdict.ts';
import { writeReports } from '../reports/write-reports.ts';
import { allCases } from '../suites/catalog.ts';
import { acceptBaseline } from '../suites/engine/accept-baseline.ts';
import { conduct, failedCases, journalFile } from '../suites/engine/conduct.ts';
import { plan, type Plan } from '../suites/engine/plan.ts';
import type { Prepared } from '../suites/engine/prepare.ts';
import { readTargetFile } from '../suites/engine/target-file.ts';
import type { RunFlags } from './run-options.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** `pyx run`: plans, tries, writes, prints. Gives the exit code. */
export async function runCommand(flags: RunFlags): Promise<number> {
  const planned = planOf(flags);
  if (flags.list === true) {
    printPlan(planned, flags.json === true);
    return 0;
  }
  if (planned.cases.length === 0) throw new UsageError('nothing is selected: no case fits all the options given; see pyx run --list');
  if (flags.acceptBaseline !== undefined) readTargetFile(flags.acceptBaseline);
  const startedAt = new Date();
  const outDir = writableFolder(flags.out ?? join('pyx-out', startedAt.toISOString().replace(/[:.]/g, '-')));
  const names = flags.names === undefined ? undefined : parsedNames(flags.names);
  const target = await openTarget(flags.target, {
    env: process.env, ...(flags.cookie !== undefined && { cookieFile: flags.cookie }), ...(flags.conf !== undefined && { confFile: flags.conf }),
  });
  const interrupt = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (interrupt.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143);
    interrupt.abort();
    process.stderr.write('\nstopping; what was tried is kept (again to stop at once)\n');
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const progress = new Progress({ stream: process.stderr, planned: planned.cases.length });
  try {
    await conduct({
      pyx: version, command: commandLine(), specification, target, plan: planned, outDir,
      seed: flags.seed ?? Math.floor(Math.random() * 2 ** 31),
      jobs: flags.jobs ?? Math.min(4, 2 * availableParallelism()),
      bail: flags.bail === true,
      readOnly: flags.readOnly === true,
      ...(flags.targetFile !== undefined && { targetFile: flags.targetFile }),
      ...(names && { names }),
      secrets: new Secrets(),
      definitions: flags.readOnly === true ? readOnlyDefinitions : ingredients,
      now: startedAt,
      signal: interrupt.signal,
      onPrepared: (prepared) => announce(prepared, target.kind === 'remote', flags.readOnly === true, planned),
      onOutcome: (outcome) => progress.outcome(outcome),
      onNote: (text) => progress.note(text),
    });
  } finally {
    progress.close();
    await target.close();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
  const summary = process.env['GITHUB_STEP_SUMMARY'];
  const digest = await writeReports(journalFile(outDir), outDir, summary ? { githubStepSummary: summary } : {});
  if (flags.acceptBaseline !== undefined) process.stderr.write(`${await acceptBaseline(journalFile(outDir), flags.acceptBaseline)}\n`);
  const verdict = verdictOf(digest);
  if (flags.json === true) process.stdout.write(`${JSON.stringify({ exitCode: verdict.code, totals: digest.totals, out: outDir, results: join(outDir, 'results.json') })}\n`);
  else printReport(digest, { stream: process.stdout, outDir });
  return verdict.code;
}

function planOf(flags: RunFlags): Plan {
  const again = flags.failed === undefined ? undefined : earlierFailures(flags.failed);
  return plan(allCases(specification), {
    ...(flags.suite && { suites: flags.suite }),
    ...(flags.family && { families: flags.family }),
    ...(flags.method && { methods: flags.method }),
    ...(flags.case && { cases: flags.case }),
    ...(again && { again }),
    ...(flags.shard && { shard: flags.shard }),
    readOnly: flags.readOnly === true,
  }, specification);
}

function earlierFailures(folder: string): string[] {
  let failed: string[];
  try {
    failed = failedCases(join(folder, 'results.json'));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (failed.length === 0) throw new UsageError(`--failed: no case failed in ${folder}`);
  return failed;
}

function parsedNames(text: string): ReturnType<typeof parseNames> {
  try {
    return parseNames(text);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Made and found writable before anything is started: a trial whose result cannot be kept is not begun. */
function writableFolder(folder: string): string {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`--out: ${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}); give a folder that can`);
  }
  return path;
}

function announce({ info, targetFile, node }: Prepared, remote: boolean, readOnly: boolean, planned: Plan): void {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  say(`${info.subversion || 'a node'} (version ${info.version ?? 'not given'}) at ${node.client.address}, chain ${info.chain}`);
  say(targetFile ? `target file: ${targetFile.file}` : 'target file: none; every difference from the documents counts');
  if (remote && !readOnly) {
    const effects = new Set(planned.cases.flatMap((one) => one.effect));
    const changes = [
      ...(effects.has('wallet') ? ['make a wallet of its own, and addresses, labels, locks and transactions in it'] : []),
      ...(effects.has('chain') ? ['mine blocks and send transactions'] : []),
      ...(effects.has('network') ? ['ban and unban addresses, add and remove peers, switch the network off and on'] : []),
    ];
    say(`this node belongs to somebody else; the trial will ${changes.join('; ') || 'only read'}. It stops and encrypts nothing, and cleans up after itself.`);
  }
}

function printPlan(planned: Plan, json: boolean): void {
  const lines = planned.cases.map((one) => (json
    ? JSON.stringify({ id: one.id, suite: one.suite, method: one.method, kind: one.kind, title: one.title, effect: one.effect, profile: one.profile })
    : one.id));
  process.stdout.write(`${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`);
  if (!json) process.stderr.write(`${planned.cases.length} cases\n`);
}

/** The command line as it was given, credentials within addresses taken out. */
function commandLine(): string[] {
  return ['pyx', ...process.argv.slice(2).map((word) => word.replace(/\/\/[^/]*@/, '//'))];
}
