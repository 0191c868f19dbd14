import { existsSync } from 'node:fs';
import { whatOf } from '../engine/difference.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import { pyxCommand } from '../engine/shell-command.ts';
import type { FurtherAcceptances } from '../engine/target-file.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { counted } from '../reports/format.ts';
import { fuzzDocuments } from '../reports/fuzz/documents.ts';
import { FuzzLive } from '../reports/live/fuzz-live.ts';
import { FuzzLine } from '../reports/fuzz/fuzz-line.ts';
import type { FuzzFinding, FuzzResults } from '../reports/fuzz/results.ts';
import { FuzzMetrics } from '../reports/metrics/fuzz-metrics.ts';
import { fuzzVerdict } from '../reports/fuzz/verdict.ts';
import { defined } from '../specs/model/defined.ts';
import { namesText } from '../specs/model/names.ts';
import { readEntry } from '../suites/fuzz/corpus.ts';
import { fuzz } from '../suites/fuzz/fuzz.ts';
import { problemDifference } from '../suites/fuzz/properties/problem.ts';
import { readPathText } from '../suites/fuzz/path-text.ts';
import type { Probe } from '../suites/fuzz/probe.ts';
import { isFailure, type Finding } from '../suites/fuzz/results.ts';
import { chosenStandard } from './chosen-standard.ts';
import type { OutputFlags, StandardFlags, StartedTargetFlags } from './common-options.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { version } from './version.ts';

/** The options of `pyx fuzz` as commander gives them, and `further`, which only a policy gives. */
export interface FuzzFlags extends StartedTargetFlags, StandardFlags, OutputFlags {
  readonly method?: string[];
  readonly family?: string[];
  readonly runs?: number;
  /** Milliseconds. */
  readonly time?: number;
  readonly seed?: number;
  readonly path?: string;
  readonly jobs: number;
  /** False: `--no-corpus`. */
  readonly corpus: string | false;
  readonly further?: FurtherAcceptances;
}

const DEFAULT_RUNS = 10_000;
/** Longer paths are not printed: the command names the file of the corpus. */
const MAX_PATH = 1_500;

/** `pyx fuzz`: sends generated requests, shortens and keeps what fails. */
export const fuzzCommand: Command<FuzzFlags, FuzzResults> = {
  stopping: 'stopping; what was found is reported',
  interrupted: 'interrupted before the first request',
  verdict: fuzzVerdict,
  documents: fuzzDocuments,
  live: 'fuzz',
  run: async (flags, context) => {
    const { specification, notes } = chosenStandard(flags.standard);
    const only = flags.path === undefined ? undefined : probesOf(flags.path);
    const runs = flags.runs ?? (flags.time === undefined ? DEFAULT_RUNS : Infinity);
    const seed = flags.seed ?? newSeed();
    const { secrets, signal, startedAt } = context;
    const target = await context.openTarget(flags.target);
    const line = new FuzzLine({ stream: context.stderr });
    context.onClose(() => line.close());
    const metrics = context.metrics && new FuzzMetrics(context.metrics);
    const page = context.show(new FuzzLive(runs));
    const { opened, counts, memory, ...run } = await fuzz(
      {
        specification,
        target,
        targetFile: flags.targetFile,
        further: flags.further,
        names: flags.names,
        secrets,
        seed,
        jobs: flags.jobs,
        runs,
        timeMs: flags.time,
        methods: flags.method,
        families: flags.family,
        corpus: flags.corpus === false ? undefined : flags.corpus,
        only,
        signal,
      },
      {
        onReady: (node, { methods }) => {
          context.announce(node, ...notes, only ? 'replaying one finding' : `fuzzing ${counted(methods.length, 'method')}, seed ${seed}`);
        },
        onFinding: ({ property, method, message, evidence, source, repeated }) => {
          line.note(`${repeated ? 'found' : 'seen once'}: ${property} in ${method}: ${message}`);
          page.finding({ title: `${property}: ${method}${repeated ? '' : ', seen once'}`, message, source: `${evidence}: ${source}` });
        },
        onProgress: (figures, findings) => {
          line.show({ runs: figures.runs, planned: runs, findings, answerKinds: figures.answerKinds });
          page.progress(figures);
          metrics?.show({ runs: figures.runs, findings, answerKinds: figures.answerKinds });
        },
      },
    );
    line.close();
    const results: FuzzResults = {
      schemaVersion: 1,
      pyx: version,
      seed,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      complete: !signal.aborted,
      target: reportedTarget(target, opened),
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
    return { results };
  },
};

/** The requests of `--path`: a file of a corpus, or the text printed with a finding. */
function probesOf(path: string): readonly Probe[] {
  return path.endsWith('.json') || existsSync(path) ? readEntry(path).probes : readPathText(path);
}

function reported(finding: Finding, { name }: Target, { targetFile, names }: FuzzFlags): FuzzFinding {
  const { property, evidence, source, method, message, times, repeated, requests, answer, nodeLog, path, file } = finding;
  const difference = problemDifference(finding);
  const where = path.length <= MAX_PATH ? path : file;
  const words = ['fuzz', '--target', name];
  if (targetFile !== undefined) words.push('--target-file', targetFile);
  if (namesText(names) !== '') words.push('--names', namesText(names));
  return {
    property,
    evidence,
    source,
    method,
    message,
    times,
    repeated,
    failure: isFailure(finding),
    ...(difference && { difference: whatOf(difference) }),
    ...defined({ accepted: finding.accepted }),
    requests,
    answer: answer ?? null,
    ...defined({ nodeLog }),
    replay: where === undefined || where === '' ? null : pyxCommand([...words, `--path=${where}`]),
    file: file ?? null,
  };
}
