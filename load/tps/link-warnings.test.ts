import { expect, test } from 'vitest';
import { linkWarnings } from './link-warnings.ts';
import { sampleLinkedRound } from './testing/sample-linked-results.ts';
import { sampleRound } from './testing/sample-tps-results.ts';
import { WITHOUT_LINKS } from './uncounted.ts';

const round = (cpuShare: number, p99Us: number) => {
  const made = sampleLinkedRound(2, 500, 300_000);
  const delay = { count: 10, p50Us: 50, p95Us: 100, p99Us, maxUs: 9_000 };
  return { ...made, network: { ...made.network!, relays: { cpuShare, delay } } };
};

test('relays that had no core left, or were late, are warned of', () => {
  expect(linkWarnings([round(0.95, 100)])).toEqual([expect.stringContaining('Round 2: the relays of the links used 95.0 % of a core')]);
  expect(linkWarnings([round(0.1, 12_300)])).toEqual([expect.stringContaining('up to 12.3 ms late (p99)')]);
});

test('others are not, nor rounds that do not count', () => {
  expect(linkWarnings([round(0.1, 300), sampleRound(1, 900), { ...round(1, 50_000), uncounted: WITHOUT_LINKS }])).toEqual([]);
});
