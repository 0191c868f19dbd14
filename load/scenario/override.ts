import { ScenarioError } from './read-scenario.ts';
import type { Scenario, Stage } from './types.ts';

/** What the command line changes in a scenario. */
export interface ScenarioOverrides {
  /** Calls per second: makes the model open. */
  readonly ratePerS?: number | undefined;
  readonly connections?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly warmUpMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** In place of those of the scenario. */
  readonly thresholds?: readonly string[] | undefined;
}

/** The scenario with what the command line changes. Stages keep their form: a duration stretches them. Throws `ScenarioError`. */
export function withOverrides(scenario: Scenario, overrides: ScenarioOverrides): Scenario {
  const { ratePerS, connections, warmUpMs, timeoutMs, thresholds } = overrides;
  const durationMs = overrides.durationMs ?? scenario.durationMs;
  if (ratePerS !== undefined && scenario.model.type === 'open' && scenario.model.stages.length > 1)
    throw new ScenarioError(`the scenario ${scenario.name} has stages, so one rate does not describe it`, {
      remedy: 'leave out --rate, or take a scenario without stages',
    });
  const model =
    ratePerS !== undefined
      ? ({
          type: 'open',
          arrivals: scenario.model.type === 'open' ? scenario.model.arrivals : 'poisson',
          startRatePerS: ratePerS,
          stages: [{ durationMs, ratePerS }],
        } as const)
      : scenario.model.type === 'open'
        ? { ...scenario.model, stages: stretched(scenario.model.stages, durationMs / scenario.durationMs) }
        : scenario.model;
  return {
    ...scenario,
    model,
    durationMs,
    ...(connections !== undefined && { connections }),
    ...(warmUpMs !== undefined && { warmUpMs }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(thresholds !== undefined && { thresholds }),
  };
}

const stretched = (stages: readonly Stage[], factor: number): Stage[] =>
  stages.map((stage) => ({ ...stage, durationMs: stage.durationMs * factor }));
