import { defined } from '../specs/model/defined.ts';
import type { Specification } from '../specs/model/spec.ts';
import { staleAcceptances, unexplained } from './acceptance-standing.ts';
import { unknownNames } from './acceptance-names.ts';
import { absenceFor } from './applicable.ts';
import type { Case, JudgedCase } from './case.ts';
import { TARGET_FILE_SUITE, targetFileOutcomes } from './conduct.ts';
import { isAcquitted, withoutRepeat } from './confirmation.ts';
import { inTodaysForm } from './earlier-form.ts';
import type { JournalLine, OutcomeLine, StartLine, SuspectLine, WrittenLine } from './journal-lines.ts';
import { isFailing, Judge, unjudged } from './judge.ts';
import type { Finding, Outcome, Status } from './outcome.ts';
import { rulesOf } from './plan.ts';
import { withRejudgedResult } from './rejudged-result.ts';
import { NOTHING_TO_JUDGE, notTried } from './run-case.ts';
import { absentMethods, type TargetFile } from './target-file.ts';

export interface RejudgeOptions {
  readonly specification: Specification;
  /** All cases that a run has today. */
  readonly cases: readonly Case[];
  /** The run may be one of another standard, so that cases without an outcome were not selected. */
  readonly anyStandard: boolean;
  readonly targetFile: TargetFile | undefined;
  /** Entries that expired before are not in force: `2026-11-20`. */
  readonly today: string;
  /** Pyx starts the nodes of the run's target. */
  readonly startsNodes: boolean;
  /** The command that runs a case of the run again; undefined for a run that was heard. */
  readonly replay: ((testCase: Case) => string) | undefined;
  /** Which run is judged again, and by what: `StartLine.rejudged`. */
  readonly remark: string;
}

/**
 * The journal of a whole run, judged again without a node. Findings about the result of a generated case are made anew, from its
 * recorded call; other findings stay as they were found. The target file is applied anew to all, and judged anew. What the run
 * showed of failures by circumstance holds.
 */
export async function* rejudged(lines: AsyncIterable<WrittenLine>, options: RejudgeOptions): AsyncGenerator<WrittenLine> {
  const suspects = new Map<string, SuspectLine & { readonly atMs: number }>();
  let rejudge: Rejudge | undefined;
  for await (const line of lines) {
    if (line.t === 'start') {
      rejudge = new Rejudge(line, options);
      yield rejudge.startLine();
      yield { t: 'note', text: `judged again without a node: ${options.remark}`, atMs: line.atMs };
    } else if (line.t === 'suspect') suspects.set(line.id, line);
    else if (line.t === 'outcome' && rejudge) {
      suspects.delete(line.id);
      // What is said of the target file is about another one.
      if (line.suite !== TARGET_FILE_SUITE) yield { ...rejudge.outcome(line), t: 'outcome', atMs: line.atMs };
    } else if (line.t === 'end' && rejudge) {
      for (const written of rejudge.aboutTargetFile(line.complete)) yield { ...written, atMs: line.atMs };
      yield line;
    } else if (line.t !== 'accepted') yield line;
  }
  // Of a run that was killed: without an outcome, they are failures that are not confirmed.
  for (const suspect of suspects.values()) {
    const findings = rejudge?.suspect(suspect) ?? [];
    if (findings.some(isFailing)) yield { ...suspect, findings };
  }
}

class Rejudge {
  readonly #start: StartLine & { readonly atMs: number };
  readonly #options: RejudgeOptions;
  readonly #cases: ReadonlyMap<string, Case>;
  readonly #judge: Judge;
  readonly #absent: ReadonlyMap<string, string>;
  readonly #hits = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #untried = new Map<string, 'skipped' | 'inapplicable'>();

  constructor(start: StartLine & { readonly atMs: number }, options: RejudgeOptions) {
    this.#start = start;
    this.#options = options;
    this.#cases = new Map(options.cases.map((testCase) => [testCase.id, testCase]));
    this.#judge = new Judge(options.targetFile, options.today, start.state);
    this.#absent = absentMethods(options.targetFile);
  }

  startLine(): WrittenLine {
    const { specification, targetFile, remark } = this.#options;
    const at = targetFile?.documents ?? this.#start.documents?.at;
    return {
      ...this.#start,
      rejudged: remark,
      target: { ...this.#start.target, targetFile: targetFile?.file ?? null },
      documents: { list: specification.spec.documents, ...defined({ at }) },
    };
  }

  outcome(line: OutcomeLine): Outcome {
    const outcome = this.#judged(line);
    const { id, status } = outcome;
    for (const hit of outcome.hits) this.#hits.add(hit);
    this.#ended.add(id);
    if (status === 'skipped' || status === 'inapplicable') this.#untried.set(id, status);
    return outcome;
  }

  /** The findings of a failure that was not confirmed. */
  suspect({ id, method = null, findings }: SuspectLine): Finding[] {
    return this.#judge.judge(this.#cases.get(id) ?? { id, method }, findings.map(unjudged), false).findings;
  }

  #judged(line: OutcomeLine): Outcome {
    const { specification, replay } = this.#options;
    const known = this.#cases.get(line.id);
    const testCase: JudgedCase = known ?? { id: line.id, method: line.method };
    const isUntried = line.status === 'skipped' || line.status === 'inapplicable';
    if (isUntried && line.findings.length === 0) return line;
    const absence = known && absenceFor(known, this.#absent);
    if (known && absence !== undefined) return notTried(known, 'inapplicable', absence);
    const outcome = inTodaysForm(line, specification, testCase);
    const found = withRejudgedResult({ ...outcome, findings: outcome.findings.map(unjudged) }, specification, testCase);
    const unseen = found.filter(({ check }) => check === NOTHING_TO_JUDGE);
    const judged = this.#judge.judge(
      testCase,
      found.filter((finding) => !unseen.includes(finding)),
      line.reason === undefined,
    );
    const findings = judged.status === 'passed' ? unseen : judged.findings;
    const status = statusOf(line, judged.status === 'passed' && unseen.length > 0 ? 'observed' : judged.status);
    const { replay: before, ...rest } = outcome;
    const again = before ?? (known && replay?.(known));
    const now = { ...rest, findings, status, ...(status !== 'passed' && defined({ replay: again })) };
    return status === 'failed' && isAcquitted(outcome) ? withoutRepeat(now) : now;
  }

  /** What the run shows of today's target file: see `conduct`. */
  aboutTargetFile(complete: boolean): JournalLine[] {
    const { cases, anyStandard, targetFile, specification, startsNodes } = this.#options;
    const isWhole = this.#start.wholeRun && complete && !anyStandard;
    const standings = this.#judge.standings(
      {
        leftOut: isWhole ? [] : cases.map(({ id }) => id).filter((id) => !this.#ended.has(id)),
        untried: this.#untried,
        planned: cases,
        startsNodes,
        ...(this.#start.listened && { unplanned: true }),
      },
      this.#hits,
    );
    const found = [
      ...unknownNames(targetFile?.accepted ?? [], specification, rulesOf(cases)),
      ...unexplained(standings, targetFile),
      ...staleAcceptances(standings),
    ];
    return [...targetFileOutcomes(found).map((outcome) => ({ t: 'outcome' as const, ...outcome })), { t: 'accepted', standings }];
  }
}

/** The status of a case that was judged again; a case that was not complete has not passed. */
function statusOf({ status, reason }: Outcome, judged: Status): Status {
  if (reason === undefined || judged === 'failed') return judged;
  if (status === 'skipped' || status === 'failed') return 'skipped';
  return judged === 'passed' ? 'inapplicable' : judged;
}
