import { randomUUID } from 'node:crypto';
import type { Target } from '../../fixtures/targets/types.ts';
import { thisMachine } from '../machine.ts';
import { inSequence } from '../merge/in-sequence.ts';
import type { LoadResults } from '../results.ts';
import type { Machine } from '../../specs/model/generated/results/shared.d.ts';
import { parseThreshold, requireTarget } from '../thresholds.ts';
import { loadCalls } from './load-calls.ts';
import { cpuMsOf, LoadRun, type Measurement } from './load-run.ts';
import type { LoadWatch } from './load-watch.ts';
import { LoadError, openLoad, type OpenedLoad } from './open-load.ts';
import { OtherWork } from './other-work.ts';
import type { LoadOptions } from './run-load.ts';
import { inSlices, ofSlices, sliceMsFor } from './slices.ts';
import { UsageSampler } from './usage-sampler.ts';
import { warningsOf } from './warnings.ts';

export interface BesideOptions extends Omit<LoadOptions, 'saturate' | 'shard' | 'repeat' | 'onStep'> {
  /** The target that the other is measured beside. */
  readonly beside: Target;
  /** Pairs of measurements. */
  readonly repeat: number;
  /** Nodes of each side, which are measured in turn. Default 1. */
  readonly instances?: number | undefined;
  /** How long one side is loaded before it is the turn of the other. Default: by the durations of the calls (`sliceMsFor`). */
  readonly sliceMs?: number | undefined;
  /** As `manyClients`, for the nodes of `beside`. */
  readonly manyClientsBeside: boolean;
  /** As `watch`, for the nodes of `beside`. */
  readonly watchBeside?: LoadWatch | undefined;
}

/** Results of two loads whose repeats are pairs. */
export interface BesideResults {
  readonly target: LoadResults;
  readonly beside: LoadResults;
}

const SIDES = ['target', 'beside'] as const;
type Side = (typeof SIDES)[number];
type Both<T> = Readonly<Record<Side, T>>;

/**
 * Puts a scenario on the nodes of two targets, alternately: repeat i of both is measured in slices, one of this side, one of
 * the other, and each side is first as often as the other. What changes on the machine meanwhile changes both alike. The
 * nodes stay warm, so that only the first repeat on each node follows a warm-up. Throws as `runLoad` does.
 */
export async function runBeside(options: BesideOptions): Promise<BesideResults> {
  const { scenario, repeat, instances = 1 } = options;
  const machine = thisMachine();
  const thresholds = scenario.thresholds.map((text) => parseThreshold(text));
  if (scenario.model.type === 'closed') requireTarget(thresholds);
  const opened: OpenedLoad[] = [];
  try {
    const nodes = await openAll(options, instances, opened);
    const runs: Both<readonly LoadRun[]> = {
      target: await prepareAll(options, options.target, nodes.target),
      beside: await prepareAll(
        { ...options, manyClients: options.manyClientsBeside, watch: options.watchBeside },
        options.beside,
        nodes.beside,
      ),
    };
    const parts: { target: LoadResults[]; beside: LoadResults[] } = { target: [], beside: [] };
    let { sliceMs } = options;
    for (let pair = 0; pair < repeat; pair++) {
      const instance = pair % instances;
      const both = { target: runs.target[instance] as LoadRun, beside: runs.beside[instance] as LoadRun };
      await each(both, pair, (side) => both[side].before(scenario));
      if (pair < instances) sliceMs = Math.max(sliceMs ?? 0, await warmUpPair(both, options, pair));
      const measured = await measurePair(both, machine, { ...options, sliceMs: options.sliceMs ?? sliceMs, pair });
      for (const side of SIDES) if (measured[side]) parts[side].push(measured[side]);
      if (SIDES.some((side) => both[side].isOver || parts[side].at(-1)?.complete !== true)) break;
    }
    return withBeside(parts, runs, options);
  } finally {
    await closeAll(opened);
  }
}

/** Looks at both targets before the other nodes of either are started. */
async function openAll(options: BesideOptions, instances: number, opened: OpenedLoad[]): Promise<Both<readonly OpenedLoad[]>> {
  const nodes: { target: OpenedLoad[]; beside: OpenedLoad[] } = { target: [], beside: [] };
  for (let instance = 0; instance < instances; instance++) {
    for (const side of SIDES) {
      const load = await openLoad({ ...options, target: options[side] });
      opened.push(load);
      nodes[side].push(load);
    }
    const [target, beside] = SIDES.map((side) => nodes[side].at(-1) as OpenedLoad) as [OpenedLoad, OpenedLoad];
    const { address } = target.session.node.client;
    if (address === beside.session.node.client.address)
      throw new LoadError(`a node cannot be measured beside itself: both targets are the node at ${address}`, {
        remedy: 'give another node by --beside',
      });
    if (instance > 0) continue;
    options.onOpened(target, options.target);
    options.onOpened(beside, options.beside);
  }
  return nodes;
}

async function prepareAll(options: BesideOptions, target: Target, nodes: readonly OpenedLoad[]): Promise<LoadRun[]> {
  const { specification, scenario, seed, signal, transactions, onProgress, repeat } = options;
  const runs: LoadRun[] = [];
  for (const node of nodes) {
    // Each of them with the same seed, so that all get the same calls.
    const calls = await loadCalls(node, {
      specification,
      scenario,
      seed,
      signal,
      repeat: Math.ceil(repeat / nodes.length),
      transactions,
      onProgress,
    });
    runs.push(new LoadRun({ ...options, target }, node, calls));
  }
  return runs;
}

/** First of a pair are both sides in turn. */
const order = (turn: number): readonly Side[] => (turn % 2 === 0 ? SIDES : SIDES.toReversed());

async function each(runs: Both<LoadRun>, turn: number, work: (side: Side) => Promise<void>): Promise<void> {
  for (const side of order(turn)) await runs[side].unlessOver(() => work(side));
}

/** Returns how long the slices are to be, by what the calls took. */
async function warmUpPair(runs: Both<LoadRun>, { scenario }: BesideOptions, pair: number): Promise<number> {
  const durationsUs: number[] = [];
  await each(runs, pair, async (side) => {
    const figures = await runs[side].warmUp(scenario, side);
    durationsUs.push(figures?.latency.meanUs ?? Infinity);
  });
  return sliceMsFor(Math.max(...durationsUs));
}

/** One repeat of both nodes; a side whose node ended before it was measured has none. */
async function measurePair(
  runs: Both<LoadRun>,
  machine: Machine,
  { scenario, repeat, sliceMs, pair, onPhase }: BesideOptions & { readonly pair: number },
): Promise<Partial<Both<LoadResults>>> {
  const slices = inSlices(scenario, sliceMs);
  const measured: Both<Omit<Measurement, 'otherWork'>[]> = { target: [], beside: [] };
  const others = new OtherWork();
  onPhase(`load ${pair + 1} of ${repeat}`, 2 * scenario.durationMs);
  const { usage } = await UsageSampler.during(
    SIDES.map((side) => runs[side].node),
    async () => {
      for (const [turn, slice] of slices.entries()) {
        if (SIDES.some((side) => runs[side].isOver)) break;
        await each(runs, pair + turn, async (side) => {
          measured[side].push(await runs[side].load(slice));
        });
      }
    },
  );
  // Of both, as the node that waits for its turn works on too: it collects garbage and compiles.
  const otherWork = others.share(cpuMsOf(usage));
  await each(runs, pair, (side) => runs[side].ask());
  for (const side of order(pair)) await runs[side].after(scenario);
  const results = SIDES.flatMap((side) => {
    const parts = measured[side].map((measurement, index) =>
      runs[side].toResults({ ...measurement, otherWork }, slices[index] ?? scenario, machine),
    );
    return parts.length === 0 ? [] : [[side, ofSlices(parts as [LoadResults, ...LoadResults[]], scenario)] as const];
  });
  return Object.fromEntries(results);
}

/** Both sides as whole results: where one was stopped, the other is not complete either. */
function withBeside(parts: Both<readonly LoadResults[]>, runs: Both<readonly LoadRun[]>, options: BesideOptions): BesideResults {
  const { scenario, instances = 1 } = options;
  const run = randomUUID();
  const stopped = (side: Side): string | undefined => runs[side].map((loadRun) => loadRun.stopped).find((why) => why !== undefined);
  const of = (side: Side, other: Side): LoadResults => {
    const [first, ...more] = parts[side];
    const own = stopped(side);
    const others = stopped(other);
    if (!first) throw new LoadError(`${options[side].name} was not measured: ${own ?? others ?? 'the load was ended early'}`);
    const all = inSequence([first, ...more]);
    const why = own ?? (others === undefined ? undefined : `${options[other].name} beside it: ${others}`) ?? all.stopped;
    const results: LoadResults = {
      ...all,
      complete: all.complete && why === undefined,
      ...(why !== undefined && { stopped: why }),
      beside: { run, side, other: options[other].name, instances },
    };
    return { ...results, warnings: warningsOf(results, scenario) };
  };
  return { target: of('target', 'beside'), beside: of('beside', 'target') };
}

async function closeAll(opened: readonly OpenedLoad[]): Promise<void> {
  for (const { session } of opened) await session.close();
}
