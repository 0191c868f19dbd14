import { reportedTarget } from '../../engine/reported-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import type { LoadResults } from '../results.ts';
import type { Machine } from '../../specs/model/generated/results/shared.d.ts';
import type { Scenario } from '../scenario/types.ts';
import { maxInFlight } from './max-in-flight.ts';
import type { OpenedLoad } from './open-load.ts';

/** What was loaded, how, and from where: the part of the results that is no measurement. */
export type Conditions = Pick<LoadResults, 'schemaVersion' | 'pyx' | 'kind' | 'seed' | 'target' | 'machine' | 'scenario'>;

export function conditionsOf(
  {
    pyx,
    seed,
    target,
    manyClients,
  }: { readonly pyx: string; readonly seed: number; readonly target: Target; readonly manyClients: boolean },
  { opened }: OpenedLoad,
  scenario: Scenario,
  machine: Machine,
): Conditions {
  return {
    schemaVersion: 1,
    pyx,
    kind: 'load',
    seed,
    target: reportedTarget(target, opened),
    machine,
    scenario: scenarioOf(scenario, manyClients),
  };
}

function scenarioOf(scenario: Scenario, manyClients: boolean): LoadResults['scenario'] {
  const { name, summary, file, mix, model, connections, keepAlive, durationMs, warmUpMs, timeoutMs, thresholds } = scenario;
  return {
    name,
    summary,
    file: file ?? null,
    mix: mix.map(({ method, weight, args, optional, batch }) => ({ method, weight, args, optional, batch })),
    model,
    connections,
    ...(!keepAlive && { keepAlive }),
    ...(model.type === 'open' && { maxInFlight: maxInFlight(scenario, manyClients) }),
    durationMs,
    warmUpMs,
    timeoutMs,
    thresholds,
  };
}
