import type { LoadModel as GeneratorModel } from '../generator/types.ts';
import type { LoadModel } from './types.ts';

/** The model of a scenario as the generator takes it. Arrivals at random follow from the seed. */
export function generatorModel(model: LoadModel, seed: number): GeneratorModel {
  if (model.type === 'closed') return { type: 'closed' };
  let fromRate = model.startRatePerS;
  const stages = model.stages.map(({ durationMs, ratePerS }) => {
    const stage = { fromRate, toRate: ratePerS, durationMs };
    fromRate = ratePerS;
    return stage;
  });
  return { type: 'open', arrivals: { stages, spacing: model.arrivals === 'constant' ? 'even' : 'poisson', seed } };
}

/** Mean arrival rate of an open model, in calls per second; null for the closed one. */
export function meanRatePerS(model: LoadModel): number | null {
  if (model.type === 'closed') return null;
  let rate = model.startRatePerS;
  let [calls, durationMs] = [0, 0];
  for (const stage of model.stages) {
    calls += ((rate + stage.ratePerS) / 2) * stage.durationMs;
    durationMs += stage.durationMs;
    rate = stage.ratePerS;
  }
  return calls / durationMs;
}

/** The model at another rate: its ramps keep their form. */
export function atRate(model: LoadModel, ratePerS: number): LoadModel {
  const mean = meanRatePerS(model);
  if (model.type === 'closed' || mean === null)
    return { type: 'open', arrivals: 'poisson', startRatePerS: ratePerS, stages: [{ durationMs: 1_000, ratePerS }] };
  const factor = ratePerS / mean;
  return {
    ...model,
    startRatePerS: model.startRatePerS * factor,
    stages: model.stages.map((stage) => ({ ...stage, ratePerS: stage.ratePerS * factor })),
  };
}
