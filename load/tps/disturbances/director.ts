import { setTimeout as delay } from 'node:timers/promises';
import type { ResolvedFault } from '../../faults/fault-plan.ts';
import { lasts } from '../../faults/node-faults.ts';
import type { DisturbanceEvent } from '../results.ts';

const LOOK_EVERY_MS = 5;
/** Nothing has arrived for so long: a share that is not reached by now will not be. */
export const STILL_MS = 1_000;
/** The first arrivals take longer: nodes announce transactions in bundles. */
const FIRST_MS = 5_000;

/** The beginning or the end of a fault. */
export interface Step {
  readonly share: number;
  readonly resolved: ResolvedFault;
  readonly begins: boolean;
}

/** The steps of a plan in their order; at one share ends come before beginnings. */
export function stepsOf(faults: readonly ResolvedFault[]): Step[] {
  return faults
    .flatMap((resolved): Step[] => {
      const { fault } = resolved;
      const isLasting = fault.kind === 'partition' || lasts(fault);
      return [{ share: fault.from, resolved, begins: true }, ...(isLasting ? [{ share: fault.until ?? 1, resolved, begins: false }] : [])];
    })
    .sort((a, b) => a.share - b.share || Number(a.begins) - Number(b.begins));
}

export interface DirectorOptions {
  readonly faults: readonly ResolvedFault[];
  /** Transactions of which the shares are. */
  readonly expected: () => number;
  readonly perform: (step: Step) => Promise<void>;
}

/** Has the faults of a round happen, one step after another, each when its share of the transactions has arrived. */
export class Director {
  readonly events: DisturbanceEvent[] = [];
  readonly #options: DirectorOptions;
  readonly #steps: Step[];
  #arrived = 0;
  #startedMs = 0;
  #movedMs = 0;
  #isOver = false;

  constructor(options: DirectorOptions) {
    this.#options = options;
    this.#steps = stepsOf(options.faults);
  }

  /** A transaction has arrived somewhere for the first time. */
  arrived(): void {
    this.#arrived++;
    this.#movedMs = performance.now();
  }

  get received(): number {
    return this.#arrived;
  }

  /** All faults have happened and are over. */
  get isDone(): boolean {
    return this.#steps.length === 0;
  }

  /** Since the last arrival or step. */
  get hasStoodStill(): boolean {
    return performance.now() - this.#movedMs > (this.#arrived === 0 ? FIRST_MS : STILL_MS);
  }

  /** What has not happened yet happens now, as nothing more is waited for. */
  hurry(): void {
    this.#isOver = true;
  }

  /** Performs all steps. @param startedMs the start time, on the clock of `performance.now()`. Rejects as a step does. */
  async run(startedMs: number, signal: AbortSignal): Promise<void> {
    this.#startedMs = startedMs;
    this.#movedMs = Math.max(startedMs, this.#movedMs);
    for (let step = this.#steps[0]; step; step = this.#steps[0]) {
      const because = await this.#due(step.share, signal);
      const { resolved, begins } = step;
      const atMs = performance.now() - startedMs;
      const share = this.#share();
      await this.#options.perform(step);
      this.#movedMs = performance.now();
      this.events.push({
        atMs,
        durationMs: performance.now() - startedMs - atMs,
        fault: resolved.fault.text,
        kind: resolved.fault.kind,
        what: begins ? 'begins' : 'ends',
        nodes: 'sides' in resolved ? resolved.sides.map((side) => side.join(', ')) : [...resolved.nodes],
        share,
        because,
      });
      this.#steps.shift();
    }
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  #share(): number {
    return Math.min(1, this.#arrived / Math.max(1, this.#options.expected()));
  }

  async #due(share: number, signal: AbortSignal): Promise<DisturbanceEvent['because']> {
    for (;;) {
      if (this.#share() >= share) return 'share';
      if (this.#isOver) return 'over';
      if (this.hasStoodStill) return 'still';
      await delay(LOOK_EVERY_MS, undefined, { signal });
    }
  }
}
