import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { failuresOf, isDecisive, severityOfFailure } from '../engine/failures.ts';
import { severityOf } from '../engine/severity-of.ts';
import type { Finding } from '../engine/outcome.ts';
import { TemporaryFolder } from '../fixtures/temporary/temporary-folder.ts';
import type { Digest } from './digest.ts';
import { defined } from '../specs/model/defined.ts';
import { escapeXml } from './escape.ts';
import { answerText, callText, shortened } from './format.ts';
import { retriesText } from './retries-text.ts';
import { PieceWriter } from './piece-writer.ts';
import { runVerdict } from './run-verdict.ts';
import type { Sink, TimedOutcome } from './sink.ts';
import type { Verdict } from './verdict.ts';

/** Limit for one text of a case in CI views; `results.json` has longer texts. */
const TEXT_LIMIT = 10_000;

/** Numbers of cases, as the attributes of a suite. */
interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

/**
 * Writes `junit.xml`: one `testsuite` for each suite. Failed is shown what makes the run fail, and no more: what was found besides is
 * `skipped`, with its text; observed and waived cases pass, with their findings as output. An internal error of Pyx, and a case that
 * was selected and not tried, is an `error`. Cases of different suites arrive mixed, so each suite is collected in a temporary file
 * until `close` joins them.
 */
export class Junit implements Sink {
  readonly #file: string;
  readonly #digest: Digest;
  readonly #verdict: Verdict;
  readonly #folder: TemporaryFolder;
  readonly #parts = new Map<string, { readonly file: string; readonly out: PieceWriter; readonly counts: Counts }>();

  private constructor(file: string, digest: Digest, folder: TemporaryFolder) {
    this.#file = file;
    this.#digest = digest;
    this.#verdict = runVerdict(digest);
    this.#folder = folder;
  }

  /** Throws errors of the file system. */
  static async create(file: string, digest: Digest): Promise<Junit> {
    return new Junit(file, digest, await TemporaryFolder.create('junit'));
  }

  outcome(outcome: TimedOutcome): void {
    let part = this.#parts.get(outcome.suite);
    if (!part) {
      const file = join(this.#folder.path, `${this.#parts.size}.xml`);
      part = { file, out: new PieceWriter(file), counts: { tests: 0, failures: 0, errors: 0, skipped: 0 } };
      this.#parts.set(outcome.suite, part);
    }
    const kind = this.#kindOf(outcome);
    part.counts.tests++;
    if (kind === 'failure') part.counts.failures++;
    if (kind === 'error') part.counts.errors++;
    if (kind === 'skipped') part.counts.skipped++;
    part.out.write(testcase(outcome, kind));
  }

  async close(): Promise<void> {
    for (const { out } of this.#parts.values()) out.close();
    try {
      await this.#join();
    } finally {
      await this.#folder.remove();
    }
  }

  #kindOf(outcome: TimedOutcome): Kind {
    const { status, internal } = outcome;
    // Where a failure ended the run, it decides, and not what is left.
    if (status === 'skipped') return this.#verdict.title === 'Failed' && !this.#digest.complete ? 'skipped' : 'error';
    if (status === 'inapplicable') return 'skipped';
    if (status !== 'failed' && status !== 'unstable') return 'passed';
    if (internal === true) return 'error';
    return isDecisive(outcome, this.#digest) ? 'failure' : 'skipped';
  }

  async #join(): Promise<void> {
    const out = new PieceWriter(this.#file);
    const { start, suites, durationMs } = this.#digest;
    const all = [...this.#parts.values()].map((part) => part.counts);
    const sum = (of: (counts: Counts) => number): number => all.reduce((total, counts) => total + of(counts), 0);
    // Only a suite may have a number of skipped cases: the published schema (junit-10 of Jenkins) has none for all suites together.
    const totals = `tests="${sum(({ tests }) => tests)}" failures="${sum(({ failures }) => failures)}" errors="${sum(({ errors }) => errors)}"`;
    out.write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pyx" ${totals} time="${seconds(durationMs)}">\n`);
    for (const [name, suite] of suites) {
      const part = this.#parts.get(name);
      if (!part) continue;
      const { tests, failures, errors, skipped } = part.counts;
      out.write(
        `  <testsuite name="${escapeXml(name)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds(suite.durationMs)}" timestamp="${escapeXml(start.startedAt.replace(/(?:\.\d+)?Z$/, ''))}">\n`,
      );
      out.write('    <properties>\n');
      for (const [key, value] of Object.entries(this.#properties()))
        out.write(`      <property name="${key}" value="${escapeXml(value)}"/>\n`);
      out.write('    </properties>\n');
      for await (const chunk of createReadStream(part.file, 'utf8')) out.write(chunk as string);
      out.write('  </testsuite>\n');
    }
    out.write('</testsuites>\n');
    out.close();
  }

  /** What each suite says of the run. */
  #properties(): { readonly [name: string]: string } {
    const { pyx, seed, target, rejudged, listened } = this.#digest.start;
    const { title, code, reasons } = this.#verdict;
    return {
      pyx,
      ...defined({ seed: seed === null ? undefined : String(seed), listened: listened?.at }),
      target: target.name,
      subversion: target.subversion,
      ...defined({ rejudged }),
      verdict: title,
      exitCode: String(code),
      reasons: reasons.join(' '),
    };
  }
}

type Kind = 'passed' | 'skipped' | 'failure' | 'error';

function testcase(outcome: TimedOutcome, kind: Kind): string {
  const { id, suite, method, status, durationMs, reason, findings } = outcome;
  const start = `    <testcase classname="${escapeXml(['pyx', suite, method ?? ''].filter((part) => part !== '').join('.'))}" name="${escapeXml(id)}" time="${seconds(durationMs)}"`;
  const body = ((): string => {
    if (status === 'skipped' || status === 'inapplicable') {
      const text = escapeXml(`${status === 'skipped' ? 'not tried' : status}: ${reason ?? 'no reason given'}`);
      return kind === 'error' ? `<error type="not-tried" message="${text}"/>` : `<skipped message="${text}"/>`;
    }
    if (kind === 'failure' || kind === 'error') return failure(outcome, kind);
    if (kind === 'skipped') return `<skipped message="${escapeXml(`does not make the run fail: ${remark(outcome)}`)}"/>`;
    return findings.length > 0 ? `<system-out>${escapeXml(shortened(findings.map(sentence).join('\n'), TEXT_LIMIT))}</system-out>` : '';
  })();
  return body === '' ? `${start}/>\n` : `${start}>\n      ${body}\n    </testcase>\n`;
}

/** A failure that does not count, in one text. */
function remark(outcome: TimedOutcome): string {
  const as = outcome.status === 'unstable' ? 'unstable' : severityOfFailure(outcome);
  return `${as}, ${shortened(failuresOf(outcome).map(sentence).join('\n'), TEXT_LIMIT)}`;
}

function failure(outcome: TimedOutcome, element: 'failure' | 'error'): string {
  const { reason, request, response, replay } = outcome;
  const failures = failuresOf(outcome);
  const [first] = failures;
  const text = [
    ...failures.map((finding) => `${severityOf(outcome, finding)}: ${sentence(finding)}`),
    ...(reason !== undefined ? [reason] : []),
    ...failures.flatMap((finding) => retriesText(outcome, finding) ?? []).slice(0, 1),
    ...(request ? [`request: ${shortened(callText(request, 0), TEXT_LIMIT)}`] : []),
    ...(response ? [`response: ${shortened(answerText(response, 0), TEXT_LIMIT)}`] : []),
    ...(replay !== undefined ? [`replay: ${replay}`] : []),
  ].join('\n');
  return `<${element} type="${escapeXml(`${first?.evidence}:${first?.check}`)}" message="${escapeXml(shortened(first?.message ?? '', 500))}">${escapeXml(text)}</${element}>`;
}

function sentence({ evidence, source, path, message, waiver }: Finding): string {
  const where = path === undefined ? '' : ` at ${path}`;
  return `[${evidence}: ${source}]${where} ${message}${waiver === undefined ? '' : ` (waived: ${waiver})`}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
