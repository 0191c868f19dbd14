import { count } from '../format.ts';
import { lineChart, type LineSeries } from '../load/charts/line-chart.ts';
import type { LiveModel, LiveView } from './live-view.ts';
import { MergedSeries } from './merged-series.ts';
import { findingsSection, NewestFindings, type LiveFinding } from './newest-findings.ts';

const EVERY_MS = 1_000;

/** What was done in some time. */
interface Stretch {
  readonly atMs: number;
  readonly durationMs: number;
  readonly requests: number;
  /** At its end. */
  readonly answerKinds: number;
  readonly findings: number;
}

export interface FuzzFigures {
  readonly runs: number;
  readonly answerKinds: number;
  readonly lostNodes: number;
}

export interface FuzzState extends FuzzFigures {
  readonly kind: 'fuzz';
  /** Infinity: limited by time only. */
  readonly planned: number;
  readonly course: readonly Stretch[];
  readonly findings: number;
  readonly newest: readonly LiveFinding[];
}

/** What a live page shows of a fuzz run: requests, kinds of answers and findings over time, and the newest findings. */
export class FuzzLive implements LiveModel<FuzzState> {
  readonly #planned: number;
  readonly #now: () => number;
  readonly #course = new MergedSeries<Stretch>((a, b) => ({
    ...b,
    atMs: a.atMs,
    durationMs: a.durationMs + b.durationMs,
    requests: a.requests + b.requests,
  }));
  readonly #findings = new NewestFindings();
  #figures: FuzzFigures = { runs: 0, answerKinds: 0, lostNodes: 0 };
  /** When the first request was sent. */
  #sinceMs: number | undefined;
  #from = { ms: 0, runs: 0 };

  /** `now`: milliseconds, monotonic. */
  constructor(planned: number, now: () => number = () => performance.now()) {
    this.#planned = planned;
    this.#now = now;
  }

  progress({ runs, answerKinds, lostNodes }: FuzzFigures): void {
    const ms = this.#now();
    this.#figures = { runs, answerKinds, lostNodes };
    if (this.#sinceMs === undefined) {
      this.#sinceMs = ms;
      this.#from = { ms, runs };
    }
    const { ms: fromMs, runs: before } = this.#from;
    if (ms - fromMs < EVERY_MS) return;
    this.#from = { ms, runs };
    this.#course.add({
      atMs: fromMs - this.#sinceMs,
      durationMs: ms - fromMs,
      requests: runs - before,
      answerKinds,
      findings: this.#findings.count,
    });
  }

  finding(finding: LiveFinding): void {
    this.#findings.add(finding);
  }

  snapshot(): FuzzState {
    return {
      kind: 'fuzz',
      planned: this.#planned,
      ...this.#figures,
      course: this.#course.entries,
      findings: this.#findings.count,
      newest: this.#findings.newest,
    };
  }
}

/** The parts of the page of a fuzz run, as far as it has got. */
export function fuzzView({ planned, runs, answerKinds, lostNodes, course, findings, newest }: FuzzState): LiveView {
  const last = course.at(-1);
  return {
    step: { what: 'requests', done: runs, total: planned },
    tiles: [
      { value: count(runs), name: 'requests' },
      ...(last === undefined ? [] : [{ value: count(rateOf(last)), name: 'requests per second' }]),
      { value: count(findings), name: 'findings', isBad: findings > 0 },
      { value: count(answerKinds), name: 'kinds of answers' },
      { value: count(lostNodes), name: 'nodes lost', isBad: lostNodes > 0 },
    ],
    sections: [
      { id: 'findings', html: findingsSection('Findings', newest, findings) },
      { id: 'course', html: courseSection(course) },
    ],
  };
}

const rateOf = ({ requests, durationMs }: Stretch): number => Math.round((1_000 * requests) / Math.max(1, durationMs));

function courseSection(course: readonly Stretch[]): string {
  if (course.length === 0) return '';
  const x = { label: 'time', format: (ms: number): string => `${Number((ms / 1_000).toFixed(1))} s`, from: 0 };
  const series = (name: string, value: (stretch: Stretch) => number): LineSeries => ({
    name,
    points: course.map((stretch) => [stretch.atMs, value(stretch)] as const),
  });
  const charts = [
    lineChart({
      id: 'requests',
      title: 'Requests per second',
      summary: 'Without those that shorten a finding.',
      x,
      y: { label: 'requests per second', format: count },
      series: [series('requests', rateOf)],
    }),
    lineChart({
      id: 'seen',
      title: 'What was seen',
      summary: 'Different kinds of answers, and findings, so far.',
      x,
      y: { label: 'so far', format: count },
      series: [series('kinds of answers', (stretch) => stretch.answerKinds), series('findings', (stretch) => stretch.findings)],
    }),
  ];
  return `<section><h2>Over time</h2><div class="charts">${charts.join('')}</div></section>`;
}
