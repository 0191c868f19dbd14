import type { Random } from '../../fixtures/world/random.ts';
import type { EntryOfLoad } from '../run/load-calls.ts';
import type { Scenario } from '../scenario/types.ts';
import type { K6Call, K6Load } from './format.ts';

/** Calls after which the order of a mix is repeated, at least. */
const ORDER = 200;

/** A load as the k6 script reads it. */
export interface K6Files {
  readonly load: K6Load;
  readonly calls: readonly K6Call[];
}

/** Writes down a scenario and its calls for the k6 script. @param maxInFlight virtual users at most, in the open model */
export function encodeLoad(
  scenario: Scenario,
  entries: readonly EntryOfLoad[],
  { address, maxInFlight, random }: { readonly address: string; readonly maxInFlight: number; readonly random: Random },
): K6Files {
  const { model, connections, keepAlive, durationMs, warmUpMs, timeoutMs } = scenario;
  const calls = entries.flatMap((entry) => entry.calls.map(({ method, path, body }) => ({ method, path, body: body.toString('utf8') })));
  let first = 0;
  const load: K6Load = {
    format: 1,
    scenario: scenario.name,
    address,
    methods: [...new Set(calls.map(({ method }) => method))].sort(),
    entries: entries.map(({ calls: own, once }) => {
      const entry = { first, count: own.length, once };
      first += own.length;
      return entry;
    }),
    order: orderOf(
      entries.map(({ weight }) => weight),
      random,
    ),
    model: model.type === 'closed' ? { type: 'closed' } : { type: 'open', startRatePerS: model.startRatePerS, stages: model.stages },
    connections,
    keepAlive,
    maxInFlight,
    durationMs,
    warmUpMs,
    timeoutMs,
  };
  return { load, calls };
}

/** Each entry as often as its weight asks for, mixed. */
function orderOf(weights: readonly number[], random: Random): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // Whole weights are met exactly; each entry comes at least once.
  const isWhole = weights.every((weight) => Number.isInteger(weight)) && total <= 10 * ORDER;
  const times = weights.map((weight) => (isWhole ? weight : Math.max(1, Math.round((weight / total) * ORDER))));
  return random.shuffled(times.flatMap((count, entry) => Array.from({ length: count }, () => entry)));
}
