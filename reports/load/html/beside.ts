import type { Comparison, MetricComparison } from '../../../load/compare/types.ts';
import type { LoadResults } from '../../../load/results.ts';
import { escapeHtml } from '../../escape.ts';
import { intervalChart } from '../charts/interval-chart.ts';
import { pairChart } from '../charts/pair-chart.ts';
import { comparisonHead, comparisonNote, comparisonRows, shown } from '../comparison-rows.ts';
import { share } from '../units.ts';
import { figuresTable } from './figures-table.ts';

/** Metrics whose pairs are drawn one by one. */
const DRAWN = ['rate', 'p99'] as const;

/** What changed from the node that was measured beside this one. */
export function besideSection({ beside, target }: LoadResults): string {
  if (!beside?.comparison) return '';
  const { comparison, other } = beside;
  const columns = comparisonHead(comparison).map((name, index) => ({ name, ...(index === 0 && { look: 'text' as const }) }));
  const title = `<h2>Beside <small>${escapeHtml(other)}; ${escapeHtml(comparisonNote(comparison))}</small></h2>`;
  const charts = [
    changesChart(comparison),
    ...DRAWN.map((metric) => pairsChart(comparison, metric, [`beside: ${other}`, `target: ${target.name}`])),
  ];
  return `<section>${title}${figuresTable(columns, comparisonRows(comparison))}<div class="charts">${charts.join('')}</div></section>`;
}

/** The change of each metric with its interval, and those of the pairs; empty for results of earlier versions, which have no values. */
function changesChart({ metrics, tolerance, confidence }: Comparison): string {
  if (metrics.some(({ samples }) => samples === undefined)) return '';
  const percent = (ratio: number): number => 100 * (ratio - 1);
  return intervalChart({
    id: 'changes',
    title: 'Change within pairs',
    summary: `From the node beside it, with the ${share(confidence)} interval; marked is the tolerance of ${share(tolerance)}.`,
    x: { label: 'change', format: percentText },
    marks: [{ axis: 'x', at: 0, label: '' }],
    band: [percent(1 / (1 + tolerance)), percent(1 + tolerance)],
    rows: metrics.map(({ metric, ratio, low, high, samples }) => ({
      name: metric,
      centre: percent(ratio),
      low: percent(low),
      high: percent(high),
      values: pairsOf(samples).map(([base, changed]) => percent(changed / base)),
    })),
  });
}

/** `+12.3 %`, `−5 %`, `0 %` */
function percentText(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${Number(Math.abs(percent).toPrecision(3))} %`;
}

function pairsChart({ metrics }: Comparison, wanted: MetricComparison['metric'], names: readonly [string, string]): string {
  const found = metrics.find(({ metric }) => metric === wanted);
  const pairs = pairsOf(found?.samples);
  if (!found || pairs.length === 0) return '';
  const format = (value: number): string => shown(found, value);
  return pairChart({
    id: `pairs-${wanted}`,
    title: `${wanted === 'rate' ? 'Rate' : `Latency ${wanted}`} of each pair`,
    summary: 'Both nodes were measured alternately: what changes on the machine changes both.',
    x: { label: 'pair', format: (pair) => (pair >= 1 && pair <= pairs.length ? String(pair) : '') },
    y: { label: wanted === 'rate' ? 'results per second' : `latency ${wanted}`, format },
    names,
    pairs,
  });
}

const pairsOf = (samples: MetricComparison['samples']): (readonly [base: number, changed: number])[] =>
  (samples?.base ?? []).map((base, index) => [base, samples?.changed[index] ?? Number.NaN]);
