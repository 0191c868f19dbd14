import type { Options, Scenario } from 'k6/options';
import { K6_CLASSES, K6_PERCENTS, type K6Load } from '../format.ts';
import { percentile } from './percentile.ts';

/** Rates of k6 are whole numbers: in this unit of time they may be thousandths of a call per second. */
const UNIT_S = 1_000;

/** The load as k6 runs it: a warm-up that is not counted, then the load. */
export function optionsOf(load: K6Load): Options {
  const { warmUpMs, durationMs, timeoutMs, model } = load;
  const common = { gracefulStop: `${timeoutMs}ms` };
  const firstRate = model.type === 'open' ? (model.stages[0]?.ratePerS ?? 1) : 0;
  const warmUp: Scenario =
    model.type === 'closed'
      ? { ...common, executor: 'constant-vus', vus: load.connections, duration: `${warmUpMs}ms`, exec: 'warmUp' }
      : { ...common, ...atRate(load, firstRate, warmUpMs), exec: 'warmUp' };
  return {
    scenarios: { ...(warmUpMs > 0 && { warmUp }), load: { ...common, ...measured(load), startTime: `${warmUpMs}ms` } },
    // One connection a virtual user, kept from one call to the next unless the scenario has it otherwise.
    noVUConnectionReuse: false,
    noConnectionReuse: !load.keepAlive,
    discardResponseBodies: false,
    summaryTrendStats: ['count', 'avg', 'max', ...K6_PERCENTS.map(percentile)],
    thresholds: submetrics(load),
  };

  function measured({ connections }: K6Load): Scenario {
    if (model.type === 'closed') return { executor: 'constant-vus', vus: connections, duration: `${durationMs}ms` };
    const [only, ...more] = model.stages;
    if (only && more.length === 0 && only.ratePerS === model.startRatePerS) return atRate(load, only.ratePerS, durationMs);
    return {
      executor: 'ramping-arrival-rate',
      startRate: perUnit(model.startRatePerS),
      timeUnit: `${UNIT_S}s`,
      stages: model.stages.map((stage) => ({ target: perUnit(stage.ratePerS), duration: `${stage.durationMs}ms` })),
      preAllocatedVUs: connections,
      maxVUs: load.maxInFlight,
    };
  }
}

function atRate({ connections, maxInFlight }: K6Load, ratePerS: number, durationMs: number): Scenario {
  return {
    executor: 'constant-arrival-rate',
    rate: perUnit(ratePerS),
    timeUnit: `${UNIT_S}s`,
    duration: `${durationMs}ms`,
    preAllocatedVUs: connections,
    maxVUs: maxInFlight,
  };
}

const perUnit = (ratePerS: number): number => Math.round(ratePerS * UNIT_S);

/** k6 summarizes tagged values only where a threshold names them; these always hold. */
function submetrics({ methods }: K6Load): { [metric: string]: string[] } {
  const thresholds: { [metric: string]: string[] } = {};
  for (const method of methods) {
    thresholds[`pyx_latency{method:${method}}`] = ['max>=0'];
    thresholds[`pyx_results_in_time{method:${method}}`] = ['count>=0'];
    for (const kind of K6_CLASSES) thresholds[`pyx_ended{method:${method},class:${kind}}`] = ['count>=0'];
  }
  return thresholds;
}
