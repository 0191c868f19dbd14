import type { Target } from '../../fixtures/targets/types.ts';
import { meanRatePerS } from '../scenario/arrivals.ts';
import type { Scenario } from '../scenario/types.ts';
import { LoadError } from './open-load.ts';

/** What a node that Pyx did not start is spared unless its owner asks for more: other people may use it. */
const BOUNDS = { ratePerS: 1_000, connections: 16, durationMs: 60_000 } as const;

/** Throws `LoadError` where a scenario goes beyond what a node that Pyx did not start is put through by default. */
export function assertWithinBounds(scenario: Scenario, { capabilities }: Pick<Target, 'capabilities'>, saturate: boolean): void {
  if (capabilities.startNodes) return;
  const rate = meanRatePerS(scenario.model);
  const beyond = [
    rate !== null && rate > BOUNDS.ratePerS && `${Math.round(rate)} calls per second (at most ${BOUNDS.ratePerS})`,
    scenario.connections > BOUNDS.connections && `${scenario.connections} connections (at most ${BOUNDS.connections})`,
    scenario.durationMs > BOUNDS.durationMs && `a duration of ${scenario.durationMs / 1_000} s (at most ${BOUNDS.durationMs / 1_000} s)`,
    saturate && '--saturate, which loads a node until it fails',
  ].filter((bound) => bound !== false);
  if (beyond.length === 0) return;
  throw new LoadError(`Pyx did not start this node, and by default does not put it through ${beyond.join(', ')}`, {
    remedy: 'give less, or --unbounded if the node is yours to load',
  });
}
