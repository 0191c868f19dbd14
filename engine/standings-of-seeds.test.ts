import { expect, test } from 'vitest';
import { StandingsOfSeeds, type RunStandings } from './standings-of-seeds.ts';
import { staleAcceptances, type AcceptanceStanding } from './acceptance-standing.ts';

/** An accepted difference whose cases ran, and that none met unless said otherwise. */
const shown = (rest: Partial<AcceptanceStanding> = {}): RunStandings => {
  const standing: AcceptanceStanding = {
    kind: 'accepted',
    what: 'a',
    why: 'so',
    source: 'x:1',
    met: 0,
    open: false,
    cases: 1,
    ran: true,
    gone: false,
    someSeeds: false,
    ...rest,
  };
  return { own: [standing], withOthers: [{ ...standing, open: true }] };
};

/** The checks of the findings after the last of these runs. */
function judged(seeds: number, ...runs: readonly RunStandings[]): string[] | undefined {
  const all = new StandingsOfSeeds(seeds);
  const last = runs.map((run) => all.add(run)).at(-1);
  expect(last?.forShards !== undefined).toBe(runs.length === seeds);
  return staleAcceptances(last?.forShards ?? last?.judged ?? []).map(({ check }) => check);
}

test('an accepted difference is stale if no seed needed it, whichever seed comes last', () => {
  expect(judged(1, shown())).toEqual(['unmet-acceptance']);
  expect(judged(1, shown({ met: 1 }))).toEqual([]);
  expect(judged(2, shown({ met: 1 }), shown())).toEqual([]);
  expect(judged(2, shown(), shown({ met: 1 }))).toEqual([]);
  expect(judged(2, shown(), shown())).toEqual(['unmet-acceptance']);
});

test('none is stale before the last seed, nor if the cases that could meet it did not run with one of them', () => {
  expect(judged(3, shown(), shown())).toEqual([]);
  expect(judged(2, shown({ open: true }), shown())).toEqual([]);
});

test('an expired one is found with every seed', () => {
  const expired = shown({ expired: '2026-11-19' });
  expect(judged(2, expired)).toEqual(['expired-acceptance']);
  expect(judged(2, expired, expired)).toEqual(['expired-acceptance']);
});

test('the cases of other shards stay open', () => {
  expect(staleAcceptances(new StandingsOfSeeds(1).add(shown()).judged)).toEqual([]);
});
