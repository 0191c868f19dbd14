import type { RunningNode } from '../../fixtures/targets/types.ts';
import { Random } from '../../fixtures/world/random.ts';
import { judgeResults } from '../judge-results.ts';
import { thisMachine } from '../machine.ts';
import type { LoadResults } from '../results.ts';
import { afterMeasurement, beforeMeasurement } from '../run/around-measurement.ts';
import { conditionsOf } from '../run/conditions.ts';
import { loadCalls } from '../run/load-calls.ts';
import { openLoad } from '../run/open-load.ts';
import { maxInFlight } from '../run/max-in-flight.ts';
import type { LoadOptions } from '../run/run-load.ts';
import { unanswered } from '../run/unanswered.ts';
import { UsageSampler } from '../run/usage-sampler.ts';
import { warningsOf } from '../run/warnings.ts';
import { meanRatePerS } from '../scenario/arrivals.ts';
import type { Scenario } from '../scenario/types.ts';
import { parseThreshold, requireTarget } from '../thresholds.ts';
import { encodeLoad, type K6Files } from './encode.ts';
import { K6Error } from './k6-error.ts';
import { k6Figures } from './k6-figures.ts';
import { k6Warnings } from './k6-warnings.ts';
import { runK6 } from './run-k6.ts';
import { k6Script } from './script-file.ts';

export type K6LoadOptions = Omit<LoadOptions, 'onSecond' | 'onStep' | 'saturate' | 'repeat'>;

/** Shorter scenarios are refused by k6. */
const SHORTEST_MS = 1_000;

/** The scenario as k6 can run it: it has no arrivals at random, so that calls are due at equal distances. Throws `K6Error`. */
function forK6(scenario: Scenario): Scenario {
  const { warmUpMs, durationMs } = scenario;
  if (durationMs < SHORTEST_MS || (warmUpMs > 0 && warmUpMs < SHORTEST_MS))
    throw new K6Error(`k6 runs nothing for less than ${SHORTEST_MS / 1_000} s`, {
      remedy: 'give a longer --duration and --warm-up; --warm-up 0s is none',
    });
  return scenario.model.type === 'open' ? { ...scenario, model: { ...scenario.model, arrivals: 'constant' } } : scenario;
}

/** The files of a load that k6 is to run on other machines: made on the node, which k6 must reach. Throws as `runLoad` does. */
export async function k6Files(options: K6LoadOptions): Promise<K6Files> {
  const scenario = forK6(options.scenario);
  const opened = await openLoad(options);
  try {
    options.onOpened(opened, options.target);
    const { entries } = await loadCalls(opened, { ...options, scenario });
    const { load, calls } = encode(options, scenario, entries, opened.session.node);
    // How busy this machine is says nothing of a load that others will make.
    const { loadBefore: _, ...machine } = thisMachine();
    return { load: { ...load, conditions: conditionsOf(options, opened, scenario, machine) }, calls };
  } finally {
    await opened.session.close();
  }
}

/** Puts a scenario on a node by the installed k6. Throws as `runLoad` does, and `K6Error`. @param program see `findK6` */
export async function runK6Load(program: string, options: K6LoadOptions): Promise<LoadResults> {
  const { signal } = options;
  const machine = thisMachine();
  const scenario = forK6(options.scenario);
  const thresholds = scenario.thresholds.map((text) => parseThreshold(text));
  if (scenario.model.type === 'closed') requireTarget(thresholds);
  const script = k6Script();
  const opened = await openLoad(options);
  const { session } = opened;
  const { node, world } = session;
  try {
    options.onOpened(opened, options.target);
    const { entries } = await loadCalls(opened, { ...options, scenario });
    await beforeMeasurement(world, scenario);
    const startedAt = new Date().toISOString();
    options.onPhase('load by k6', scenario.warmUpMs + scenario.durationMs);
    const { guard } = opened.opened;
    const load = (): ReturnType<typeof runK6> =>
      runK6({
        program,
        script,
        files: encode(options, scenario, entries, node),
        credentials: node.credentials,
        signal: signal ? AbortSignal.any([signal, guard.signal]) : guard.signal,
      });
    const { value, usage } = await UsageSampler.during([node], () => (opened.writes.length === 0 ? load() : guard.during([node], load)));
    const { summary, cpuMs } = value;
    const interrupted = signal?.aborted === true || value.interrupted;
    const silent = interrupted ? undefined : await unanswered(node.client);
    const ended = node.alive() ? silent : 'the node ended';
    if (ended === undefined)
      await afterMeasurement(world, scenario).catch((error: unknown) => {
        // There was little time for them.
        if (!interrupted) throw error;
      });
    const stopped = ended ?? (interrupted ? 'interrupted' : undefined);
    const durationMs = interrupted || summary.ranOut ? Math.min(scenario.durationMs, summary.lastedMs) : scenario.durationMs;
    const figures = k6Figures(summary, { durationMs, targetPerS: meanRatePerS(scenario.model), cpuMs });
    const results: LoadResults = {
      ...conditionsOf(options, opened, scenario, machine),
      startedAt,
      durationMs,
      complete: stopped === undefined,
      ...(stopped !== undefined && { stopped }),
      engine: 'k6',
      ...figures,
      thresholds: judgeResults(scenario.thresholds, { durationMs, ...figures }),
      checkedAnswers: 0,
      wrongAnswers: [],
      nodes: usage,
      warnings: [],
    };
    const { model } = options.scenario;
    const atRandom = model.type === 'open' && model.arrivals === 'poisson';
    return {
      ...results,
      warnings: [
        ...(atRandom ? ['k6 has no arrivals at random: calls were due at equal distances.'] : []),
        ...k6Warnings(summary.dropped),
        ...warningsOf(results, scenario),
      ],
    };
  } finally {
    await session.close();
  }
}

function encode(
  { manyClients, seed }: K6LoadOptions,
  scenario: Scenario,
  entries: Parameters<typeof encodeLoad>[1],
  { client }: RunningNode,
): K6Files {
  return encodeLoad(scenario, entries, {
    address: client.address,
    maxInFlight: maxInFlight(scenario, manyClients),
    random: new Random(`${seed}/mix`),
  });
}
