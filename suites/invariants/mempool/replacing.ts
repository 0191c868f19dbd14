import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { vsizeOf } from '../../../oracles/transaction.ts';
import { sumSat } from '../../support/amounts.ts';
import { REPLACEABLE } from '../../support/replaceability.ts';
import { invariant } from '../invariant.ts';
import { tested, type Locked } from '../programs/program.ts';
import { confirmedCoins, Family, familyCalls, memberOf, type Member, type Spending } from './family.ts';

/** Of the transactions that one may replace, descendants included (BIP 125, rule 5). */
const MOST_REPLACED = 100;
/** Does not signal that an input is replaceable (BIP 125). */
const FINAL_SIGNAL = 0xfffffffe;

const byBip125 = {
  effect: ['wallet', 'chain'],
  evidence: 'standard',
  source: 'BIP 125',
} as const;

/** Checks whether the pool would take a transaction. */
async function judged(t: Trial, wanted: boolean, what: string, { transaction }: Member): Promise<void> {
  const { allowed, reason } = await tested(t, transaction.bytes);
  t.equal(allowed, wanted, `allowed (reject-reason ${reason}) for ${what}`, { path: 'allowed' });
}

const feesOf = (...members: readonly Member[]): bigint => sumSat(members.map(({ feeSat }) => feeSat));

/** The least fee with which a transaction replaces others that pay this (BIP 125, rules 3 and 4). */
async function leastFee(t: Trial, coins: readonly Locked[], spending: Spending, replacedSat: bigint): Promise<bigint> {
  const incrementalSat = satoshis((await t.result('getnetworkinfo')).incrementalfee);
  const vsize = vsizeOf(memberOf(t, coins, { ...spending, feeSat: 0n }).transaction);
  return replacedSat + (incrementalSat * BigInt(vsize)) / 1_000n;
}

const uses = ['testmempoolaccept', 'sendrawtransaction', 'getnetworkinfo', ...familyCalls] as const;

export const mempoolReplacingInvariants: readonly Case[] = [
  invariant({
    ...byBip125,
    id: 'mempool-replacing/families',
    text: 'A replacement takes the place of all that conflicts with it and of their descendants, and of nothing else.',
    methods: uses,
    run: async (t) => {
      const [first, second, third, fourth] = (await confirmedCoins(t, 4)) as [Locked, Locked, Locked, Locked];
      const family = new Family(t);
      const root = await family.send([first], { outputs: 3 });
      const left = await family.send([root.outputs[0]!], { outputs: 2 });
      const right = await family.send([root.outputs[1]!, second], { outputs: 2 });
      const low = await family.send([left.outputs[0]!, right.outputs[0]!], { outputs: 2 });
      const side = await family.send([third], { outputs: 2 });
      const sideChild = await family.send([side.outputs[0]!]);
      const tail = await family.send([low.outputs[0]!, side.outputs[1]!]);
      const later = await family.send([fourth, right.outputs[1]!]);
      await family.judge('before a replacement');
      const spent = [root.outputs[0]!];
      const leastSat = await leastFee(t, spent, {}, feesOf(left, low, tail));
      await judged(t, false, 'a replacement that pays a satoshi too little', memberOf(t, spent, { feeSat: leastSat - 1n }));
      await judged(t, true, 'a replacement that pays just enough', memberOf(t, spent, { feeSat: leastSat }));
      await family.send(spent, { feeSat: leastSat });
      const gone = [left, low, tail].map(({ txid }) => txid);
      family.remove(...gone);
      await family.judge('after a replacement of a transaction with two descendants', gone);
      // It conflicts with two, one of which has a child beside another parent.
      const both = [second, third];
      const secondSat = await leastFee(t, both, { outputs: 2 }, feesOf(right, later, side, sideChild));
      await judged(
        t,
        false,
        'a replacement of two that pays a satoshi too little',
        memberOf(t, both, { outputs: 2, feeSat: secondSat - 1n }),
      );
      await judged(
        t,
        false,
        'a replacement that spends an unconfirmed output that no replaced one spends',
        memberOf(t, [...both, (family.members.at(-1) as Member).outputs[0]!], { feeSat: secondSat + 50_000n }),
      );
      const rival = await family.send(both, { outputs: 2, feeSat: secondSat });
      const goneToo = [right, later, side, sideChild].map(({ txid }) => txid);
      family.remove(...goneToo);
      await family.judge('after a replacement of two transactions with their descendants', goneToo);
      // What they spent besides can be spent again.
      await family.send([fourth, rival.outputs[1]!, root.outputs[1]!]);
      await family.judge('after coins were spent whose spenders were replaced');
    },
  }),
  invariant({
    ...byBip125,
    id: 'mempool-replacing/signals',
    text: 'One input that signals makes a transaction replaceable, whichever it is, and its descendants without a signal leave with it.',
    methods: uses,
    run: async (t) => {
      const coins = (await confirmedCoins(t, 6)) as [Locked, Locked, Locked, Locked, Locked, Locked];
      const family = new Family(t);
      for (const at of [0, 1]) {
        const pair = coins.slice(2 * at, 2 * at + 2);
        const original = await family.send(pair, { sequences: at === 0 ? [REPLACEABLE, FINAL_SIGNAL] : [FINAL_SIGNAL, REPLACEABLE] });
        const child = await family.send(original.outputs, { sequences: [FINAL_SIGNAL] });
        const spent = [pair[1 - at]!];
        await family.send(spent, { feeSat: await leastFee(t, spent, {}, feesOf(original, child)), sequences: [FINAL_SIGNAL] });
        const gone = [original.txid, child.txid];
        family.remove(...gone);
        await family.judge(`after a replacement of a transaction of which input ${at} signals`, gone);
      }
      const pair = coins.slice(4);
      await family.send(pair, { sequences: [FINAL_SIGNAL, FINAL_SIGNAL] });
      await judged(
        t,
        false,
        'a replacement of a transaction of which no input signals',
        memberOf(t, pair.slice(0, 1), { feeSat: 90_000n }),
      );
    },
  }),
  invariant({
    ...byBip125,
    id: 'mempool-replacing/number',
    text: 'A transaction replaces at most 100, descendants included.',
    methods: uses,
    run: async (t) => {
      const coins = await confirmedCoins(t, MOST_REPLACED / 2 + 1);
      const family = new Family(t);
      for (const coin of coins.slice(1)) await family.send((await family.send([coin])).outputs);
      const feeSat = feesOf(...family.members) + 200_000n;
      await judged(t, true, 'a replacement of 100', memberOf(t, coins.slice(1), { feeSat }));
      const last = await family.send([coins[0]!]);
      await judged(t, false, 'a replacement of 101', memberOf(t, coins, { feeSat: feeSat + last.feeSat }));
    },
  }),
];
