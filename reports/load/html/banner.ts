import type { LoadResults } from '../../../load/results.ts';
import { escapeHtml } from '../../escape.ts';
import { capitalised, count, duration } from '../../format.ts';
import { targetFacts, utcText, type Fact } from '../../html/facts.ts';
import { pageHeader } from '../../html/page-header.ts';
import { tiles, type Tile } from '../../html/tiles.ts';
import { latency, perSecond, share } from '../units.ts';
import { loadedBy, transactionsPerS, whatItTakes, type LoadVerdict } from '../verdict.ts';

/** What the node takes, the verdict, the main figures. */
export function banner(results: LoadResults, { look, title, reasons }: LoadVerdict): string {
  const { scenario, target, saturation, durationMs, seed, startedAt, pyx } = results;
  const facts: Fact[] = [
    ...targetFacts(target),
    ['seed', String(seed)],
    ['started', utcText(startedAt)],
    ['took', duration(durationMs)],
    ['Pyx', pyx],
  ];
  return pageHeader({
    look,
    title,
    note: `${scenario.name}, ${loadedBy(results)}`,
    body: [
      `<p><b>${escapeHtml(capitalised(whatItTakes(results)))}</b></p>`,
      `<p>${escapeHtml(reasons.join(' '))}</p>`,
      ...(saturation
        ? [
            `<p class="soft more">The figures below are those of a load at ${escapeHtml(perSecond(results.rate.targetPerS ?? 0))} calls/s.</p>`,
          ]
        : []),
      tiles(figuresOf(results)),
    ].join('\n'),
    facts,
  });
}

function figuresOf(results: LoadResults): Tile[] {
  const { rate, latency: all, totals, methods } = results;
  const transactions = transactionsPerS(results);
  const part = (calls: number): string => share(calls / Math.max(1, totals.planned));
  // No rate counts them.
  const late = totals.results - methods.reduce((sum, { results: ended, resultsInTime = ended }) => sum + resultsInTime, 0);
  const failed = totals.planned - totals.results - totals.refused;
  return [
    { value: perSecond(rate.resultsPerS), name: 'results per second' },
    ...(transactions === undefined ? [] : [{ value: perSecond(transactions), name: 'transactions per second' }]),
    { value: count(totals.results), name: late > 0 ? `results, ${count(late)} of them after the end` : 'results' },
    { value: latency(all.p50Us), name: 'p50' },
    { value: latency(all.p99Us), name: 'p99' },
    { value: latency(all.p999Us), name: 'p99.9' },
    { value: part(failed), name: 'errors', isBad: failed > 0 },
    { value: part(totals.refused), name: 'refused: work queue full', isBad: totals.refused > 0 },
  ];
}

/** Why figures cannot be trusted: before all figures. */
export function warningsSection({ warnings }: LoadResults): string {
  if (warnings.length === 0) return '';
  return `<section class="warnings"><h2>Warnings <small>figures that cannot be trusted, and why</small></h2><ul class="break">${warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`).join('')}</ul></section>`;
}

export function thresholdsSection({ thresholds }: LoadResults): string {
  if (thresholds.length === 0) return '';
  const rows = thresholds.map(
    ({ expression, measured, passed }) =>
      `<li><span class="sign ${passed ? 'met' : 'unmet'}">${passed ? '✓ met' : '✗ not met'}</span><code>${escapeHtml(expression)}</code><span class="soft">measured ${escapeHtml(measured)}</span></li>`,
  );
  return `<section><h2>Thresholds</h2><ul class="judged break">${rows.join('')}</ul></section>`;
}
