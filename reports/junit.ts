import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { severityOf } from '../engine/severity.ts';
import type { Finding } from '../engine/outcome.ts';
import { TemporaryFolder } from '../fixtures/temporary/temporary-folder.ts';
import type { Digest, SuiteTotals } from './digest.ts';
import { defined } from '../specs/model/defined.ts';
import { escapeXml } from './escape.ts';
import { answerText, callText, shortened } from './format.ts';
import { retriesText } from './retries-text.ts';
import { failuresOf } from './group-findings.ts';
import { PieceWriter } from './piece-writer.ts';
import type { Sink, TimedOutcome } from './sink.ts';

/** Limit for one text of a case in CI views; `results.json` has longer texts. */
const TEXT_LIMIT = 10_000;

/**
 * Writes `junit.xml`: one `testsuite` for each suite. Observed and waived cases pass, with their findings as output; an
 * internal error of Pyx is an `error`. Cases of different suites arrive mixed, so each suite is collected in a temporary
 * file until `close` joins them.
 */
export class Junit implements Sink {
  readonly #file: string;
  readonly #digest: Digest;
  readonly #folder: TemporaryFolder;
  readonly #parts = new Map<string, { file: string; out: PieceWriter }>();

  private constructor(file: string, digest: Digest, folder: TemporaryFolder) {
    this.#file = file;
    this.#digest = digest;
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
      part = { file, out: new PieceWriter(file) };
      this.#parts.set(outcome.suite, part);
    }
    part.out.write(testcase(outcome));
  }

  async close(): Promise<void> {
    for (const { out } of this.#parts.values()) out.close();
    try {
      await this.#join();
    } finally {
      await this.#folder.remove();
    }
  }

  async #join(): Promise<void> {
    const out = new PieceWriter(this.#file);
    const { start, suites, durationMs } = this.#digest;
    const all = sum([...suites.values()]);
    out.write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="pyx" ${counts(all)} time="${seconds(durationMs)}">\n`);
    for (const [name, totals] of suites) {
      const part = this.#parts.get(name);
      if (!part) continue;
      out.write(
        `  <testsuite name="${escapeXml(name)}" ${counts(totals)} skipped="${skippedOf(totals)}" time="${seconds(totals.durationMs)}" timestamp="${escapeXml(start.startedAt.replace(/(?:\.\d+)?Z$/, ''))}">\n`,
      );
      const { pyx, seed, target, rejudged } = start;
      const properties = { pyx, seed: String(seed), target: target.name, subversion: target.subversion, ...defined({ rejudged }) };
      out.write('    <properties>\n');
      for (const [key, value] of Object.entries(properties)) out.write(`      <property name="${key}" value="${escapeXml(value)}"/>\n`);
      out.write('    </properties>\n');
      for await (const chunk of createReadStream(part.file, 'utf8')) out.write(chunk as string);
      out.write('  </testsuite>\n');
    }
    out.write('</testsuites>\n');
    out.close();
  }
}

function sum(suites: readonly SuiteTotals[]): SuiteTotals {
  const totals = { passed: 0, failed: 0, unstable: 0, observed: 0, waived: 0, skipped: 0, inapplicable: 0 };
  for (const suite of suites) for (const status of Object.keys(totals) as (keyof typeof totals)[]) totals[status] += suite.totals[status];
  return { totals, internal: suites.reduce((all, suite) => all + suite.internal, 0), durationMs: 0 };
}

function counts({ totals, internal }: SuiteTotals): string {
  const tests = Object.values(totals).reduce((all, value) => all + value, 0);
  return `tests="${tests}" failures="${totals.failed + totals.unstable - internal}" errors="${internal}"`;
}

/** Only a suite may have this count: the published schema (junit-10 of Jenkins) has none for all suites together. */
const skippedOf = ({ totals }: SuiteTotals): number => totals.skipped + totals.inapplicable;

function testcase(outcome: TimedOutcome): string {
  const { id, suite, method, status, durationMs, reason } = outcome;
  const start = `    <testcase classname="${escapeXml(['pyx', suite, method ?? ''].filter((part) => part !== '').join('.'))}" name="${escapeXml(id)}" time="${seconds(durationMs)}"`;
  const body =
    status === 'failed' || status === 'unstable'
      ? failure(outcome)
      : status === 'skipped' || status === 'inapplicable'
        ? `<skipped message="${escapeXml(`${status}: ${reason ?? 'no reason given'}`)}"/>`
        : outcome.findings.length > 0
          ? `<system-out>${escapeXml(shortened(outcome.findings.map(sentence).join('\n'), TEXT_LIMIT))}</system-out>`
          : '';
  return body === '' ? `${start}/>\n` : `${start}>\n      ${body}\n    </testcase>\n`;
}

function failure(outcome: TimedOutcome): string {
  const { internal, reason, request, response, replay } = outcome;
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
  const element = internal === true ? 'error' : 'failure';
  return `<${element} type="${escapeXml(`${first?.evidence}:${first?.check}`)}" message="${escapeXml(shortened(first?.message ?? '', 500))}">${escapeXml(text)}</${element}>`;
}

function sentence({ evidence, source, path, message, waiver }: Finding): string {
  const where = path === undefined ? '' : ` at ${path}`;
  return `[${evidence}: ${source}]${where} ${message}${waiver === undefined ? '' : ` (waived: ${waiver})`}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
