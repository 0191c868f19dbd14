import type { Target } from '../../fixtures/targets/types.ts';
import type { NodeFault } from '../faults/types.ts';
import type { SecondFigures } from '../generator/types.ts';
import { thisMachine } from '../machine.ts';
import { inSequence } from '../merge/in-sequence.ts';
import type { LoadResults, SaturationStep } from '../results.ts';
import type { Shard } from '../scenario/shard.ts';
import { parseThreshold, requireTarget } from '../thresholds.ts';
import { loadCalls } from './load-calls.ts';
import { LoadRun } from './load-run.ts';
import type { LoadWatch } from './load-watch.ts';
import { openLoad, type OpenedLoad, type OpenLoadOptions } from './open-load.ts';
import { saturatedLoad } from './saturated-load.ts';
import { withSaturationThresholds } from './saturation.ts';
import { warningsOf } from './warnings.ts';

export interface LoadOptions extends OpenLoadOptions {
  readonly pyx: string;
  /** Look for the highest arrival rate that meets the thresholds. */
  readonly saturate?: { readonly maxRatePerS?: number | undefined } | undefined;
  /** Which part of a load the scenario is, where several machines make it. */
  readonly shard?: Shard | undefined;
  /** What happens to the node during the load. */
  readonly faults?: readonly NodeFault[] | undefined;
  /** So often the load is measured, each time after a warm-up. Default 1. */
  readonly repeat?: number | undefined;
  /** Signed transactions to prepare, where the scenario submits any; undefined: as many as it may need. */
  readonly transactions?: number | undefined;
  /** More calls may be in flight than there are connections: as from many clients. */
  readonly manyClients: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Before anything is written or sent: what was found, and what will be done. */
  readonly onOpened: (opened: OpenedLoad, target: Target) => void;
  /** Preparation: what is done now, and how far it is. */
  readonly onProgress: (what: string, done: number, total: number) => void;
  /** A phase of the load begins. */
  readonly onPhase: (phase: string, durationMs: number) => void;
  readonly onSecond: (second: SecondFigures) => void;
  readonly watch?: LoadWatch | undefined;
  /** A rate was tried; `isWhole`: by a load of the whole duration. */
  readonly onStep: (step: SaturationStep, isWhole: boolean) => void;
}

/** Puts a scenario on a node and measures what the node makes of it. Throws as `openLoad` and `loadCalls` do. */
export async function runLoad(options: LoadOptions): Promise<LoadResults> {
  const { specification, seed, signal, saturate, repeat = 1 } = options;
  // Now, as later its load average is that of this load.
  const machine = thisMachine();
  const scenario = saturate ? withSaturationThresholds(options.scenario) : options.scenario;
  // A threshold that cannot be read must not wait until the load is over.
  const thresholds = scenario.thresholds.map((text) => parseThreshold(text));
  if (!saturate && scenario.model.type === 'closed') requireTarget(thresholds);
  const opened = await openLoad(options);
  const { session } = opened;
  try {
    options.onOpened(opened, options.target);
    const calls = await loadCalls(opened, {
      specification,
      scenario,
      seed,
      signal,
      repeat,
      transactions: options.transactions,
      onProgress: options.onProgress,
    });
    const run = new LoadRun(options, opened, calls);
    if (saturate) {
      const all = await saturatedLoad(run, scenario, machine, { ...saturate, onStep: options.onStep });
      return { ...all, warnings: warningsOf(all, scenario) };
    }
    const measureOnce = async (phase: string): Promise<LoadResults> => run.toResults(await run.measure(scenario, phase), scenario, machine);
    const parts: [LoadResults, ...LoadResults[]] = [await measureOnce(repeat === 1 ? 'load' : `load 1 of ${repeat}`)];
    while (parts.length < repeat && parts.every(({ complete }) => complete))
      parts.push(await measureOnce(`load ${parts.length + 1} of ${repeat}`));
    const all = inSequence(parts);
    return { ...all, warnings: warningsOf(all, scenario) };
  } finally {
    await session.close();
  }
}
