import type { MixEntry, Scenario } from './types.ts';

/** Transactions a second that a closed model may get through, at most; when they run out the load ends early. */
const CLOSED_PER_S = { sendrawtransaction: 5_000, tpstestadd: 20_000 } as const;
/** Arrivals at random may be more than their mean. */
const SPARE = 1.1;

/** Signed transactions that the load of a scenario may submit, its warm-up included. */
export function transactionsNeeded({ mix, model, durationMs, warmUpMs }: Scenario): number {
  const total = mix.reduce((sum, { weight }) => sum + weight, 0);
  return mix.filter(({ prepared }) => prepared).reduce((sum, entry) => sum + Math.ceil(callsOf(entry, total) * entry.batch), 0);

  function callsOf({ weight, method, batch }: MixEntry, weights: number): number {
    if (model.type === 'closed') {
      const perS = method === 'tpstestadd' ? CLOSED_PER_S.tpstestadd : CLOSED_PER_S.sendrawtransaction;
      return ((perS / batch) * (durationMs + warmUpMs)) / 1_000;
    }
    let rate = model.startRatePerS;
    let calls = (rate * warmUpMs) / 1_000;
    for (const stage of model.stages) {
      calls += ((rate + stage.ratePerS) / 2) * (stage.durationMs / 1_000);
      rate = stage.ratePerS;
    }
    return (calls * SPARE * weight) / weights + 10;
  }
}
