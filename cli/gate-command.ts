import { join, relative, resolve } from 'node:path';
import { DEFAULT_FAIL_ON } from '../engine/severity.ts';
import { StandingsOfSeeds } from '../engine/standings-of-seeds.ts';
import { gateDocuments } from '../reports/gate/documents.ts';
import { gateAnnotations } from '../reports/gate/annotations.ts';
import type { GatePart, GateProblem, GateResults } from '../reports/gate/results.ts';
import { gateVerdict } from '../reports/gate/verdict.ts';
import { printCiCommand } from '../reports/print.ts';
import type { ReportedProblem } from '../reports/problem.ts';
import { optionsOf, reportedVerdict } from '../reports/verdict.ts';
import { defined } from '../specs/model/defined.ts';
import { UserError } from '../specs/model/user-error.ts';
import type { OutputFlags } from './common-options.ts';
import type { Context } from './context.ts';
import { driftPart } from './gate/drift-part.ts';
import { fuzzPart } from './gate/fuzz-part.ts';
import type { PlannedPart } from './gate/gate-part.ts';
import { listenPart } from './gate/listen-part.ts';
import { loadPart } from './gate/load-part.ts';
import { POLICY_FILE, PolicyError, readPolicy, type ReadPolicy } from './gate/read-policy.ts';
import { runPart } from './gate/run-part.ts';
import { tpsPart } from './gate/tps-part.ts';
import { loadNamedPlugins } from './named-plugins.ts';
import { endOfPart } from './end-of-part.ts';
import { INTERRUPTED } from './interruption.ts';
import type { Command } from './perform.ts';
import { version } from './version.ts';

/** The options of `pyx gate` as commander gives them. */
export interface GateFlags extends OutputFlags {
  readonly policy?: string;
  readonly target?: string;
  readonly shard?: { readonly index: number; readonly total: number };
}

/** `pyx gate`: does all that a policy asks for, with one verdict. */
export const gateCommand: Command<GateFlags, GateResults> = {
  stopping: 'stopping; the results so far are kept',
  interrupted: 'interrupted before the first part',
  verdict: (results) => gateVerdict(results, optionsOf(results.verdict)),
  documents: gateDocuments,
  run: async (flags, context) => {
    const read = withFlags(readPolicy(resolve(flags.policy ?? POLICY_FILE)), flags);
    await loadNamedPlugins({ plugin: read.plugins, ...defined({ targetFile: read.policy.targetFile }) });
    // Before anything is begun: a mistake in the policy must not show after an hour.
    const planned = plannedParts(read, flags.shard);
    const { outDir, startedAt, quiet } = context;
    const parts: GatePart[] = [];
    const problems: GateProblem[] = [];
    for (const part of planned) {
      // What could not be done once cannot be done by the next part: its node does not start, or it is the wrong chain.
      if (parts.some(({ exitCode }) => exitCode === null || exitCode > 1)) {
        parts.push({ ...emptyPart(part), title: 'Not run', reasons: ['An earlier part could not be done.'] });
        continue;
      }
      context.note(`${parts.length + 1} of ${planned.length}: ${part.name}`);
      const { done, found } = await tryPart(part, join(outDir, part.folder), context);
      parts.push(done);
      problems.push(...found.map((problem) => ({ ...problem, part: part.name, at: placeIn(read, part, problem) })));
    }
    const verdict = gateVerdict({ parts, problems }, { inconclusive: read.policy.inconclusive });
    const { code, title, reasons } = verdict;
    const results: GateResults = {
      schemaVersion: 1,
      pyx: version,
      verdict: reportedVerdict(verdict),
      kind: 'gate',
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      policy: { file: inRepository(read.file), line: read.targetLine },
      target: withoutCredentials(read.policy.target),
      shard: flags.shard ? `${flags.shard.index}/${flags.shard.total}` : null,
      failOn: read.policy.failOn ?? DEFAULT_FAIL_ON,
      exitCode: code,
      title,
      reasons,
      parts,
      problems,
    };
    // GitHub reads its commands from both streams; standard output may be for a program.
    if (process.env['GITHUB_ACTIONS'] === 'true' && !quiet)
      for (const line of gateAnnotations(results)) printCiCommand(process.stderr, line);
    return { results, whole: code !== INTERRUPTED };
  },
};

function withFlags(read: ReadPolicy, { target, inconclusive }: GateFlags): ReadPolicy {
  return { ...read, policy: { ...read.policy, ...defined({ target, inconclusive }) } };
}

/** The parts in their order. Of shards, only the first looks for drift, fuzzes, listens, loads and measures throughput. */
function plannedParts(read: ReadPolicy, shard: GateFlags['shard']): PlannedPart[] {
  const { seeds = [1], drift, fuzz, listen = [], load = [], tps = [] } = read.policy;
  const first = seeds[0] ?? 1;
  const judged = new StandingsOfSeeds(seeds.length);
  const runs = seeds.map((seed) => runPart(read, { seed, seeds: judged, shard }));
  if (shard && shard.index > 1) return runs;
  return [
    ...runs,
    ...(drift ? [driftPart(read, drift, first)] : []),
    ...(fuzz ? [fuzzPart(read, fuzz, first)] : []),
    ...listen.map((policy, index) => listenPart(read, policy, index + 1)),
    ...load.map((policy, index) => atLine(read, 'load', index + 1, (number) => loadPart(read, policy, first, number))),
    ...tps.map((policy, index) => atLine(read, 'tps', index + 1, (number) => tpsPart(read, policy, first, number))),
  ];
}

/** Plans a part of which a policy may have several; an error says which one. Throws `PolicyError`. */
function atLine({ file, lineOf }: ReadPolicy, part: 'load' | 'tps', number: number, plan: (number: number) => PlannedPart): PlannedPart {
  try {
    return plan(number);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new PolicyError(`${file} line ${lineOf(part, number)}: ${error.message}`, { details: error.details, cause: error });
  }
}

const emptyPart = ({ name, folder }: PlannedPart): GatePart => ({
  name,
  folder,
  exitCode: null,
  title: '',
  reasons: [],
  details: [],
  durationMs: 0,
});

async function tryPart(part: PlannedPart, out: string, context: Context): Promise<{ done: GatePart; found: readonly ReportedProblem[] }> {
  const startedMs = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedMs);
  try {
    const { code, title, reasons, problems } = await part.perform(out, context);
    return { done: { ...emptyPart(part), exitCode: code, title, reasons, durationMs: durationMs() }, found: problems };
  } catch (error) {
    const ended = endOfPart(error);
    if (ended === undefined) throw error;
    return { done: { ...emptyPart(part), ...ended, durationMs: durationMs() }, found: [] };
  }
}

/** What is said of an accepted difference is at its own line, what a load or a throughput test shows at its line, everything else at the target. */
function placeIn(
  { file, targetLine, waiverLine }: ReadPolicy,
  part: PlannedPart,
  { rule, message, source }: ReportedProblem,
): GateProblem['at'] {
  const [, listed, line] = (rule.endsWith('-acceptance') && /^(.+):(\d+)$/.exec(source)) || [];
  if (listed !== undefined) return { file: inRepository(listed), line: Number(line) };
  const cases = source === file && rule.endsWith('-waiver') ? /^waiver "([^"]*)"/.exec(message)?.[1] : undefined;
  return { file: inRepository(file), line: (cases === undefined ? undefined : waiverLine(cases)) ?? part.line ?? targetLine };
}

/** The file as code scanning and annotations name it: relative to the checkout, with `/`. */
function inRepository(file: string): string {
  const path = relative(process.env['GITHUB_WORKSPACE'] ?? process.cwd(), resolve(file));
  return (path.startsWith('..') ? file : path).replaceAll('\\', '/');
}

const withoutCredentials = (target: string): string => target.replace(/\/\/[^/]*@/, '//');
