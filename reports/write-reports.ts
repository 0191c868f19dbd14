import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../engine/journal.ts';
import { Allure } from './allure.ts';
import { digestOf, type Digest, type DigestOptions } from './digest.ts';
import { HtmlPage } from './html/page.ts';
import { Junit } from './junit.ts';
import { DEFAULT_REPORTS, type ReportName } from './report-names.ts';
import { ResultsJson } from './results-json.ts';
import { settled } from './settled-lines.ts';
import type { Sink } from './sink.ts';
import { summaryOf } from './summary.ts';
import { writeSummary, type SummaryOptions } from './write-summary.ts';

export interface ReportOptions extends DigestOptions, SummaryOptions {
  /** Default: `DEFAULT_REPORTS`. */
  readonly reports?: readonly ReportName[] | undefined;
}

/**
 * Writes the chosen reports from a journal alone: `results.json` and `summary.md` in any case, `junit.xml`, `index.html` and
 * `allure-results/` in `outDir`. Reads the journal twice and never holds all cases in memory. Returns the digest, for the
 * terminal and the exit code. Throws `JournalError`, and errors of the file system.
 */
export async function writeReports(journalFile: string, outDir: string, options: ReportOptions = {}): Promise<Digest> {
  const digest = await digestOf(journalFile, options);
  mkdirSync(outDir, { recursive: true });
  const chosen = new Set(options.reports ?? DEFAULT_REPORTS);
  const sinks: readonly Sink[] = [
    new ResultsJson(join(outDir, 'results.json'), digest),
    ...(chosen.has('junit') ? [await Junit.create(join(outDir, 'junit.xml'), digest)] : []),
    ...(chosen.has('html') ? [new HtmlPage(join(outDir, 'index.html'), digest)] : []),
    ...(chosen.has('allure') ? [new Allure(join(outDir, 'allure-results'), digest)] : []),
  ];
  for await (const line of settled(readJournal(journalFile))) {
    if (line.t === 'outcome') for (const sink of sinks) sink.outcome(line);
  }
  for (const sink of sinks) await sink.close();
  writeSummary(outDir, summaryOf(digest), options);
  return digest;
}
