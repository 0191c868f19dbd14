import { readJournal } from '../engine/journal.ts';
import type { StartLine } from '../engine/journal-lines.ts';
import { mostSerious, severities, type Severity } from '../engine/severity.ts';
import { severityOf } from '../engine/severity-of.ts';
import type { Outcome, Status } from '../engine/outcome.ts';
import type { ChangedCase, Changes } from './changed-cases.ts';
import { digestOf, type Digest } from './digest.ts';
import { failuresOf } from '../engine/failures.ts';
import { settled } from './settled-lines.ts';

const MESSAGE_CHARACTERS = 300;

/** The status of a case, and if it failed its first finding and how serious it is. */
export interface PastCase {
  readonly status: Status;
  readonly message: string;
  readonly severity: Severity;
}

/** One run of several, as the history shows it. */
export interface PastRun {
  /** Its folder, as it was named. */
  readonly folder: string;
  readonly digest: Digest;
  readonly cases: ReadonlyMap<string, PastCase>;
}

/** Reads the journal of a run. Throws `JournalError`. */
export async function readPastRun(folder: string, journal: string): Promise<PastRun> {
  const cases = new Map<string, PastCase>();
  for await (const line of settled(readJournal(journal))) {
    if (line.t === 'outcome') cases.set(line.id, pastCase(line));
  }
  return { folder, digest: await digestOf(journal), cases };
}

function pastCase(outcome: Outcome): PastCase {
  const { status } = outcome;
  if (status !== 'failed') return { status, message: '', severity: 'minor' };
  const failures = failuresOf(outcome);
  const severity = mostSerious(failures.map((finding) => severityOf(outcome, finding))) ?? 'breaking';
  return { status, message: (failures[0]?.message ?? '').slice(0, MESSAGE_CHARACTERS), severity };
}

/** The changes from one run to another. */
export function changesBetween(before: Pick<PastRun, 'cases'>, after: Pick<PastRun, 'cases'>): Changes {
  const failedBefore = failedIn(before);
  const failedAfter = failedIn(after);
  const named = ([id, { message, severity }]: readonly [string, PastCase]): ChangedCase => ({ id, severity, message });
  const wasRun = (id: string): boolean => {
    const status = after.cases.get(id)?.status;
    return status !== undefined && status !== 'skipped' && status !== 'inapplicable';
  };
  const gone = failedBefore.filter(([id]) => after.cases.get(id)?.status !== 'failed');
  return {
    added: failedAfter.filter(([id]) => before.cases.get(id)?.status !== 'failed').map(named),
    fixed: gone.filter(([id]) => wasRun(id)).map(named),
    stillFailing: failedAfter.filter(([id]) => before.cases.get(id)?.status === 'failed').map(named),
    notRun: gone.filter(([id]) => !wasRun(id)).map(named),
  };
}

function failedIn({ cases }: Pick<PastRun, 'cases'>): [string, PastCase][] {
  const failed = [...cases].filter(([, { status }]) => status === 'failed');
  return failed.sort(([, a], [, b]) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** Runs in the order in which they were started. */
export function byStart<Run extends { readonly digest: { readonly start: StartLine } }>(runs: readonly Run[]): Run[] {
  return [...runs].sort((a, b) => Date.parse(a.digest.start.startedAt) - Date.parse(b.digest.start.startedAt));
}
