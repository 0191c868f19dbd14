import { defined } from '../specs/model/defined.ts';
import type { RunCase, RunFinding, RunResults } from '../specs/model/generated/results/results.d.ts';
import type { Wire } from '../specs/model/wire.ts';
import { stringify } from '../client/wire-json.ts';
import { dimensions } from '../engine/coverage.ts';
import { whatOf } from '../engine/difference.ts';
import { severityOf } from '../engine/severity-of.ts';
import type { Finding } from '../engine/outcome.ts';
import type { Digest } from './digest.ts';
import { visible } from './escape.ts';
import { jsonText } from './json-text.ts';
import { PieceWriter } from './piece-writer.ts';
import { runVerdict } from './run-verdict.ts';
import type { Sink, TimedOutcome } from './sink.ts';
import { reportedVerdict } from './verdict.ts';

/** Grows when a program that reads `results.json` must be changed. */
const SCHEMA_VERSION: RunResults['schemaVersion'] = 3;

/** Writes `results.json` in the form of `results.schema.json`, one case per line. */
export class ResultsJson implements Sink {
  readonly #out: PieceWriter;
  #separator = '\n';

  constructor(file: string, digest: Digest) {
    this.#out = new PieceWriter(file);
    const { start, heard, commandCode, durationMs, complete, totals, failOn, severities, coverage, judged, history } = digest;
    const { pyx, seed, listened, startedAt, target, rejudged } = start;
    const { name, kind, version, subversion, chain, targetFile } = target;
    const head: Omit<RunResults, 'cases' | 'coverage' | 'against'> & { readonly coverage: object; readonly against?: object } = {
      schemaVersion: SCHEMA_VERSION,
      pyx,
      verdict: reportedVerdict(runVerdict(digest)),
      seed,
      startedAt,
      durationMs,
      complete,
      ...defined({ rejudged }),
      ...(listened && { listened: { at: listened.at, ...defined({ command: listened.command, commandCode, heard }) } }),
      target: { name, kind, version, subversion, chain, targetFile },
      totals,
      failOn,
      severities,
      // The envelope is not part of the published schema; the other reports have it.
      coverage: {
        ...Object.fromEntries(
          dimensions.filter((dimension) => dimension !== 'envelope').map((dimension) => [dimension, coverage[dimension]]),
        ),
        ...defined({ judged }),
      },
      ...(history && { against: { folder: history.against, ...history.changes } }),
    };
    this.#out.write(`${jsonText(head, 2).slice(0, -2)},\n  "cases": [`);
  }

  outcome(outcome: TimedOutcome): void {
    const { id, suite, method, kind, status, durationMs, findings, request, response, replay, reason, retries, internal, nodeLog } =
      outcome;
    const published: Omit<RunCase, 'request' | 'response'> & { readonly request?: unknown; readonly response?: unknown } = {
      id,
      suite,
      method,
      kind,
      status,
      durationMs,
      findings: findings.map((finding) => plainFinding(finding, suite)),
      ...defined({ replay, reason, request, response, retries, nodeLog }),
      ...(internal && { internal }),
    };
    const text = visible(stringify(published as unknown as Wire));
    this.#out.write(`${this.#separator}    ${text}`);
    this.#separator = ',\n';
  }

  close(): void {
    this.#out.write('\n  ]\n}\n');
    this.#out.close();
  }
}

/** Only the published members: suites may attach more to a finding. An observation has no severity. */
function plainFinding(finding: Finding, suite: string): RunFinding {
  const { check, evidence, source, path, message, observed, waiver, circumstance, row, difference } = finding;
  return {
    check,
    evidence,
    ...(evidence !== 'observation' && { severity: severityOf({ suite }, finding) }),
    source,
    ...defined({ path, row }),
    message,
    ...defined({ observed, waiver, circumstance }),
    ...(difference && evidence !== 'observation' && { difference: whatOf(difference) }),
  };
}
