import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { Secrets } from '../client/mask.ts';
import { shellCommand } from '../engine/shell-command.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { FuzzLine } from '../reports/fuzz/fuzz-line.ts';
import type { FuzzFinding, FuzzResults } from '../reports/fuzz/results.ts';
import { fuzzDocuments } from '../reports/fuzz/documents.ts';
import { fuzzVerdict } from '../reports/fuzz/verdict.ts';
import { counted } from '../reports/format.ts';
import { printJson, printLine } from '../reports/print.ts';
import { writeResults } from '../reports/write-results.ts';
import { specification } from '../specs/model/specification.ts';
import { readEntry } from '../suites/fuzz/corpus.ts';
import { fuzz } from '../suites/fuzz/fuzz.ts';
import { readPathText } from '../suites/fuzz/path-text.ts';
import type { Probe } from '../suites/fuzz/probe.ts';
import { isFailure, type Finding } from '../suites/fuzz/results.ts';
import type { FuzzFlags } from './fuzz-options.ts';
import { catchInterruption, INTERRUPTED, InterruptedError } from './interruption.ts';
import { maskedError } from './masked-error.ts';
import { nodeLine } from './node-line.ts';
import { parsedNames } from './parsed-names.ts';
import { version } from './version.ts';
import { writableFolder } from './writable-folder.ts';

const DEFAULT_RUNS = 10_000;
/** Longer paths are not printed: the command names the file of the corpus. */
const MAX_PATH = 1_500;

/** Where the results of a fuzz run go. */
export interface FuzzReporting {
  readonly outDir: string;
  readonly json: boolean;
}

/**
 * `pyx fuzz`: sends generated requests, shortens and keeps what fails, and passes the results to `report`, which returns
 * the exit code. Returns that, or that of an interruption.
 */
export async function fuzzCommand(
  flags: FuzzFlags,
  report: (results: FuzzResults, reporting: FuzzReporting) => number = reportFuzz,
): Promise<number> {
  const only = flags.path === undefined ? undefined : probesOf(flags.path);
  const names = parsedNames(flags.names);
  const runs = flags.runs ?? (flags.time === undefined ? DEFAULT_RUNS : Infinity);
  const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 31);
  const corpus = flags.corpus === false ? undefined : flags.corpus;
  const secrets = new Secrets();
  const target = await openTarget(flags.target, { env: process.env, secrets });
  const outDir = writableFolder(flags.out ?? join('pyx-out', new Date().toISOString().replace(/[:.]/g, '-')));
  const interruption = catchInterruption('stopping; what was found is reported');
  const { signal } = interruption;
  let ready = false;
  // Do not wait for a node that is still starting.
  signal.addEventListener('abort', () => {
    if (!ready) void target.close().catch(() => undefined); // closed again below, where an error is reported
  });
  const line = new FuzzLine({ stream: process.stderr });
  const startedAt = new Date();
  try {
    const run = await fuzz(
      {
        specification,
        target,
        targetFile: flags.targetFile,
        waivers: flags.waivers,
        names,
        secrets,
        seed,
        jobs: flags.jobs,
        runs,
        timeMs: flags.time,
        methods: flags.method,
        families: flags.family,
        corpus,
        only,
        signal,
      },
      {
        onReady: (prepared, { methods }) => {
          ready = true;
          for (const text of [
            nodeLine(prepared),
            `target file: ${prepared.targetFile?.file ?? 'none'}`,
            only ? 'replaying one finding' : `fuzzing ${counted(methods.length, 'method')}, seed ${seed}`,
          ])
            printLine(process.stderr, secrets.mask(text));
        },
        onFinding: ({ property, method, message, repeated }) =>
          line.note(`${repeated ? 'found' : 'seen once'}: ${property} in ${method}: ${message}`),
        onProgress: ({ runs: done, answerKinds }, findings) => line.show({ runs: done, planned: runs, findings, answerKinds }),
      },
    );
    line.close();
    const { prepared, counts, memory } = run;
    const results: FuzzResults = {
      schemaVersion: 1,
      pyx: version,
      seed,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      complete: !signal.aborted,
      target: reportedTarget(target, prepared),
      runs: counts.runs,
      attempts: counts.attempts,
      fuzzingMs: run.fuzzingMs,
      rate: run.rate ?? null,
      classes: counts.classes,
      methods: counts.methods,
      leftOut: run.leftOut,
      answerKinds: counts.answerKinds,
      stateChecks: counts.stateChecks,
      lostNodes: counts.lostNodes,
      memory: memory.map(({ requests, bytes, growthBytes }) => ({ requests, bytes, growthBytes: growthBytes ?? null })),
      corpus: { replayed: run.replayed, resolved: run.resolved },
      findings: run.findings.map((finding) => reported(finding, target, flags)),
    };
    const code = report(results, { outDir, json: flags.json === true });
    return signal.aborted ? INTERRUPTED : code;
  } catch (error) {
    if (signal.aborted && !ready) throw new InterruptedError('interrupted before the first request');
    throw maskedError(error, secrets);
  } finally {
    line.close();
    await target.close();
    interruption.release();
  }
}

/** Writes the reports of a fuzz run and prints its result. Returns the exit code. */
function reportFuzz(results: FuzzResults, { outDir, json }: FuzzReporting): number {
  const verdict = fuzzVerdict(results);
  writeResults(results, verdict, fuzzDocuments, { outDir, githubStepSummary: process.env['GITHUB_STEP_SUMMARY'] });
  if (json) printJson(process.stdout, fuzzDocuments.line(results, verdict, outDir));
  else fuzzDocuments.print(results, verdict, { stream: process.stdout, outDir });
  return verdict.code;
}

/** The requests of `--path`: a file of a corpus, or the text printed with a finding. */
function probesOf(path: string): readonly Probe[] {
  return path.endsWith('.json') || existsSync(path) ? readEntry(path).probes : readPathText(path);
}

function reported(finding: Finding, { name }: Target, { targetFile, names }: FuzzFlags): FuzzFinding {
  const { property, evidence, source, method, message, times, repeated, requests, answer, path, file } = finding;
  const where = path.length <= MAX_PATH ? path : file;
  const words = ['npx', 'pyx', 'fuzz', '--target', name];
  if (targetFile !== undefined) words.push('--target-file', targetFile);
  if (names !== undefined) words.push('--names', names);
  return {
    property,
    evidence,
    source,
    method,
    message,
    times,
    repeated,
    failure: isFailure(finding),
    requests,
    answer: answer ?? null,
    replay: where === undefined || where === '' ? null : shellCommand([...words, `--path=${where}`]),
    file: file ?? null,
  };
}
