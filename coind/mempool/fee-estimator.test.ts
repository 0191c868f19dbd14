import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Chain } from '../chain/types.ts';
import { createState } from '../state/state.ts';
import { FeeEstimator } from './fee-estimator.ts';
import { bucketOf } from './fee-stats.ts';
import { ScriptedChain, spend, stoppedClock } from './testing/test-pool.ts';
import type { PoolEntry } from './types.ts';

interface Recording {
  readonly startHeight: number;
  readonly rounds: readonly { readonly added: readonly (readonly [number, number, number])[]; readonly confirmed: readonly number[] }[];
  readonly checkpoints: readonly {
    readonly afterRound: number;
    readonly estimates: Readonly<Record<string, readonly [number, number] | null>>;
  }[];
}

const recording = JSON.parse(readFileSync(new URL('vectors/fee-estimates.json', import.meta.url), 'utf8')) as Recording;

function setUp() {
  const clock = stoppedClock();
  const state = createState({});
  const chain = new ScriptedChain(0, clock.now);
  return { clock, state, chain, estimator: new FeeEstimator({ state, chain: chain as unknown as Chain, clock }) };
}

function entryOf(txid: string, feeSat: number, vsize: number, height: number): PoolEntry {
  return {
    transaction: spend([], []),
    txid,
    wtxid: txid,
    feeSat: BigInt(feeSat),
    modifiedFeeSat: 0n,
    vsize,
    weight: vsize * 4,
    sigOpCost: 1,
    time: 0,
    height,
    spendsCoinbase: false,
    parents: [],
    children: [],
    ancestorCount: 1,
    ancestorVsize: vsize,
    ancestorFeesSat: 0n,
    descendantCount: 1,
    descendantVsize: vsize,
    descendantFeesSat: 0n,
  };
}

describe('fee estimates', () => {
  it('are those of litecoind with the same blocks and transactions', () => {
    const { estimator } = setUp();
    let height = recording.startHeight;
    estimator.blockConnected(height, []);
    let compared = 0;
    for (const [round, { added, confirmed }] of recording.rounds.entries()) {
      for (const [number, feeSat, vsize] of added) estimator.added(entryOf(String(number), feeSat, vsize, height));
      height += 1;
      estimator.blockConnected(height, confirmed.map(String));
      for (const { afterRound, estimates } of recording.checkpoints) {
        if (afterRound !== round) continue;
        const ours = Object.keys(estimates).map((question) => {
          const [mode, target] = question.split(' ');
          const answer = estimator.estimate(Number(target), mode === 'CONSERVATIVE');
          compared += 1;
          return [question, answer === undefined ? null : [Number(answer.feeRate), answer.blocks]];
        });
        expect(Object.fromEntries(ours), `after round ${round}`).toEqual(estimates);
      }
    }
    expect(compared).toBe(130);
    expect(
      recording.checkpoints.flatMap(({ estimates }) => Object.values(estimates)).filter((answer) => answer !== null).length,
    ).toBeGreaterThan(80);
  });

  it('ignore a node that is not synchronised, children, and blocks connected twice', () => {
    const { estimator, clock, chain } = setUp();
    const learn = (change: Partial<PoolEntry>, age = 0) => {
      clock.now += age;
      for (let height = 1; height <= 60; height += 1) {
        for (let number = 0; number < 5; number += 1)
          estimator.added({ ...entryOf(`${height}.${number}`, 2_000, 100, height - 1), ...change });
        estimator.blockConnected(
          height,
          [0, 1, 2, 3, 4].map((number) => `${height}.${number}`),
        );
      }
      return estimator.estimate(6, true);
    };
    expect(learn({ parents: ['ab'] })).toBeUndefined();
    expect(chain.tip.height).toBe(0);
    const late = setUp();
    late.clock.now += 3 * 60 * 60 + 1;
    late.estimator.added(entryOf('x', 2_000, 100, 0));
    late.estimator.blockConnected(1, ['x']);
    expect([...late.state.table('fees.short').keys()]).toEqual([]);
    const twice = setUp();
    twice.estimator.blockConnected(1, []);
    twice.estimator.added(entryOf('x', 2_000, 100, 1));
    twice.estimator.blockConnected(1, ['x']);
    expect([...twice.state.table('fees.short').keys()]).toEqual([]);
    twice.estimator.blockConnected(2, ['x']);
    expect([...twice.state.table('fees.short').keys()]).toEqual([String(bucketOf(20_000))]);
  });

  it('count transactions that leave unconfirmed as failures of their feerate', () => {
    const { estimator } = setUp();
    for (let height = 1; height <= 100; height += 1) {
      for (let number = 0; number < 4; number += 1) estimator.added(entryOf(`${height}.${number}`, 5_000, 100, height - 1));
      estimator.blockConnected(
        height,
        [0, 1, 2, 3].map((number) => `${height}.${number}`),
      );
    }
    expect(estimator.estimate(4, false)).toEqual({ feeRate: 50_000n, blocks: 4 });
    for (let round = 0; round < 40; round += 1) estimator.added(entryOf(`stuck${round}`, 5_000, 100, 100));
    for (let height = 101; height <= 130; height += 1) estimator.blockConnected(height, []);
    for (let round = 0; round < 40; round += 1) estimator.removed(`stuck${round}`);
    expect(estimator.estimate(4, false)).toBeUndefined();
  });

  it('use the short horizon if its feerate is lower', () => {
    const { estimator } = setUp();
    const add = (name: string, feeSat: number, height: number) => estimator.added(entryOf(name, feeSat, 100, height));
    for (let height = 1; height <= 400; height += 1) {
      for (let number = 0; number < 4; number += 1) {
        add(`dear ${height}.${number}`, 5_000, height - 1);
        if (height <= 200) add(`cheap ${height}.${number}`, 500, height - 1);
        else add(`late ${height}.${number}`, 500, height - 1);
      }
      estimator.blockConnected(
        height,
        ['dear', 'late'].flatMap((name) => [0, 1, 2, 3].map((number) => `${name} ${height}.${number}`)),
      );
      if (height === 200)
        for (let old = 1; old <= 200; old += 1) for (let number = 0; number < 4; number += 1) estimator.removed(`cheap ${old}.${number}`);
    }
    expect(estimator.estimate(20, false)?.feeRate).toBe(5_000n);
    expect(estimator.estimate(20, true)?.feeRate).toBe(50_000n);
  });

  it('are restored with a snapshot', () => {
    const { estimator, state } = setUp();
    const moment = state.snapshot();
    for (let height = 1; height <= 100; height += 1) {
      for (let number = 0; number < 4; number += 1) estimator.added(entryOf(`${height}.${number}`, 5_000, 100, height - 1));
      estimator.blockConnected(
        height,
        [0, 1, 2, 3].map((number) => `${height}.${number}`),
      );
    }
    expect(estimator.estimate(4, false)).toBeDefined();
    state.restore(moment);
    expect(estimator.estimate(4, false)).toBeUndefined();
  });
});
