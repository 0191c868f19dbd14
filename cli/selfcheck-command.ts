import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import type { PowerResults } from '../engine/power.ts';
import { openTrial, type OpenedTrial } from '../engine/open-trial.ts';
import { matchersOf, plan } from '../engine/plan.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { duration } from '../reports/format.ts';
import { printJson, printLine } from '../reports/print.ts';
import { powerDocuments } from '../reports/selfcheck/documents.ts';
import { powerVerdict, type PowerVerdict } from '../reports/selfcheck/verdict.ts';
import { writeResults } from '../reports/write-results.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { exceptionsFile, readExceptions } from '../suites/selfcheck/exceptions-file.ts';
import { operators } from '../suites/selfcheck/operators/operators.ts';
import { selfcheck, type Selfchecked, type SelfcheckProgress } from '../suites/selfcheck/selfcheck.ts';
import { flaggedTarget } from './flagged-target.ts';
import { catchInterruption, INTERRUPTED, InterruptedError } from './interruption.ts';
import { maskedError } from './masked-error.ts';
import { nodeLine } from './node-line.ts';
import { parsedNames } from './parsed-names.ts';
import type { SelfcheckFlags } from './selfcheck-options.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolder } from './writable-folder.ts';

/** Earlier, a rate says nothing yet. */
const RATE_AFTER_MS = 1_000;

/** `pyx selfcheck`: plants faults, writes and prints which were found. Returns the exit code. */
export async function selfcheckCommand(flags: SelfcheckFlags): Promise<number> {
  const startedAt = new Date();
  const startedMs = performance.now();
  const { cases } = plan(allCases(specification), { methods: flags.method, readOnly: false }, specification);
  matchersOf('--operator', flags.operator, operators);
  const exceptions = readExceptions(flags.exceptions ?? exceptionsFile());
  const names = parsedNames(flags.names);
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 31);
  const jobs = flags.jobs ?? Math.min(4, availableParallelism());
  const secrets = new Secrets();
  const target = await flaggedTarget(flags.target, {}, secrets);
  if (!target.capabilities.startNodes)
    throw new UsageError(`${target.name}: pyx selfcheck plants faults on nodes that it starts`, {
      remedy: 'use embedded, process:<binary> or container:<image>',
    });
  const outDir = writableFolder(flags.out ?? join('pyx-out', startedAt.toISOString().replace(/[:.]/g, '-')));
  const interruption = catchInterruption('stopping; what was found is kept');
  const { signal } = interruption;
  const live = new LiveLine({ stream: process.stderr });
  let begun = false;
  // Do not wait for a node that is still starting.
  signal.addEventListener('abort', () => {
    if (!begun) void target.close().catch(() => undefined); // closed again below, where an error is reported
  });
  try {
    const trial = await openTrial({ specification, target, targetFile: flags.targetFile, names, seed, jobs, secrets, signal });
    begun = true;
    announce(trial, target, secrets);
    await trial.prepared.node.stop(); // every part of the cases has nodes of its own
    const written = (selfchecked: Selfchecked, githubStepSummary?: string): { results: PowerResults; verdict: PowerVerdict } => {
      const head = { ...headOf(flags, trial, target), seed, jobs, startedAt: startedAt.toISOString() };
      const results = maskedResults({ ...head, durationMs: Math.round(performance.now() - startedMs), ...selfchecked }, secrets);
      const verdict = powerVerdict(results, flags.failBelow);
      writeResults(results, verdict, powerDocuments, { outDir, githubStepSummary });
      return { results, verdict };
    };
    const selfchecked = await selfcheck({
      run: trial.options,
      cases,
      selection: { methods: flags.method, operators: flags.operator, sample: flags.sample, all: flags.all },
      exceptions,
      deadlineMs: flags.time === undefined ? undefined : startedMs + flags.time,
      onProgress: showing(live),
      onPart: (part) => void written(part),
    });
    live.close();
    await target.close();
    const { results, verdict } = written(selfchecked, process.env['GITHUB_STEP_SUMMARY']);
    if (flags.json === true) printJson(process.stdout, powerDocuments.line(results, verdict, outDir));
    else powerDocuments.print(results, verdict, { stream: process.stdout, outDir });
    return signal.aborted ? INTERRUPTED : verdict.code;
  } catch (error) {
    if (signal.aborted && !begun) throw new InterruptedError('interrupted before the first case');
    throw maskedError(error, secrets);
  } finally {
    live.close();
    await target.close();
    interruption.release();
  }
}

function announce({ prepared }: OpenedTrial, target: Target, secrets: Secrets): void {
  const write = (text: string): void => printLine(process.stderr, secrets.mask(text));
  write(nodeLine(prepared));
  write(`target file: ${prepared.targetFile?.file ?? 'none'}`);
  if (!target.capabilities.snapshots) write('this target cannot restore nodes: after each fault on a request a new node is started');
}

type Head = Pick<PowerResults, 'schemaVersion' | 'pyx' | 'kind' | 'target' | 'selection'>;

function headOf(flags: SelfcheckFlags, { prepared }: OpenedTrial, target: Target): Head {
  return {
    schemaVersion: 1,
    pyx: version,
    kind: 'selfcheck',
    target: {
      ...reportedTarget(target, prepared),
      snapshots: target.capabilities.snapshots,
    },
    selection: {
      ...(flags.method && { methods: flags.method }),
      ...(flags.operator && { operators: flags.operator }),
      ...(flags.sample !== undefined && { sample: flags.sample }),
      ...(flags.all === true && { all: true }),
    },
  };
}

/** The results with secrets masked in all texts that may come from the node. */
function maskedResults(results: PowerResults, secrets: Secrets): PowerResults {
  const mask = (text: string): string => secrets.mask(text);
  return {
    ...results,
    cases: { ...results.cases, failed: results.cases.failed.map(({ id, message }) => ({ id, message: mask(message) })) },
    faults: results.faults.map((fault) =>
      fault.finder ? { ...fault, finder: { ...fault.finder, message: mask(fault.finder.message) } } : fault,
    ),
    internalErrors: results.internalErrors.map((one) => ({ ...one, reason: mask(one.reason) })),
    lostNodes: results.lostNodes.map((one) => ({ ...one, message: mask(one.message) })),
  };
}

/** Prints progress with the rate and the time that the present part still takes at this rate. */
function showing(live: LiveLine): (progress: SelfcheckProgress) => void {
  let part = '';
  let sinceMs = performance.now();
  return ({ phase, part: name, done, total, count }) => {
    const current = phase === 'cases' ? phase : `${phase} ${name}`;
    if (part !== current) {
      part = current;
      sinceMs = performance.now();
      live.begin();
    }
    const passedMs = performance.now() - sinceMs;
    const what = {
      cases: `cases without a fault (${count} failed)`,
      faults: `faults (${count} found), cases ${name}`,
      rules: `cases ${name} of rules that no fault showed to be judged yet (${count} shown)`,
    }[phase];
    live.progress(`${what}${pace(passedMs, done, total)} ·`, done, total);
  };
}

/** The rate and the time that is left; nothing as long as too little is known. */
function pace(passedMs: number, done: number, total: number): string {
  if (passedMs < RATE_AFTER_MS) return '';
  return ` · ${((done / passedMs) * 1000).toFixed(1)}/s · ${duration((passedMs / done) * (total - done))} left`;
}
