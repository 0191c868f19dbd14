import type { LoadResults, SecondResult } from '../../../load/results.ts';
import { count } from '../../format.ts';
import { lineChart, type LineSeries } from '../charts/line-chart.ts';
import { latencyLimits } from '../latency-limits.ts';
import { latency, perSecond } from '../units.ts';

const time = { label: 'time', format: (second: number): string => `${count(second)} s` };

/** The course of the load: rate, latency and calls under way, second by second. */
export function secondsSection(results: LoadResults): string {
  const { seconds, durationMs, rate, latency: all, scenario, repeats } = results;
  // Of the last second only a part may have been measured, and after it only answers come: neither is a rate.
  const whole = seconds.filter(({ second }) => (second + 1) * 1_000 <= durationMs);
  if (whole.length < 2) return '';
  const line = (name: string, of: readonly SecondResult[], value: (second: SecondResult) => number | null): LineSeries => ({
    name,
    points: of.map((second) => [second.second, value(second)] as const),
  });
  const any = (value: (second: SecondResult) => number): boolean => seconds.some((second) => value(second) > 0);
  const rates = lineChart({
    id: 'rates',
    title: 'Calls per second',
    summary: `${perSecond(rate.resultsPerS)} results per second on average${rate.targetPerS === null ? '' : `, ${perSecond(rate.targetPerS)} calls were due`}.`,
    x: time,
    y: { label: 'calls per second', format: perSecond },
    series: [
      line('results', whole, ({ results: ended }) => ended),
      ...(rate.targetPerS === null ? [] : [line('due', whole, ({ planned }) => planned)]),
      ...(any(({ errors }) => errors) ? [line('errors', whole, ({ errors }) => errors)] : []),
      ...(any(({ refused }) => refused) ? [line('refused', whole, ({ refused }) => refused)] : []),
    ],
  });
  // In a second in which no call ended nothing was measured.
  const ended = (value: (second: SecondResult) => number) => (second: SecondResult) => (second.maxUs > 0 ? value(second) : null);
  const latencies = lineChart({
    id: 'latencies',
    title: 'Latency',
    summary: `Of the calls that ended in each second; p99 of all ${latency(all.p99Us)}, at most ${latency(all.maxUs)}.`,
    x: time,
    y: { label: 'latency, logarithmic', format: latency, scale: 'log' },
    marks: latencyLimits(scenario.thresholds).map(({ limitUs, text }) => ({ axis: 'y', at: limitUs, label: text })),
    series: [
      line(
        'p50',
        seconds,
        ended(({ p50Us }) => p50Us),
      ),
      line(
        'p99',
        seconds,
        ended(({ p99Us }) => p99Us),
      ),
      line(
        'max',
        seconds,
        ended(({ maxUs }) => maxUs),
      ),
    ],
  });
  // With the end of the load all calls end.
  const during = seconds.filter(({ second }) => (second + 1) * 1_000 < durationMs);
  const most = Math.max(...during.map(({ inFlight }) => inFlight));
  const waiting = Math.max(...during.map((second) => second.waiting));
  // In the closed model each connection always has one.
  const underWay =
    rate.targetPerS === null
      ? ''
      : lineChart({
          id: 'under-way',
          title: 'Calls under way',
          summary: `At the end of each second: at most ${count(most)} in flight${waiting > 0 ? `, ${count(waiting)} waiting for a connection` : ''}.`,
          x: time,
          y: { label: 'calls', format: count },
          series: [
            line('in flight', during, ({ inFlight }) => inFlight),
            ...(waiting > 0 ? [line('waiting', during, (second) => second.waiting)] : []),
          ],
        });
  const note = repeats && repeats.length > 1 ? ` <small>${count(repeats.length)} repeats one after the other</small>` : '';
  return `<section><h2>Over time${note}</h2><div class="charts">${rates}${latencies}${underWay}</div></section>`;
}
