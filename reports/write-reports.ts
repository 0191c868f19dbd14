import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../engine/journal.ts';
import { digestOf, type Digest, type DigestOptions } from './digest.ts';
import { ResultsJson } from './results-json.ts';
import { defaultReports, reportsNamed } from './run-reports.ts';
import { settled } from './settled-lines.ts';
import type { Sink } from './sink.ts';
import { summaryOf } from './summary.ts';
import { writeSummary, type SummaryOptions } from './write-summary.ts';

export interface ReportOptions extends DigestOptions, SummaryOptions {
  /** Names of reports. Default: `defaultReports`. */
  readonly reports?: readonly string[] | undefined;
}

/**
 * Writes the chosen reports from a journal alone, to `outDir`: `results.json` and `summary.md` in any case. Reads the journal twice
 * and never holds all cases in memory. Returns the digest, for the terminal and the exit code. Throws `JournalError`,
 * `ReportNameError`, and errors of the file system.
 */
export async function writeReports(journalFile: string, outDir: string, options: ReportOptions = {}): Promise<Digest> {
  const chosen = reportsNamed(options.reports ?? defaultReports());
  const digest = await digestOf(journalFile, options);
  mkdirSync(outDir, { recursive: true });
  const sinks: Sink[] = [new ResultsJson(join(outDir, 'results.json'), digest)];
  for (const report of chosen) sinks.push(await report.create(outDir, digest));
  for await (const line of settled(readJournal(journalFile))) {
    if (line.t === 'outcome') for (const sink of sinks) sink.outcome(line);
  }
  for (const sink of sinks) await sink.close();
  writeSummary(outDir, summaryOf(digest), options);
  return digest;
}
