import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandHint } from './brand-hint.ts';
import { universeOf } from './coverage.ts';
import { JournalWriter, type StartLine } from './journal.ts';
import { openTrial, type TrialSettings } from './open-trial.ts';
import type { Plan } from './plan.ts';
import { RefusedError, type Prepared } from './prepare.ts';
import type { RunEvent } from './run.ts';
import type { Outcome } from './types.ts';

export interface ConductOptions extends TrialSettings {
  readonly pyx: string;
  readonly command: readonly string[];
  readonly plan: Plan;
  readonly outDir: string;
  readonly now: Date;
  /** Told before anything is tried: which node it is, and what will be done to it. */
  readonly onPrepared: (prepared: Prepared) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onNote: (text: string) => void;
  /** Told of a case that failed and is tried once more before its outcome is known. */
  readonly onSuspect?: (id: string) => void;
}

/** What is found about the target file itself; no case of a plan. */
const targetFileSuite = 'target-file';

/** Where the journal of a run stands. */
export const journalFile = (outDir: string): string => join(outDir, 'journal.jsonl');

/**
 * Conducts one trial from the first question to the last line of its journal. Everything that comes of it stands in
 * the journal. Throws `TargetError`, `RefusedError` or `TargetFileError` when the trial cannot begin. Gives why it was not
 * brought to its end, where the node was found to be on another chain: the journal is written even so.
 */
export async function conduct(options: ConductOptions): Promise<RefusedError | undefined> {
  const startedAt = performance.now();
  const { plan, target, specification, secrets } = options;
  const trial = await openTrial(options);
  const { absent, names } = trial;
  const { node, info, targetFile, state } = trial.prepared;
  options.onPrepared(trial.prepared);
  const journal = new JournalWriter(journalFile(options.outDir), secrets);
  try {
    const start: StartLine = {
      t: 'start',
      pyx: options.pyx,
      seed: options.seed,
      startedAt: options.now.toISOString(),
      command: options.command,
      target: { name: target.name, kind: target.kind, ...info, targetFile: targetFile?.file ?? null },
      state,
      planned: plan.cases.length,
      suites: countBySuite(plan),
      wholeRun: plan.whole,
      universe: universeOf(specification, absent, plan.whole ? undefined : plan.cases),
    };
    journal.append(start);
    const used = new Set<string>(plan.cases.flatMap(({ uses }) => uses));
    const hint = await brandHint(node.client, specification, names, (id) => used.has(id) && !absent.has(id));
    if (hint !== undefined) {
      journal.append({ t: 'note', text: hint });
      options.onNote(hint);
    }
    let tried = 0;
    let stopped: string | undefined;
    let refusal: RefusedError | undefined;
    const put = (outcome: Outcome): void => {
      journal.append({ t: 'outcome', ...outcome });
      options.onOutcome(outcome);
    };
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'stopped') {
        stopped = event.reason;
        return;
      }
      if (event.type === 'confirming') {
        options.onNote(
          event.cases === 1
            ? 'one failure is tried once more on a fresh world'
            : `${event.cases} failures are tried once more on a fresh world`,
        );
        return;
      }
      const { type, ...rest } = event;
      journal.append({ t: type, ...rest } as Parameters<JournalWriter['append']>[0]);
      if (event.type === 'note') options.onNote(secrets.mask(event.text));
      if (event.type === 'suspect') options.onSuspect?.(event.id);
    };
    try {
      for await (const outcome of trial.run(plan, { onEvent })) {
        tried++;
        put(outcome);
      }
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refusal = error;
    }
    const complete = tried === plan.cases.length && stopped === undefined;
    trial.staleWaivers(plan).forEach((finding, index) =>
      put({
        id: `${targetFileSuite}/${finding.check}-${index + 1}`,
        suite: targetFileSuite,
        method: null,
        kind: 'waiver',
        status: 'failed',
        durationMs: 0,
        calls: 0,
        findings: [finding],
        hits: [],
      }),
    );
    journal.append({
      t: 'end',
      complete,
      ...(stopped !== undefined && { stopped }),
      durationMs: Math.round(performance.now() - startedAt),
    });
    return refusal;
  } finally {
    journal.close();
  }
}

function countBySuite(plan: Plan): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { suite } of plan.cases) counts[suite] = (counts[suite] ?? 0) + 1;
  return counts;
}

/** Ids of the cases that failed in an earlier run, from its `results.json`. Throws an Error for the user. */
export function failedCases(resultsFile: string): string[] {
  let results: { cases?: { id?: string; suite?: string; status?: string }[] };
  try {
    results = JSON.parse(readFileSync(resultsFile, 'utf8')) as typeof results;
  } catch (error) {
    throw new Error(`--failed: ${resultsFile} cannot be read: ${(error as Error).message}; give the folder of an earlier run`, {
      cause: error,
    });
  }
  return (results.cases ?? [])
    .filter((one) => one.status === 'failed' && one.suite !== targetFileSuite && one.id !== undefined)
    .map((one) => one.id as string);
}
