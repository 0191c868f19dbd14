import { whatOf } from '../../engine/difference.ts';
import { causesIn, failuresOf } from '../../engine/failures.ts';
import { isFailing } from '../../engine/judge.ts';
import { readJournal } from '../../engine/journal.ts';
import type { Finding, Outcome, Status } from '../../engine/outcome.ts';
import { severityOf } from '../../engine/severity-of.ts';
import { defined } from '../../specs/model/defined.ts';
import { digestOf, type Digest } from '../digest.ts';
import { answerText, callText, shortened } from '../format.ts';
import { runVerdict } from '../run-verdict.ts';
import { settled } from '../settled-lines.ts';
import type { Verdict } from '../verdict.ts';
import type { MatrixColumn, MatrixFinding } from './results.ts';
import { claimRow, hasClaims, placeOf, rowsOf, sameness, type RowPlace, type StandardRow } from './row-place.ts';

/** Requests and responses are shortened: the page of the run has them whole. */
const CALL_CHARACTERS = 600;
const MESSAGE_CHARACTERS = 600;
/** Findings of one row that are kept. */
const FINDINGS = 12;

/** What a run says of its target file concerns no method. */
const TARGET_FILE = 'target-file';

export type RunFinding = Omit<MatrixFinding, 'column'>;

/** What one run shows of each row. */
export interface ColumnRun {
  readonly digest: Digest;
  readonly verdict: Verdict;
  /** The rows of its standard. */
  readonly standard: ReadonlyMap<string, StandardRow>;
  /** Rows that are not of the standard: relations, undocumented fields. */
  readonly further: ReadonlyMap<string, RowPlace>;
  /** Statuses of the cases that have rows of their own, the most serious one of several. */
  readonly claims: ReadonlyMap<string, Status>;
  readonly findings: ReadonlyMap<string, readonly RunFinding[]>;
}

/** A column that was read, or why there is none. */
export interface ReadColumn extends Omit<MatrixColumn, 'run' | 'support'> {
  readonly run: ColumnRun | null;
}

/** Reads the journal of a run. Throws `JournalError`. */
export async function readColumn(journal: string): Promise<ColumnRun> {
  const digest = await digestOf(journal);
  const standard = rowsOf(digest.start.universe);
  const further = new Map<string, RowPlace>();
  const claims = new Map<string, Status>();
  const findings = new Map<string, Map<string, RunFinding>>();
  for await (const line of settled(readJournal(journal))) {
    if (line.t !== 'outcome' || line.suite === TARGET_FILE) continue;
    if (hasClaims(line)) {
      const row = claimRow(line);
      further.set(row.id, row);
      claims.set(row.id, worse(claims.get(row.id), line.status));
    }
    for (const { status, finding } of toShow(line)) {
      const place = placeOf(line, finding, standard);
      // What a relation meets may be about another row; its own shows it, too.
      const own = hasClaims(line) && status !== 'observed' ? claimRow(line) : place;
      for (const row of place.id === own.id ? [place] : [place, own]) {
        if (!standard.has(row.id) && !further.has(row.id)) further.set(row.id, row);
        const ofRow = findings.get(row.id) ?? new Map<string, RunFinding>();
        findings.set(row.id, ofRow);
        const key = `${status} ${sameness(finding)}`;
        const known = ofRow.get(key);
        if (known) ofRow.set(key, { ...known, cases: known.cases + 1 });
        else if (ofRow.size < FINDINGS) ofRow.set(key, shown(line, finding, status, row));
      }
    }
  }
  return {
    digest,
    verdict: runVerdict(digest),
    standard,
    further,
    claims,
    findings: new Map([...findings].map(([id, ofRow]) => [id, [...ofRow.values()]])),
  };
}

/** Statuses, most serious first. */
const serious: readonly Status[] = ['failed', 'unstable', 'waived', 'passed', 'observed', 'skipped', 'inapplicable'];

function worse(known: Status | undefined, status: Status): Status {
  return known !== undefined && serious.indexOf(known) < serious.indexOf(status) ? known : status;
}

/** The findings of a case that concern a row. What the documents leave open does so only if it is a field that a release adds. */
function toShow(outcome: Outcome): { readonly status: RunFinding['status']; readonly finding: Finding }[] {
  const { findings, status } = outcome;
  const failing = status === 'failed' ? causesIn(failuresOf(outcome)) : status === 'unstable' ? findings.filter(isFailing) : [];
  const found = status === 'unstable' ? 'unstable' : 'failed';
  return [
    ...failing.map((finding) => ({ status: found, finding }) as const),
    ...findings.filter(({ waiver }) => waiver !== undefined).map((finding) => ({ status: 'waived', finding }) as const),
    ...findings
      .filter(({ evidence, difference }) => evidence === 'observation' && difference !== undefined)
      .map((finding) => ({ status: 'observed', finding }) as const),
  ];
}

function shown(outcome: Outcome, finding: Finding, status: RunFinding['status'], row: RowPlace): RunFinding {
  const { id, request, response, replay } = outcome;
  const { check, evidence, source, path, message, waiver, difference, row: documented } = finding;
  return {
    row: row.id,
    status,
    check,
    evidence,
    ...(status !== 'observed' && { severity: severityOf(outcome, finding) }),
    source,
    message: shortened(message, MESSAGE_CHARACTERS),
    ...defined({ path, documented, waiver, replay: status === 'observed' ? undefined : replay }),
    ...(difference && { difference: whatOf(difference) }),
    case: id,
    cases: 1,
    ...(request && status !== 'observed' && { request: shortened(callText(request, 0), CALL_CHARACTERS) }),
    ...(response && status !== 'observed' && { response: shortened(answerText(response, 0), CALL_CHARACTERS) }),
  };
}
