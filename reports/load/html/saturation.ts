import { capitalised } from '../../format.ts';
import type { LoadResults, SaturationStep } from '../../../load/results.ts';
import { escapeHtml } from '../../escape.ts';
import { pointChart, type PointSeries } from '../charts/point-chart.ts';
import { latencyLimits } from '../latency-limits.ts';
import { saturationSteps } from '../saturation-steps.ts';
import { latency, perSecond, share } from '../units.ts';
import { whatItTakes } from '../verdict.ts';
import { figuresTable } from './figures-table.ts';

/** The search for the highest arrival rate: each rate that was tried. */
export function saturationSection(results: LoadResults): string {
  const { saturation } = results;
  if (!saturation) return '';
  const { steps, confirmations = [], lowPerS, highPerS, thresholds, complete } = saturation;
  const points = (of: readonly SaturationStep[], passed: boolean): { x: number; y: number; note?: string }[] =>
    of
      .filter((step) => step.passed === passed)
      .map(({ ratePerS, p99Us, failed }) => ({ x: ratePerS, y: p99Us, ...(failed.length > 0 && { note: failed.join(', ') }) }));
  const chart = pointChart({
    id: 'saturation',
    title: 'p99 by arrival rate',
    summary: `${capitalised(whatItTakes(results))}.`,
    x: { label: 'arrival rate in calls per second, logarithmic', format: perSecond, scale: 'log' },
    y: { label: 'latency p99, logarithmic', format: latency, scale: 'log' },
    marks: [
      ...latencyLimits(thresholds)
        .filter(({ metric }) => metric === 'p99')
        .map(({ limitUs, text }) => ({ axis: 'y' as const, at: limitUs, label: text })),
      ...(lowPerS > 0 ? [{ axis: 'x' as const, at: lowPerS, label: `takes ${perSecond(lowPerS)}` }] : []),
    ],
    series: [
      { name: 'all thresholds met', mark: 'dot', points: points(steps, true) },
      { name: 'not met', mark: 'cross', points: points(steps, false) },
      ...(confirmations.length === 0
        ? []
        : ([
            { name: 'met by a whole load', mark: 'ring', points: points(confirmations, true) },
            { name: 'not met by a whole load', mark: 'cross', points: points(confirmations, false) },
          ] satisfies PointSeries[])
      ).filter((series) => series.points.length > 0),
    ],
  });
  const table = figuresTable(
    [
      { name: 'calls/s' },
      { name: 'results/s' },
      { name: 'p99' },
      { name: 'errors' },
      { name: 'refused' },
      { name: 'thresholds', look: 'text' },
      { name: 'load', look: 'text' },
    ],
    saturationSteps(saturation).map(({ isWhole, ...step }) => [
      perSecond(step.ratePerS),
      perSecond(step.resultsPerS),
      latency(step.p99Us),
      step.errors > 0 ? share(step.errors) : '',
      step.refused > 0 ? share(step.refused) : '',
      step.passed ? '✓ met' : `✗ ${step.failed.join(', ')}`,
      isWhole ? 'whole' : 'short',
    ]),
  );
  const confirmed =
    confirmations.length === 0 ? '' : ' What was found is confirmed by a load of the whole duration, at lower rates until one meets them.';
  const ended = complete ? '' : ' <b class="unmet">The search was ended early.</b>';
  const bound = highPerS === null ? ' No higher rate was tried.' : '';
  return `<section><h2>Saturation</h2><p class="soft">Each rate was kept up for some seconds; near saturation it was tried several times, and the majority decides. ${confirmed}${bound}${ended}</p>
${chart}<details class="more"><summary>${escapeHtml(`${steps.length + confirmations.length} measurements`)}</summary>${table}</details></section>`;
}
