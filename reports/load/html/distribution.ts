import type { LatencyFigures, LoadResults } from '../../../load/results.ts';
import { Histogram } from '../../../load/statistics/histogram.ts';
import { count } from '../../format.ts';
import { barChart } from '../charts/bar-chart.ts';
import { lineChart } from '../charts/line-chart.ts';
import { logarithmicBins, quantilePoints } from '../distribution.ts';
import { latency, share } from '../units.ts';
import { figuresTable } from './figures-table.ts';

const BARS = 48;

/** How latency is distributed: by some quantiles, and where there is a histogram as charts. */
export function distributionSection(results: LoadResults): string {
  const { latency: all, service } = results;
  if (all.count === 0) return '';
  // In the closed model both are the same.
  const isOpen = results.rate.targetPerS !== null;
  const row = (name: string, figures: LatencyFigures): string[] => [
    name,
    ...[figures.meanUs, figures.p50Us, figures.p90Us, figures.p95Us, figures.p99Us, figures.p999Us, figures.maxUs].map((us) => latency(us)),
  ];
  const table = figuresTable(
    [
      { name: '', look: 'text' },
      { name: 'mean', look: 'wide' },
      { name: 'p50' },
      { name: 'p90', look: 'wide' },
      { name: 'p95', look: 'wide' },
      { name: 'p99' },
      { name: 'p99.9' },
      { name: 'max' },
    ],
    [row(isOpen ? 'from due' : 'latency', all), ...(isOpen ? [row('from sending', service)] : [])],
  );
  const drawn = all.histogram === null ? '' : charts(all, all.histogram, isOpen ? service.histogram : null);
  return `<section><h2>Latency</h2>${table}${drawn}</section>`;
}

/** `sent`: the histogram from the time of sending, where it is another one. */
function charts(all: LatencyFigures, text: string, sent: string | null): string {
  const histogram = Histogram.fromBase64(text);
  const bars = barChart({
    id: 'histogram',
    title: 'Histogram',
    summary: `${count(all.count)} calls; half of them took at most ${latency(all.p50Us)}, all but one in a hundred ${latency(all.p99Us)}.`,
    x: { label: 'latency, logarithmic', format: latency, scale: 'log' },
    y: { label: 'share of the calls', format: share },
    marks: [
      { axis: 'x', at: all.p50Us, label: 'p50' },
      { axis: 'x', at: all.p99Us, label: 'p99' },
    ],
    bars: logarithmicBins(histogram, BARS).map(({ fromUs, toUs, count: calls }) => ({ from: fromUs, to: toUs, value: calls / all.count })),
  });
  const quantiles = lineChart({
    id: 'quantiles',
    title: 'Quantiles',
    summary: 'The share of the calls that took no longer; each further nine has the same width.',
    x: { label: 'quantile', format: (q) => `p${Number((100 * q).toPrecision(8))}`, scale: 'quantile' },
    y: { label: 'latency, logarithmic', format: latency, scale: 'log' },
    series: [
      { name: sent === null ? 'latency' : 'from the time when the call was due', points: quantilePoints(histogram) },
      ...(sent === null ? [] : [{ name: 'from the time when it was sent', points: quantilePoints(Histogram.fromBase64(sent)) }]),
    ],
  });
  return `<div class="charts">${bars}${quantiles}</div>`;
}
