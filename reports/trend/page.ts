import { changesSummary } from '../changes-text.ts';
import { byStart, type PastRun } from '../earlier-run.ts';
import { escapeHtml } from '../escape.ts';
import { counted, duration } from '../format.ts';
import { baseStyles } from '../html/base-styles.ts';
import { documentHead } from '../html/document.ts';
import { heatStyles } from '../html/heat-map.ts';
import { changeLists, historyStyles, runTable } from '../html/history.ts';
import { styles } from '../html/styles.ts';
import { chartStyles } from '../load/charts/chart-styles.ts';
import { lineChart } from '../load/charts/line-chart.ts';
import { unlikeSelections, type Trend, type TrendRun } from './trend.ts';

/** The page of a trend: what changed last, charts over the runs, and a table of them. */
export function trendPage(trend: Trend, runs: readonly PastRun[]): string {
  const last = trend.runs.at(-1) as TrendRun;
  const title = `${counted(last.totals.failed, 'case')} of the last run failed`;
  const head = documentHead({
    title: `Pyx: trend of ${counted(trend.runs.length, 'run')}`,
    styles: baseStyles + styles + chartStyles + heatStyles + historyStyles,
  });
  const changes = trend.last
    ? `<section id="history"><h2>Since the run before <small>${changesSummary(trend.last)}</small></h2>${changeLists(trend.last)}</section>`
    : '';
  const unlike = unlikeSelections(runs);
  return `${head}<header class="${last.exitCode === 0 ? 'good' : 'bad'}"><h1>${escapeHtml(title)}</h1>
<p>${counted(trend.runs.length, 'run')}, the last of ${escapeHtml(last.subversion)} (${escapeHtml(last.folder)}).${unlike === undefined ? '' : ` ${unlike}`}</p></header>
${changes}
<section>${failures(trend.runs)}</section>
<section>${durations(trend.runs)}</section>
<section><h2>Runs</h2>${runTable(byStart(runs))}</section>
</main></body></html>
`;
}

const runAxis = { label: 'run', format: (value: number): string => (Number.isInteger(value) ? String(value) : '') };

function failures(runs: readonly TrendRun[]): string {
  const points = (value: (run: TrendRun) => number): [number, number][] => runs.map((run, index) => [index + 1, value(run)]);
  return lineChart({
    id: 'failures',
    title: 'Failed cases',
    summary: `From ${runs[0]?.totals.failed ?? 0} in the first run to ${runs.at(-1)?.totals.failed ?? 0} in the last.`,
    x: runAxis,
    y: { label: 'cases', format: String },
    series: [
      { name: 'failed', points: points(({ totals }) => totals.failed) },
      { name: 'breaking', points: points(({ severities }) => severities.breaking) },
      { name: 'observed', points: points(({ totals }) => totals.observed) },
    ],
  });
}

function durations(runs: readonly TrendRun[]): string {
  return lineChart({
    id: 'durations',
    title: 'Duration',
    summary: `The last run took ${duration(runs.at(-1)?.durationMs ?? 0)}.`,
    x: runAxis,
    y: { label: 'duration', format: duration },
    series: [{ name: 'duration', points: runs.map(({ durationMs }, index) => [index + 1, durationMs]) }],
  });
}
