import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesSummary } from '../changes-text.ts';
import type { PastRun } from '../earlier-run.ts';
import { count, duration } from '../format.ts';
import { jsonDocument } from '../write-results.ts';
import { trendPage } from './page.ts';
import { otherSelections, trendOf, type Trend } from './trend.ts';

/** Writes `index.html` and `trend.json` of several runs. Throws what the file system throws. */
export function writeTrend(runs: readonly PastRun[], outDir: string): Trend {
  const trend = trendOf(runs);
  writeFileSync(join(outDir, 'trend.json'), jsonDocument(trend));
  writeFileSync(join(outDir, 'index.html'), trendPage(trend, runs));
  return trend;
}

/** The trend as lines of a terminal. */
export function trendLines({ runs, last }: Trend): string[] {
  const rows = runs.map(({ folder, seed, startedAt, verdict, totals, severities, added, fixed, durationMs }) => [
    startedAt.slice(0, 16).replace('T', ' '),
    verdict,
    `${count(totals.passed)} passed`,
    `${count(totals.failed)} failed (${count(severities.breaking)} breaking)`,
    added === null ? '' : `+${count(added)} −${count(fixed ?? 0)}`,
    duration(durationMs),
    seed === null ? `${folder} (listened)` : folder,
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  const lines = rows.map(
    (row) =>
      `   ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('   ')
        .trimEnd()}`,
  );
  const unlike = otherSelections(runs);
  return [
    'Trend',
    ...lines,
    ...(unlike === undefined ? [] : ['', unlike]),
    ...(last ? ['', `Since the run before: ${changesSummary(last)}`] : []),
  ];
}
