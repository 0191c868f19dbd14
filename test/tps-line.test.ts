import { expect, test } from 'vitest';
import { measured } from './support/measured-network.ts';

/** So long that the time that busy nodes take is small beside it. */
const LATENCY_MS = 400;
const line = ['--topology', 'line', '--senders', '1', '--receivers', '3', '--transactions', '50', '--rounds', '1', '--warm-up', '1'];

// `tpstestadd` pushes transactions to the peers of the sender, unasked: one crossing. Every other node announces each, is asked for it,
// and sends it: three crossings. So does a sender that was given it by `sendrawtransaction`.
// Other programs make it longer.
test.each([
  ['tpstestadd', [1, 4, 7]],
  ['sendrawtransaction', [3, 6, 9]],
])('the median arrival by %s is where the crossings of the links put it: %j', { retry: 2 }, async (via, crossings) => {
  const { results } = await measured(...line, '--latency', `${LATENCY_MS}ms`, '--via', via);
  const counted = results.rounds.find(({ uncounted }) => uncounted === null)!;
  const without = results.rounds.find(({ uncounted }) => uncounted === 'without the links')!;
  for (const [index, { propagation, propagationUs, lost }] of counted.receivers.entries()) {
    const expectedMs = crossings[index]! * LATENCY_MS;
    expect(lost.count).toBe(0);
    expect(propagationUs[0]! / 1_000).toBeGreaterThanOrEqual(expectedMs);
    // The nodes, which share a busy machine, need their own time without the links too.
    expect(propagation.p50Us / 1_000).toBeLessThan(expectedMs * 1.1 + without.receivers[index]!.propagation.p50Us / 1_000);
  }
  expect(results.network?.byHops.map(({ hops }) => hops)).toEqual([1, 2, 3]);
});
