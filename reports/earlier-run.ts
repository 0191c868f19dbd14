import { readJournal, type StartLine } from '../engine/journal.ts';
import type { Outcome, Status } from '../engine/types.ts';
import { digestOf, type Digest } from './digest.ts';
import { failuresOf } from './group-findings.ts';
import { settled } from './settled-lines.ts';

/** One run of several, as the history shows it. */
export interface PastRun {
  /** Its folder, as it was named. */
  readonly folder: string;
  readonly digest: Digest;
  /** Status of each case, and for failed ones the first finding. */
  readonly cases: ReadonlyMap<string, { readonly status: Status; readonly message: string }>;
}

/** A case whose status differs between two runs, or that failed in both. */
export interface ChangedCase {
  readonly id: string;
  /** The first finding: of the later run, or of the earlier one if it is fixed. */
  readonly message: string;
}

/** What changed from one run to a later one. */
export interface Changes {
  /** Failed now, and not before. */
  readonly added: readonly ChangedCase[];
  /** Failed before, and was run now without a failure. */
  readonly fixed: readonly ChangedCase[];
  readonly stillFailing: readonly ChangedCase[];
  /** Failed before, and was not run now. */
  readonly notRun: readonly ChangedCase[];
}

/** Reads the journal of a run. Throws `JournalError`. */
export async function readPastRun(folder: string, journal: string): Promise<PastRun> {
  const cases = new Map<string, { status: Status; message: string }>();
  for await (const line of settled(readJournal(journal))) {
    if (line.t === 'outcome') cases.set(line.id, { status: line.status, message: messageOf(line) });
  }
  return { folder, digest: await digestOf(journal), cases };
}

function messageOf(outcome: Outcome): string {
  return outcome.status === 'failed' ? (failuresOf(outcome)[0]?.message ?? '').slice(0, 300) : '';
}

/** The changes from one run to another. */
export function changesBetween(before: Pick<PastRun, 'cases'>, after: Pick<PastRun, 'cases'>): Changes {
  const failedBefore = [...before.cases].filter(([, { status }]) => status === 'failed');
  const failedAfter = [...after.cases].filter(([, { status }]) => status === 'failed');
  const named = ([id, { message }]: (typeof failedAfter)[number]): ChangedCase => ({ id, message });
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

/** Runs in the order in which they were started. */
export function byStart<Run extends { readonly digest: { readonly start: StartLine } }>(runs: readonly Run[]): Run[] {
  return [...runs].sort((a, b) => Date.parse(a.digest.start.startedAt) - Date.parse(b.digest.start.startedAt));
}
