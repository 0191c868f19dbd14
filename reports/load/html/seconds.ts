import type { LoadResults } from '../../../load/results.ts';
import { count } from '../../format.ts';
import { lineChart, type LineSeries } from '../charts/line-chart.ts';
import { courseOf, rateIn, type CourseSecond } from '../course.ts';
import { latencyLimits } from '../latency-limits.ts';
import { latency, perSecond } from '../units.ts';

const MS_PER_S = 1_000;
const axis = { format: (second: number): string => `${Number(second.toFixed(1)).toLocaleString('en-GB')} s` };

/** The course of the load: rate, latency and calls under way, second by second. */
export function secondsSection(results: LoadResults): string {
  const { rate, latency: all, scenario, repeats, beside, plannedFaults = [] } = results;
  const course = courseOf(results);
  // After the end only answers come: that is no rate.
  const measured = course.filter((second) => rateIn(second, 0) !== undefined);
  if (measured.length < 2) return '';
  const isOpen = rate.targetPerS !== null;
  const charts = courseCharts({
    course,
    isOpen,
    // The slices of --beside end within seconds, and their calls with them.
    hasCallsUnderWay: isOpen && !beside,
    thresholds: scenario.thresholds,
    time: repeats && repeats.length > 1 ? 'measured time, of all repeats' : 'time',
    rates: `${perSecond(rate.resultsPerS)} results per second on average${rate.targetPerS === null ? '' : `, ${perSecond(rate.targetPerS)} calls were due`}.`,
    plannedFaults,
    latencies: `Of the calls that ended in each second; p99 of all ${latency(all.p99Us)}, at most ${latency(all.maxUs)}.`,
  });
  const note = repeats && repeats.length > 1 ? ` <small>${count(repeats.length)} repeats one after the other</small>` : '';
  return `<section><h2>Over time${note}</h2>${charts}</section>`;
}

export interface ShownCourse {
  readonly course: readonly CourseSecond[];
  /** Calls are due at times of their own. */
  readonly isOpen: boolean;
  /** In the closed model each connection always has one. */
  readonly hasCallsUnderWay: boolean;
  readonly thresholds: readonly string[];
  /** What the x axis shows. */
  readonly time: string;
  /** What there is to see of the rates, and of the latencies. */
  readonly rates: string;
  readonly latencies: string;
  /** What was done to the node meanwhile. */
  readonly plannedFaults?: LoadResults['plannedFaults'];
}

/** Charts of rate, latency and calls under way, as HTML. */
export function courseCharts({ course, isOpen, hasCallsUnderWay, thresholds, plannedFaults = [], ...shown }: ShownCourse): string {
  const measured = course.filter((second) => rateIn(second, 0) !== undefined);
  const line = (name: string, of: readonly CourseSecond[], value: (second: CourseSecond) => number | null): LineSeries => ({
    name,
    points: of.map((second) => [second.atS, value(second)] as const),
  });
  const rateLine = (name: string, calls: (second: CourseSecond) => number): LineSeries =>
    line(name, measured, (second) => rateIn(second, calls(second)) ?? null);
  const any = (value: (second: CourseSecond) => number): boolean => course.some((second) => value(second) > 0);
  const time = { ...axis, label: shown.time };
  const rates = lineChart({
    id: 'rates',
    title: 'Calls per second',
    summary: shown.rates,
    x: time,
    y: { label: 'calls per second', format: perSecond },
    marks: plannedFaults.map(({ atMs, kind }) => ({ axis: 'x', at: atMs / MS_PER_S, label: kind })),
    series: [
      rateLine('results', ({ results: ended, late = 0 }) => ended - late),
      ...(isOpen ? [rateLine('due', ({ planned }) => planned)] : []),
      ...(any(({ errors }) => errors) ? [rateLine('errors', ({ errors }) => errors)] : []),
      ...(any(({ refused }) => refused) ? [rateLine('refused', ({ refused }) => refused)] : []),
    ],
  });
  // In a second in which no call ended nothing was measured.
  const ended = (value: (second: CourseSecond) => number) => (second: CourseSecond) => (second.maxUs > 0 ? value(second) : null);
  const latencies = lineChart({
    id: 'latencies',
    title: 'Latency',
    summary: shown.latencies,
    x: time,
    y: { label: 'latency, logarithmic', format: latency, scale: 'log' },
    marks: latencyLimits(thresholds).map(({ limitUs, text }) => ({ axis: 'y', at: limitUs, label: text })),
    series: [
      line(
        'p50',
        course,
        ended(({ p50Us }) => p50Us),
      ),
      line(
        'p99',
        course,
        ended(({ p99Us }) => p99Us),
      ),
      line(
        'max',
        course,
        ended(({ maxUs }) => maxUs),
      ),
    ],
  });
  // With the end of a load all calls end.
  const during = course.filter(({ measuredMs, isLast }) => measuredMs > 0 && !isLast);
  const most = Math.max(...during.map(({ inFlight }) => inFlight));
  const waiting = Math.max(...during.map((second) => second.waiting));
  const underWay =
    !hasCallsUnderWay || during.length < 2
      ? ''
      : lineChart({
          id: 'under-way',
          title: 'Calls under way',
          summary: `At the end of each second: at most ${count(most)} in flight, each over a connection of its own${waiting > 0 ? `, ${count(waiting)} waiting for a connection` : ''}.`,
          x: time,
          y: { label: 'calls', format: count },
          series: [
            line('in flight', during, ({ inFlight }) => inFlight),
            ...(waiting > 0 ? [line('waiting', during, (second) => second.waiting)] : []),
          ],
        });
  return `<div class="charts">${rates}${latencies}${underWay}</div>`;
}
