import { expect, test } from 'vitest';
import { StandingsOfSeeds, type RunStandings } from './standings-of-seeds.ts';
import { staleWaivers, type WaiverStanding } from './waiver-standing.ts';

/** A waiver whose cases ran, and that nothing needed unless said otherwise. */
const shown = (rest: Partial<WaiverStanding> = {}): RunStandings => {
  const standing = { what: 'waiver "a"', source: 'x', used: false, open: false, cases: 1, ran: true, someSeeds: false, ...rest };
  return { own: [standing], withOthers: [{ ...standing, open: true }] };
};

/** The checks of the findings after the last of these runs. */
function judged(seeds: number, ...runs: readonly RunStandings[]): string[] | undefined {
  const all = new StandingsOfSeeds(seeds);
  const last = runs.map((run) => all.add(run)).at(-1);
  expect(last?.forShards !== undefined).toBe(runs.length === seeds);
  return staleWaivers(last?.forShards ?? last?.judged ?? []).map(({ check }) => check);
}

test('a waiver is stale if no seed needed it, whichever seed comes last', () => {
  expect(judged(1, shown())).toEqual(['stale-waiver']);
  expect(judged(1, shown({ used: true }))).toEqual([]);
  expect(judged(2, shown({ used: true }), shown())).toEqual([]);
  expect(judged(2, shown(), shown({ used: true }))).toEqual([]);
  expect(judged(2, shown(), shown())).toEqual(['stale-waiver']);
});

test('none is stale before the last seed, nor if the cases of the waiver did not run with one of them', () => {
  expect(judged(3, shown(), shown())).toEqual([]);
  expect(judged(2, shown({ open: true }), shown())).toEqual([]);
});

test('an expired waiver is found with every seed', () => {
  const expired = shown({ expired: '2026-11-19' });
  expect(judged(2, expired)).toEqual(['expired-waiver']);
  expect(judged(2, expired, expired)).toEqual(['expired-waiver']);
});

test('the cases of other shards stay open', () => {
  expect(staleWaivers(new StandingsOfSeeds(1).add(shown()).judged)).toEqual([]);
});
