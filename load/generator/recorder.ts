import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { Histogram } from '../statistics/histogram.ts';
import type { CallOutcome } from './outcome.ts';
import { SecondsRecorder } from './seconds.ts';
import {
  OUTCOME_CLASSES,
  type CallWatch,
  type ErrorCount,
  type GeneratorFigures,
  type GeneratorOptions,
  type MethodFigures,
  type OutcomeClass,
  type Sample,
} from './types.ts';

type Counts = Record<OutcomeClass, number>;

interface MethodCounts {
  planned: number;
  readonly ended: Counts;
  resultsInTime: number;
  readonly latency: Histogram;
}

/** What a run counts while it goes on. */
export type Recorded = Pick<
  GeneratorFigures,
  'planned' | 'sent' | 'answered' | 'ended' | 'resultsInTime' | 'errors' | 'latency' | 'service' | 'lateness' | 'methods' | 'seconds'
>;

/** Counts the calls of one run. Times are microseconds since it began. */
export class Recorder {
  #planned = 0;
  #sent = 0;
  readonly #service = new Histogram();
  readonly #lateness = new Histogram();
  readonly #methods = new Map<MethodId, MethodCounts>();
  readonly #errors = new Map<string, { -readonly [K in keyof ErrorCount]: ErrorCount[K] }>();
  readonly #seconds: SecondsRecorder;
  readonly #durationUs: number;
  readonly #watch: CallWatch | undefined;

  constructor({ durationMs, onSecond, watch }: Pick<GeneratorOptions, 'durationMs' | 'onSecond' | 'watch'>) {
    this.#durationUs = durationMs * 1000;
    this.#watch = watch;
    this.#seconds = new SecondsRecorder(onSecond);
  }

  planned(method: MethodId, intendedAtUs: number): void {
    this.#planned++;
    this.#seconds.planned(intendedAtUs);
    this.#method(method).planned++;
    this.#watch?.planned?.(method);
  }

  /** @param latenessUs for how long the generator could have sent it, but did not; undefined in the closed model */
  sent(sentAtUs: number, latenessUs?: number): void {
    this.#sent++;
    this.#seconds.sent(sentAtUs);
    if (latenessUs !== undefined) this.#lateness.record(latenessUs);
    this.#watch?.sent?.(latenessUs);
  }

  ended(sample: Sample, { message }: CallOutcome): void {
    const { call, intendedAtUs, sentAtUs, endedAtUs, class: kind, code } = sample;
    const method = this.#method(call.method);
    method.ended[kind]++;
    const latencyUs = endedAtUs - intendedAtUs;
    const isAnswer = kind === 'result' || kind === 'rpc-error';
    const counts = isAnswer || kind === 'timeout';
    if (counts) method.latency.record(latencyUs);
    if (isAnswer && sentAtUs !== undefined) this.#service.record(endedAtUs - sentAtUs);
    const isLate = endedAtUs > this.#durationUs;
    if (kind === 'result') {
      if (!isLate) method.resultsInTime++;
    } else {
      const key = `${kind} ${code ?? ''}`;
      const error = this.#errors.get(key);
      if (error) error.count++;
      else this.#errors.set(key, { class: kind, ...(code !== undefined && { code }), count: 1, example: message });
    }
    this.#seconds.ended(endedAtUs, kind, counts ? latencyUs : undefined, isLate);
    this.#watch?.ended?.({ ...sample, message, latencyUs: counts ? latencyUs : undefined });
  }

  /** Reports the seconds that are over. */
  advance(nowUs: number, inFlight: number, waiting: number): void {
    this.#seconds.advance(nowUs, inFlight, waiting);
  }

  /** What was counted; the last second is closed. */
  finish(nowUs: number): Recorded {
    const ended = noneEnded();
    const latency = new Histogram();
    let resultsInTime = 0;
    for (const method of this.#methods.values()) {
      latency.add(method.latency);
      resultsInTime += method.resultsInTime;
      for (const kind of OUTCOME_CLASSES) ended[kind] += method.ended[kind];
    }
    const all = OUTCOME_CLASSES.reduce((sum, kind) => sum + ended[kind], 0);
    return {
      planned: this.#planned,
      sent: this.#sent,
      answered: all - ended.timeout - ended.connection,
      ended,
      resultsInTime,
      errors: [...this.#errors.values()].sort((a, b) => b.count - a.count),
      latency,
      service: this.#service,
      lateness: this.#lateness,
      methods: [...this.#methods]
        .map(([method, counts]): MethodFigures => ({ method, ...counts }))
        .sort((a, b) => (a.method < b.method ? -1 : 1)),
      seconds: this.#seconds.finish(nowUs),
    };
  }

  #method(method: MethodId): MethodCounts {
    let counts = this.#methods.get(method);
    if (!counts) this.#methods.set(method, (counts = { planned: 0, ended: noneEnded(), resultsInTime: 0, latency: new Histogram() }));
    return counts;
  }
}

function noneEnded(): Counts {
  return { result: 0, 'rpc-error': 0, 'work-queue': 0, http: 0, timeout: 0, connection: 0, malformed: 0, wrong: 0 };
}
