import { atRate, meanRatePerS } from './arrivals.ts';
import { ScenarioError } from './read-scenario.ts';
import type { Scenario } from './types.ts';

/** The I-th of N parts of a load, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** The part of a scenario that one of several machines takes: of its rate and of its connections. Throws `ScenarioError`. */
export function shardOf(scenario: Scenario, { index, total }: Shard): Scenario {
  const { connections, model } = scenario;
  if (connections < total)
    throw new ScenarioError(`${connections} connections cannot be divided among ${total} shards`, {
      remedy: 'give more --connections, or fewer shards',
    });
  const rate = meanRatePerS(model);
  return {
    ...scenario,
    connections: Math.floor(connections / total) + (index <= connections % total ? 1 : 0),
    model: rate === null ? model : atRate(model, rate / total),
  };
}
