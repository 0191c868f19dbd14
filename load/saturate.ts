/** What one measurement at a rate found. */
export interface RateMeasurement<Figures> {
  /** All thresholds were met. */
  readonly passed: boolean;
  readonly figures: Figures;
}

export interface SaturationStep<Figures> extends RateMeasurement<Figures> {
  readonly ratePerS: number;
  /** `bracket`: the rate is doubled or halved. `bisect`: between a pass and a failure. `confirm`: the same rate again. */
  readonly phase: 'bracket' | 'bisect' | 'confirm';
}

export interface SaturationOptions<Figures> {
  /** Puts load on the node at this rate, and judges it. */
  readonly measure: (ratePerS: number) => Promise<RateMeasurement<Figures>>;
  /** Rate that is tried first, in calls per second. */
  readonly startRatePerS: number;
  /** No lower rate is tried. Default 1. */
  readonly minRatePerS?: number;
  /** No higher rate is tried. */
  readonly maxRatePerS: number;
  /** The interval is narrow enough when its ends differ by this share. Default 0.05. */
  readonly width?: number;
  /** Measurements that must agree on a rate. Default 2: the best of three. */
  readonly confirmations?: number;
  /** No measurement begins that would end later, as far as the last one shows. */
  readonly maxDurationMs: number;
  readonly onStep?: ((step: SaturationStep<Figures>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Saturation<Figures> {
  /** Highest rate that was confirmed to meet the thresholds; undefined where none was. */
  readonly passRatePerS: number | undefined;
  /** Lowest rate that was confirmed not to; undefined where none was. */
  readonly failRatePerS: number | undefined;
  /** Why the search ended. `narrow`: as wished. */
  readonly ended: 'narrow' | 'max-rate' | 'min-rate' | 'time' | 'interrupted';
  readonly steps: readonly SaturationStep<Figures>[];
}

/** Ends the search early; never leaves this file. */
class Ended extends Error {
  readonly reason: 'time' | 'interrupted';

  constructor(reason: 'time' | 'interrupted') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Searches the highest arrival rate that meets the thresholds: the rate is doubled (or halved) until it fails (or
 * passes), then the interval is halved. Near saturation a measurement depends on chance, so a rate counts as passed or
 * failed only when as many measurements as `confirmations` agree. What `measure` throws ends the search.
 */
export function saturate<Figures>(options: SaturationOptions<Figures>): Promise<Saturation<Figures>> {
  return new Search(options).run();
}

class Search<Figures> {
  readonly #options: SaturationOptions<Figures>;
  readonly #min: number;
  readonly #needed: number;
  readonly #startedMs = performance.now();
  readonly #steps: SaturationStep<Figures>[] = [];
  #longestMs = 0;
  #pass: number | undefined;
  #fail: number | undefined;

  constructor(options: SaturationOptions<Figures>) {
    const { startRatePerS, minRatePerS = 1, maxRatePerS, confirmations = 2 } = options;
    if (!(minRatePerS > 0 && minRatePerS <= startRatePerS && startRatePerS <= maxRatePerS))
      throw new RangeError(`the rates must ascend: lowest ${minRatePerS}, first ${startRatePerS}, highest ${maxRatePerS}`);
    this.#options = options;
    this.#min = minRatePerS;
    this.#needed = confirmations;
  }

  async run(): Promise<Saturation<Figures>> {
    const ended = await this.#search().catch((error: unknown) => {
      if (error instanceof Ended) return error.reason;
      throw error;
    });
    return { passRatePerS: this.#pass, failRatePerS: this.#fail, ended, steps: this.#steps };
  }

  async #search(): Promise<Saturation<Figures>['ended']> {
    const outside = await this.#bracket();
    if (outside !== undefined) return outside;
    const { width = 0.05 } = this.#options;
    while (this.#pass !== undefined && this.#fail !== undefined && this.#fail > this.#pass * (1 + width)) {
      const rate = Math.sqrt(this.#pass * this.#fail);
      await this.#confirmed(rate, 'bisect');
    }
    return 'narrow';
  }

  /** Finds a rate that passes and one that fails, each confirmed. Returns why there is none, if so. */
  async #bracket(): Promise<'max-rate' | 'min-rate' | undefined> {
    const { startRatePerS, maxRatePerS } = this.#options;
    let rate = startRatePerS;
    // Upwards one measurement is enough: what passed is confirmed once something fails.
    while (this.#fail === undefined) {
      const isLast = rate === maxRatePerS;
      const { passed } = await this.#measure(rate, 'bracket');
      if ((!passed || isLast) && (await this.#confirmed(rate, 'confirm')) && isLast) return 'max-rate';
      if (this.#fail === undefined) rate = Math.min(maxRatePerS, rate * 2);
    }
    while (this.#pass === undefined) {
      if (rate === this.#min) return 'min-rate';
      rate = Math.max(this.#min, rate / 2);
      await this.#confirmed(rate, this.#votes(rate).length > 0 ? 'confirm' : 'bracket');
    }
    return undefined;
  }

  /** Measures until enough measurements agree; returns what they agree on. */
  async #confirmed(rate: number, phase: SaturationStep<Figures>['phase']): Promise<boolean> {
    for (;;) {
      const votes = this.#votes(rate);
      const passes = votes.filter(({ passed }) => passed).length;
      if (passes >= this.#needed) {
        this.#pass = Math.max(this.#pass ?? 0, rate);
        return true;
      }
      if (votes.length - passes >= this.#needed) {
        this.#fail = Math.min(this.#fail ?? Infinity, rate);
        return false;
      }
      await this.#measure(rate, votes.length === 0 ? phase : 'confirm');
    }
  }

  #votes(rate: number): SaturationStep<Figures>[] {
    return this.#steps.filter(({ ratePerS }) => ratePerS === rate);
  }

  async #measure(ratePerS: number, phase: SaturationStep<Figures>['phase']): Promise<RateMeasurement<Figures>> {
    const { measure, maxDurationMs, onStep, signal } = this.#options;
    if (signal?.aborted === true) throw new Ended('interrupted');
    const beganMs = performance.now();
    if (beganMs - this.#startedMs + this.#longestMs > maxDurationMs) throw new Ended('time');
    const measurement = await measure(ratePerS);
    // It was cut short: it says nothing about the rate.
    if (signal?.aborted) throw new Ended('interrupted');
    this.#longestMs = Math.max(this.#longestMs, performance.now() - beganMs);
    const step = { ...measurement, ratePerS, phase };
    this.#steps.push(step);
    onStep?.(step);
    return measurement;
  }
}
