import type { SecondFigures } from '../../load/generator/types.ts';
import type { SaturationStep } from '../../load/results.ts';
import type { OnUsage } from '../../load/run/usage-sampler.ts';
import type { NodeUsage } from '../../specs/model/generated/results/shared.d.ts';
import { count, duration } from '../format.ts';
import { rateIn, type CourseSecond } from '../load/course.ts';
import { figuresTable } from '../load/html/figures-table.ts';
import { courseCharts } from '../load/html/seconds.ts';
import { usageCharts } from '../load/html/usage.ts';
import { latency, perSecond } from '../load/units.ts';
import type { LiveModel, LiveStep, LiveView } from './live-view.ts';
import { MergedSeries } from './merged-series.ts';

/** Measurements of a search, and nodes, that are shown. */
const STEPS = 40;
const NODES = 4;

/** What is known of a load before it begins. */
export interface LoadShown {
  readonly model: 'open' | 'closed';
  readonly thresholds: readonly string[];
  readonly cores: number;
  /** Two nodes are loaded in turn. */
  readonly isBeside: boolean;
}

type ShownStep = Pick<SaturationStep, 'ratePerS' | 'resultsPerS' | 'p99Us' | 'passed' | 'failed'> & { readonly isWhole: boolean };

export interface LoadState extends LoadShown {
  readonly kind: 'load';
  readonly step: LiveStep | undefined;
  readonly phase: string;
  readonly phaseMs: number;
  readonly passedMs: number;
  readonly course: readonly CourseSecond[];
  /** How many seconds were measured. */
  readonly seconds: number;
  /** The last one in which calls were due. */
  readonly last: CourseSecond | undefined;
  readonly errors: number;
  readonly refused: number;
  readonly nodes: readonly Pick<NodeUsage, 'node' | 'samples'>[];
  /** The latest first. */
  readonly steps: readonly ShownStep[];
}

/** What a live page shows of a load: rate, latency and errors by second, CPU and memory of the nodes. */
export class LoadLive implements LiveModel<LoadState> {
  readonly #shown: LoadShown;
  readonly #now: () => number;
  readonly #course = new MergedSeries(mergedSecond);
  readonly #usage = new Map<string, MergedSeries<NodeUsage['samples'][number]>>();
  readonly #steps: ShownStep[] = [];
  #step: LiveStep | undefined;
  #phase = '';
  #phaseMs = 0;
  #phaseSinceMs = 0;
  /** Seconds of measured time before this phase. */
  #beforeS = 0;
  #seconds = 0;
  #last: CourseSecond | undefined;
  #errors = 0;
  #refused = 0;

  /** `now`: milliseconds, monotonic. */
  constructor(shown: LoadShown, now: () => number = () => performance.now()) {
    this.#shown = shown;
    this.#now = now;
  }

  /** A step of the preparation. */
  progress(what: string, done: number, total: number): void {
    this.#step = { what, done, total };
  }

  phase(name: string, durationMs: number): void {
    this.#step = undefined;
    this.#phase = name;
    this.#phaseMs = durationMs;
    this.#phaseSinceMs = this.#now();
    this.#beforeS = this.#seconds;
  }

  second({ second, planned, sent, results, late, failed, refused, p50Us, p99Us, maxUs, inFlight, waiting }: SecondFigures): void {
    // The results of a load of less than a second are given as those of a whole one.
    const measuredMs = this.#phaseMs < 1_000 ? 1_000 : Math.min(1_000, Math.max(0, this.#phaseMs - 1_000 * second));
    const figures = { planned, sent, results, late, errors: failed, refused, p50Us, p99Us, maxUs, inFlight, waiting };
    const shown: CourseSecond = { ...figures, second, atS: this.#seconds, measuredMs, isLast: false };
    this.#course.add(shown);
    // After the end only answers come: that is no rate.
    if (rateIn(shown, 0) !== undefined) this.#last = shown;
    this.#seconds++;
    this.#errors += failed;
    this.#refused += refused;
  }

  readonly usage: OnUsage = (node, { atMs, cpuPercent, memoryBytes }) => {
    if (cpuPercent === undefined) return;
    const known = this.#usage.get(node);
    if (known === undefined && this.#usage.size >= NODES) return;
    const series = known ?? new MergedSeries(mergedSample);
    this.#usage.set(node, series);
    series.add({ atMs: 1_000 * this.#beforeS + atMs, cpuPercent, memoryBytes });
  };

  /** A rate was tried. */
  step({ ratePerS, resultsPerS, p99Us, passed, failed }: SaturationStep, isWhole: boolean): void {
    this.#steps.unshift({ ratePerS, resultsPerS, p99Us, passed, failed, isWhole });
    this.#steps.length = Math.min(this.#steps.length, STEPS);
  }

  snapshot(): LoadState {
    return {
      kind: 'load',
      ...this.#shown,
      step: this.#step,
      phase: this.#phase,
      phaseMs: this.#phaseMs,
      passedMs: this.#phase === '' ? 0 : Math.min(this.#phaseMs, this.#now() - this.#phaseSinceMs),
      course: this.#course.entries,
      seconds: this.#seconds,
      last: this.#last,
      errors: this.#errors,
      refused: this.#refused,
      nodes: [...this.#usage].map(([node, { entries }]) => ({ node, samples: entries })),
      steps: this.#steps,
    };
  }
}

/** Counts are added. Of latencies and of calls under way the highest is kept, as it is the one that matters. */
function mergedSecond(a: CourseSecond, b: CourseSecond): CourseSecond {
  return {
    second: a.second,
    atS: a.atS,
    isLast: false,
    measuredMs: a.measuredMs + b.measuredMs,
    planned: a.planned + b.planned,
    sent: a.sent + b.sent,
    results: a.results + b.results,
    late: (a.late ?? 0) + (b.late ?? 0),
    errors: a.errors + b.errors,
    refused: a.refused + b.refused,
    p50Us: Math.max(a.p50Us, b.p50Us),
    p99Us: Math.max(a.p99Us, b.p99Us),
    maxUs: Math.max(a.maxUs, b.maxUs),
    inFlight: Math.max(a.inFlight, b.inFlight),
    waiting: Math.max(a.waiting, b.waiting),
  };
}

const mergedSample = (a: NodeUsage['samples'][number], b: NodeUsage['samples'][number]): NodeUsage['samples'][number] => ({
  atMs: a.atMs,
  cpuPercent: (a.cpuPercent + b.cpuPercent) / 2,
  memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
});

/** The parts of the page of a load, as far as it has got. */
export function loadView(state: LoadState): LiveView {
  const { last, errors, refused } = state;
  return {
    step: stepOf(state),
    tiles:
      last === undefined
        ? []
        : [
            { value: perSecond(rateIn(last, last.results - (last.late ?? 0)) ?? 0), name: 'results per second' },
            { value: latency(last.p50Us), name: 'p50 of this second' },
            { value: latency(last.p99Us), name: 'p99 of this second' },
            { value: count(last.inFlight), name: 'in flight' },
            { value: count(errors), name: 'errors', isBad: errors > 0 },
            { value: count(refused), name: 'refused: work queue full', isBad: refused > 0 },
          ],
    sections: [
      { id: 'course', html: courseSection(state) },
      { id: 'search', html: searchSection(state) },
      { id: 'usage', html: usageSection(state) },
    ],
  };
}

function stepOf({ step, phase, phaseMs, passedMs }: LoadState): LiveStep | undefined {
  if (step !== undefined || phase === '') return step;
  return { what: phase, done: passedMs, total: phaseMs, text: `${duration(passedMs)} of ${duration(phaseMs)}` };
}

function courseSection({ course, seconds, model, isBeside, thresholds }: LoadState): string {
  if (course.length === 0) return '';
  // Slices of both nodes follow each other: what was due in one of them is not known.
  const isOpen = model === 'open' && !isBeside;
  const merged = Math.ceil(seconds / course.length);
  const each = merged === 1 ? 'each second' : `each ${count(merged)} seconds or less, the highest`;
  const note = isBeside ? 'both nodes in turn' : 'without warm-ups';
  return `<section><h2>Over time <small>${note}</small></h2>${courseCharts({
    course,
    isOpen,
    hasCallsUnderWay: isOpen,
    thresholds,
    time: 'measured time',
    rates: 'The results of each second.',
    latencies: `Of the calls that ended in ${each}.`,
  })}</section>`;
}

function searchSection({ steps }: LoadState): string {
  if (steps.length === 0) return '';
  const table = figuresTable(
    [{ name: 'calls/s' }, { name: 'results/s' }, { name: 'p99' }, { name: 'thresholds', look: 'text' }, { name: 'load', look: 'text' }],
    steps.map(({ ratePerS, resultsPerS, p99Us, passed, failed, isWhole }) => [
      perSecond(ratePerS),
      perSecond(resultsPerS),
      latency(p99Us),
      passed ? '✓ met' : `✗ ${failed.join(', ')}`,
      isWhole ? 'whole' : 'short',
    ]),
  );
  return `<section><h2>Saturation <small>the latest rate first</small></h2>${table}</section>`;
}

function usageSection({ nodes, cores }: LoadState): string {
  const charts = usageCharts(nodes, cores);
  return charts === '' ? '' : `<section><h2>Used <small>CPU and memory</small></h2>${charts}</section>`;
}
