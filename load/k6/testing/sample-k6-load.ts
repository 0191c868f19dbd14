import { Random } from '../../../fixtures/world/random.ts';
import type { EntryOfLoad } from '../../run/load-calls.ts';
import type { Scenario } from '../../scenario/types.ts';
import { encodeLoad, type K6Files } from '../encode.ts';

export const sampleScenario: Scenario = {
  name: 'Two methods',
  summary: 'Two methods.',
  profile: 'default',
  fill: { blocks: 0, transactionsPerBlock: 0, poolTransactions: 0 },
  needs: [],
  before: [],
  after: [],
  mix: [],
  model: { type: 'open', arrivals: 'constant', startRatePerS: 12.5, stages: [{ durationMs: 10_000, ratePerS: 12.5 }] },
  connections: 4,
  keepAlive: true,
  durationMs: 10_000,
  warmUpMs: 1_000,
  timeoutMs: 2_000,
  check: 0,
  thresholds: [],
};

const call = (method: 'getblockcount' | 'sendrawtransaction', body: string) => ({ method, path: '/', body: Buffer.from(body) });

/** Three calls for one of transactions, which are sent once. */
export const sampleEntries: readonly EntryOfLoad[] = [
  { weight: 3, calls: [call('getblockcount', 'count 1'), call('getblockcount', 'count 2')], once: false },
  { weight: 1, calls: ['tx 1', 'tx 2', 'tx 3'].map((body) => call('sendrawtransaction', body)), once: true },
];

export function sampleK6Files(scenario: Partial<Scenario> = {}, entries = sampleEntries): K6Files {
  const address = 'http://127.0.0.1:18443';
  return encodeLoad({ ...sampleScenario, ...scenario }, entries, { address, maxInFlight: 64, random: new Random('sample') });
}
