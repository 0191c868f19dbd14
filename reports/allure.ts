import { md5, randomUuid } from 'allure-js-commons/sdk/reporter';
import { ContentType, LabelName, Stage, Status as AllureStatus, type Attachment, type Label, type TestResult } from 'allure-js-commons';
import { mostSerious, type Severity } from '../engine/severity.ts';
import { severityOf } from '../engine/severity-of.ts';
import type { Status } from '../engine/outcome.ts';
import { AllureWriter } from './allure-writer.ts';
import type { Digest } from './digest.ts';
import { defined } from '../specs/model/defined.ts';
import { FRAMEWORK, removeEarlierResults } from './earlier-allure-results.ts';
import { visible } from './escape.ts';
import { answerText, callText, counted, shortened } from './format.ts';
import { failuresOf, isDecisive, type FailPolicy } from '../engine/failures.ts';
import { runVerdict } from './run-verdict.ts';
import type { Sink, TimedOutcome } from './sink.ts';

/** With more cases than this, passed cases are bundled and only failed ones have attachments: each result is a separate file. */
const WRITE_ALL = 5_000;
/** Maximum number of cases in a bundle. */
const BUNDLE = 1_000;
/** A status of Allure that the types of its results lack: neither passed nor failed. */
const UNKNOWN = 'unknown' as AllureStatus;
const ATTACHMENT_CHARACTERS = 1_000_000;

/** Of cases that make the run fail, and of those that do not. */
const allureStatus: {
  readonly [status in Exclude<Status, 'inapplicable'>]: { readonly decisive: AllureStatus; readonly not: AllureStatus };
} = {
  passed: { decisive: AllureStatus.PASSED, not: AllureStatus.PASSED },
  failed: { decisive: AllureStatus.FAILED, not: AllureStatus.SKIPPED },
  unstable: { decisive: AllureStatus.BROKEN, not: AllureStatus.SKIPPED },
  observed: { decisive: UNKNOWN, not: UNKNOWN },
  waived: { decisive: AllureStatus.PASSED, not: AllureStatus.PASSED },
  skipped: { decisive: AllureStatus.BROKEN, not: AllureStatus.SKIPPED },
};

const allureSeverity: { readonly [severity in Severity]: string } = { breaking: 'critical', minor: 'minor', pedantic: 'trivial' };

/** Writes `allure-results/`, and removes the results of an earlier run from it. What others have written there stays. */
export class Allure implements Sink {
  readonly #writer: AllureWriter;
  readonly #families: { readonly [method: string]: string };
  readonly #startMs: number;
  readonly #lean: boolean;
  readonly #policy: FailPolicy;
  /** Passed cases that are not written yet, by suite and method. */
  readonly #bundles = new Map<string, TimedOutcome[]>();

  constructor(folder: string, digest: Digest) {
    removeEarlierResults(folder);
    this.#writer = new AllureWriter(folder);
    const { start, totals } = digest;
    this.#families = start.universe.families;
    this.#startMs = Date.parse(start.startedAt);
    const cases = Object.values(totals).reduce((sum, value) => sum + value, 0);
    this.#lean = cases > WRITE_ALL;
    this.#policy = digest;
    const { title, code, reasons } = runVerdict(digest);
    this.#writer.writeEnvironmentInfo({
      pyx: start.pyx,
      verdict: title,
      exitCode: String(code),
      reasons: visible(reasons.join(' ')),
      ...defined({ seed: start.seed === null ? undefined : String(start.seed), listened: start.listened?.at }),
      target: visible(start.target.name),
      subversion: visible(start.target.subversion),
      chain: visible(start.target.chain),
      targetFile: start.target.targetFile ?? 'none',
      ...(this.#lean && {
        bundled: `${counted(totals.passed, 'passed case')}, as steps of one result for each suite and method`,
      }),
    });
    this.#writer.writeCategoriesDefinitions([
      { name: 'The node died, hung or sent no answer', matchedStatuses: [AllureStatus.FAILED], messageRegex: '(?s)^health: .*' },
      { name: 'Differs from the documents', matchedStatuses: [AllureStatus.FAILED], messageRegex: '(?s)^document: .*' },
      { name: 'Violates a public standard or arithmetic', matchedStatuses: [AllureStatus.FAILED], messageRegex: '(?s)^standard: .*' },
      {
        name: 'Differs from the accepted baseline',
        matchedStatuses: [AllureStatus.FAILED],
        messageRegex: '(?s)^baseline: .*',
      },
      { name: 'Unstable', matchedStatuses: [AllureStatus.BROKEN], messageRegex: '(?s)^unstable: .*' },
      { name: 'Not tried', matchedStatuses: [AllureStatus.BROKEN], messageRegex: '(?s)^not tried: .*' },
      { name: 'Internal error in pyx', matchedStatuses: [AllureStatus.BROKEN], messageRegex: '(?s)^(?!unstable: |not tried: ).*' },
      { name: 'Does not make the run fail', matchedStatuses: [AllureStatus.SKIPPED] },
      { name: 'Observed: the documents leave it open', matchedStatuses: [UNKNOWN] },
    ]);
  }

  outcome(outcome: TimedOutcome): void {
    // Inapplicable cases would cost a file each; every other report has them.
    const { status } = outcome;
    if (status === 'inapplicable') return;
    if (this.#lean && status === 'passed') this.#bundle(outcome);
    else this.#write({ ...outcome, status });
  }

  #write(outcome: TimedOutcome & { readonly status: keyof typeof allureStatus }): void {
    const { id, status, method, durationMs, kind, reason, internal, atMs } = outcome;
    const stop = this.#startMs + atMs;
    const result: TestResult = {
      uuid: randomUuid(),
      historyId: md5(id),
      testCaseId: md5(id),
      fullName: id,
      name: id,
      status: internal === true ? AllureStatus.BROKEN : allureStatus[status][isDecisive(outcome, this.#policy) ? 'decisive' : 'not'],
      statusDetails: detailsOf(outcome),
      stage: Stage.FINISHED,
      start: stop - durationMs,
      stop,
      labels: this.#labels(outcome),
      parameters: [{ name: 'kind', value: kind }, ...(method === null ? [] : [{ name: 'method', value: method }])],
      attachments: status === 'passed' || (this.#lean && status !== 'failed') ? [] : this.#attachments(outcome),
      steps: [],
      links: [],
      ...(reason !== undefined && { description: visible(reason) }),
    };
    this.#writer.writeResult(result);
  }

  close(): void {
    for (const cases of this.#bundles.values()) this.#writeBundle(cases);
    this.#bundles.clear();
  }

  #bundle(outcome: TimedOutcome): void {
    const key = `${outcome.suite} ${outcome.method}`;
    const cases = this.#bundles.get(key) ?? [];
    cases.push(outcome);
    if (cases.length < BUNDLE) {
      this.#bundles.set(key, cases);
      return;
    }
    this.#writeBundle(cases);
    this.#bundles.delete(key);
  }

  /** One result for several passed cases of a suite and method, each of which is a step. */
  #writeBundle(cases: readonly TimedOutcome[]): void {
    const first = cases[0]!;
    const { suite, method } = first;
    const name = `${counted(cases.length, 'passed case')} of ${method ?? suite}`;
    const id = `${suite}/${method ?? ''}/passed from ${first.id}`;
    const stops = cases.map(({ atMs }) => this.#startMs + atMs);
    const starts = cases.map(({ atMs, durationMs }) => this.#startMs + atMs - durationMs);
    this.#writer.writeResult({
      uuid: randomUuid(),
      historyId: md5(id),
      testCaseId: md5(id),
      fullName: id,
      name,
      status: AllureStatus.PASSED,
      statusDetails: {},
      stage: Stage.FINISHED,
      start: starts.reduce((a, b) => Math.min(a, b)),
      stop: stops.reduce((a, b) => Math.max(a, b)),
      labels: this.#labels(first),
      parameters: [],
      attachments: [],
      steps: cases.map((outcome, index) => ({
        name: outcome.id,
        status: AllureStatus.PASSED,
        statusDetails: {},
        stage: Stage.FINISHED,
        start: starts[index]!,
        stop: stops[index]!,
        parameters: [],
        attachments: [],
        steps: [],
      })),
      links: [],
    });
  }

  #labels(outcome: TimedOutcome): Label[] {
    const { suite, method, status } = outcome;
    const severity = status === 'failed' ? mostSerious(failuresOf(outcome).map((finding) => severityOf(outcome, finding))) : undefined;
    const family = method === null ? undefined : this.#families[method];
    return [
      { name: LabelName.FRAMEWORK, value: FRAMEWORK },
      { name: LabelName.SUITE, value: suite },
      ...(severity === undefined ? [] : [{ name: LabelName.SEVERITY, value: allureSeverity[severity] }]),
      { name: LabelName.FEATURE, value: family ?? suite },
      ...(method === null ? [] : [{ name: LabelName.STORY, value: method }]),
      ...(status === 'observed' || status === 'waived' || status === 'unstable' ? [{ name: LabelName.TAG, value: status }] : []),
    ];
  }

  #attachments({ request, response, replay }: TimedOutcome): Attachment[] {
    return [
      ...(request ? [this.#attach('request', callText(request, 2), request.cut === undefined ? ContentType.JSON : ContentType.TEXT)] : []),
      ...(response
        ? [
            this.#attach(
              'response',
              answerText(response, 2),
              'fault' in response || 'cut' in response ? ContentType.TEXT : ContentType.JSON,
            ),
          ]
        : []),
      ...(replay !== undefined ? [this.#attach('replay', replay, ContentType.TEXT)] : []),
    ];
  }

  #attach(name: string, text: string, type: ContentType): Attachment {
    const cut = text.length > ATTACHMENT_CHARACTERS;
    const source = `${randomUuid()}-attachment.${type === ContentType.JSON && !cut ? 'json' : 'txt'}`;
    // JSON strings with escaped characters are equal, so the JSON value does not change.
    const body = Buffer.from(visible(shortened(text, ATTACHMENT_CHARACTERS)));
    this.#writer.writeAttachment(source, body);
    return { name, type: cut ? ContentType.TEXT : type, source, size: body.length };
  }
}

/** The message begins with the evidence, which the categories match. */
function detailsOf(outcome: TimedOutcome): { message?: string; trace?: string } {
  const { status, findings, reason } = outcome;
  if (status === 'passed') return {};
  const shown = status === 'failed' || status === 'unstable' ? failuresOf(outcome) : findings;
  const [first] = shown;
  if (!first) return reason === undefined ? {} : { message: visible(status === 'skipped' ? `not tried: ${reason}` : reason) };
  const trace = shown.map(
    ({ evidence, source, path, message, waiver }) =>
      `${evidence}: ${source}${path === undefined ? '' : `, ${path}`}\n  ${message}${waiver === undefined ? '' : `\n  waived: ${waiver}`}`,
  );
  return {
    message: visible(`${status === 'unstable' ? 'unstable: ' : ''}${first.evidence}: ${first.message}`),
    trace: visible(trace.join('\n')),
  };
}
