import { join } from 'node:path';
import { defined } from '../specs/model/defined.ts';
import { JsonTextError, parseJsonText } from '../specs/model/json-text.ts';
import { UserError } from '../specs/model/user-error.ts';
import { readUserFile, UserFileError } from '../specs/model/user-file.ts';
import { badEndOutcomes, NODE_SUITE } from './bad-ends.ts';
import { brandHint } from './brand-hint.ts';
import { universeOf, type Universe } from './coverage.ts';
import { thisEnvironment } from './environment.ts';
import { JournalWriter } from './journal.ts';
import type { EndLine, StartLine } from './journal-lines.ts';
import type { OpenedNode } from './open-node.ts';
import { openTrial, type TrialSettings } from './open-trial.ts';
import type { Plan } from './plan.ts';
import { RefusedError } from './prepare.ts';
import { reportedTarget } from './reported-target.ts';
import type { RunEvent } from './run-event.ts';
import { runHints } from './run-hints.ts';
import type { Severity } from './severity.ts';
import { StandingsOfSeeds } from './standings-of-seeds.ts';
import type { Finding, Outcome } from './outcome.ts';
import { staleAcceptances, unexplained } from './acceptance-standing.ts';

/** The results of an earlier run cannot be read. */
export class EarlierRunError extends UserError {
  override readonly name = 'EarlierRunError';
}

export interface ConductOptions extends TrialSettings {
  readonly pyx: string;
  readonly command: readonly string[];
  readonly plan: Plan;
  readonly outDir: string;
  readonly now: Date;
  /** See `StartLine.failOn`. */
  readonly failOn?: Severity | undefined;
  /** The texts of the documents, instead of those that the target file names: see `StartLine.documents`. */
  readonly documents?: string | undefined;
  /** See `StartLine.inconclusive`. */
  readonly inconclusive?: StartLine['inconclusive'] | undefined;
  /** Called before the first case is run, with the node and the target file. */
  readonly onOpened: (opened: OpenedNode) => void;
  /** The runs of the same cases with other seeds, if there are any: the accepted differences are judged on all of them, after the last. */
  readonly seeds?: StandingsOfSeeds | undefined;
  /** Remarks for the reports, known before the run. */
  readonly notes?: readonly string[] | undefined;
  /** Called with the id of a case when it begins. */
  readonly onBegun?: (id: string) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onNote: (text: string) => void;
  /** Called with the id of a case that failed and will be confirmed before its outcome is known. */
  readonly onSuspect?: (id: string) => void;
}

/** Suite of the outcomes for problems of the target file itself, which are not cases of a plan. */
export const TARGET_FILE_SUITE = 'target-file';

/** Path of the journal of a run. */
export const journalFile = (outDir: string): string => join(outDir, 'journal.jsonl');

/**
 * Runs a whole trial and writes its journal, which has everything that the reports need. Throws `TargetError`,
 * `RefusedError` or `TargetFileError` if the trial cannot begin. If the node changed to another chain, the run ends,
 * the journal is completed, and the error is returned.
 */
export async function conduct(options: ConductOptions): Promise<RefusedError | undefined> {
  const startedAt = performance.now();
  const { plan, target, specification, secrets } = options;
  const trial = await openTrial(options);
  const { absent, names } = trial;
  const { node, state } = trial.opened;
  options.onOpened(trial.opened);
  const journal = new JournalWriter(journalFile(options.outDir), secrets);
  try {
    const start: StartLine = {
      t: 'start',
      pyx: options.pyx,
      seed: options.seed,
      startedAt: options.now.toISOString(),
      command: options.command,
      target: reportedTarget(target, trial.opened),
      state,
      planned: plan.cases.length,
      suites: countBySuite(plan),
      wholeRun: plan.whole,
      environment: thisEnvironment(),
      ...(plan.shard && { shard: shardOf(plan.shard, () => universeOf(specification, absent)) }),
      ...(specification.isOfUser && { ownStandard: true }),
      ...defined({ failOn: options.failOn, inconclusive: options.inconclusive }),
      documents: {
        list: specification.spec.documents,
        ...defined({ at: options.documents ?? trial.opened.targetFile?.documents }),
      },
      universe: universeOf(specification, absent, plan.whole ? undefined : plan.cases),
    };
    journal.append(start);
    for (const text of options.notes ?? []) journal.append({ t: 'note', text });
    for (const text of runHints({ plan, target, targetFile: trial.opened.targetFile })) {
      journal.append({ t: 'note', text });
      options.onNote(text);
    }
    const used = new Set<string>(plan.cases.flatMap(({ uses }) => uses));
    const hint = await brandHint(node.client, specification, names, (id) => used.has(id) && !absent.has(id));
    if (hint !== undefined) {
      journal.append({ t: 'note', text: hint });
      options.onNote(hint);
    }
    let tried = 0;
    let stopped: string | undefined;
    let ended: 'time' | undefined;
    let refusal: RefusedError | undefined;
    const lost = new Set<string>();
    const put = (outcome: Outcome): void => {
      journal.append({ t: 'outcome', ...outcome });
      options.onOutcome(outcome);
    };
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'stopped') {
        stopped = event.reason;
        ended = event.cause;
        return;
      }
      if (event.type === 'confirming') {
        options.onNote(event.cases === 1 ? 'confirming 1 failure on a fresh world' : `confirming ${event.cases} failures on a fresh world`);
        return;
      }
      const { type, ...rest } = event;
      journal.append({ t: type, ...rest } as Parameters<JournalWriter['append']>[0]);
      if (event.type === 'note') options.onNote(secrets.mask(event.text));
      if (event.type === 'suspect') options.onSuspect?.(event.id);
    };
    try {
      for await (const outcome of trial.run(plan, {
        onEvent,
        onLost: (name) => lost.add(name),
        ...defined({ onBegun: options.onBegun }),
      })) {
        tried++;
        put(outcome);
      }
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refusal = error;
    }
    const complete = tried === plan.cases.length && stopped === undefined;
    if (complete) for (const outcome of await badEndOutcomes(trial.opened.target, lost)) put(outcome);
    const standings = trial.standings(plan);
    const { judged, forShards } = (options.seeds ?? new StandingsOfSeeds(1)).add(standings);
    const found = [...trial.namesUnknown(plan), ...unexplained(judged, trial.opened.targetFile), ...staleAcceptances(judged)];
    for (const outcome of targetFileOutcomes(found)) put(outcome);
    journal.append({ t: 'accepted', standings: standings.own, ...(plan.shard && forShards && { forShards }) });
    const isInterrupted = !complete && options.signal?.aborted === true;
    const cause: EndLine['cause'] = refusal ? 'refusal' : isInterrupted ? 'interruption' : ended;
    journal.append({
      t: 'end',
      complete,
      ...defined({ stopped, cause }),
      durationMs: Math.round(performance.now() - startedAt),
    });
    return refusal;
  } finally {
    journal.close();
  }
}

/** The outcomes for findings about the target file itself, which failed cases without a plan stand for. */
export function targetFileOutcomes(findings: readonly Finding[]): Outcome[] {
  return findings.map((finding, index) => ({
    id: `${TARGET_FILE_SUITE}/${finding.check}-${index + 1}`,
    suite: TARGET_FILE_SUITE,
    method: null,
    kind: 'acceptance',
    status: 'failed',
    durationMs: 0,
    calls: 0,
    findings: [finding],
    hits: [],
  }));
}

function shardOf({ index, total, whole }: NonNullable<Plan['shard']>, all: () => Universe): NonNullable<StartLine['shard']> {
  return { index, total, ...(whole && { whole: all() }) };
}

function countBySuite(plan: Plan): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { suite } of plan.cases) counts[suite] = (counts[suite] ?? 0) + 1;
  return counts;
}

/** What failed in an earlier run. */
export interface EarlierFailures {
  readonly cases: readonly string[];
  /** That of the run: with another one, other values are tried. Undefined if it is not known. */
  readonly seed: number | undefined;
}

/** The cases that failed in an earlier run, from its `results.json`. Throws `EarlierRunError`. */
export function earlierFailures(resultsFile: string): EarlierFailures {
  const fail = (problem: string, cause?: unknown): never => {
    throw new EarlierRunError(`--failed: ${resultsFile} cannot be read: ${problem}`, {
      remedy: 'give the folder of an earlier run',
      cause,
    });
  };
  let results: unknown;
  try {
    results = parseJsonText(readUserFile(resultsFile));
  } catch (error) {
    if (error instanceof UserFileError) return fail(error.reason, error);
    if (error instanceof JsonTextError) return fail(error.message, error);
    throw error;
  }
  const { cases, seed } = (results ?? {}) as { cases?: unknown; seed?: unknown };
  if (!Array.isArray(cases)) return fail('it has no list of cases');
  const failed = cases.flatMap((entry: unknown) => {
    const { id, suite, status } = (entry ?? {}) as { readonly [member: string]: unknown };
    return (status === 'failed' || status === 'unstable') && suite !== TARGET_FILE_SUITE && suite !== NODE_SUITE && typeof id === 'string'
      ? [id]
      : [];
  });
  return { cases: failed, seed: Number.isSafeInteger(seed) && (seed as number) >= 0 ? (seed as number) : undefined };
}
