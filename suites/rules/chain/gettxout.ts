import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { present } from '../../support/present.ts';
import { rule } from '../rule.ts';
import { rawTransaction } from '../support/raw-transaction.ts';

/** Checks that gettxout returns no output. The documents leave open whether it returns null or an error. */
async function doesNotAppear(t: Trial, txid: string, n: number, why: string): Promise<void> {
  const answer = await t.call('gettxout', { txid, n, include_mempool: true });
  t.ok(!answer.ok || answer.result === null, `gettxout returned an output, expected none: ${why}`);
}

export const gettxoutRules: readonly Case[] = [
  rule({
    rule: 'gettxout/spent-in-pool',
    effect: ['read'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      const { txids, vouts } = await t.world.use('unconfirmedChain');
      const valueSat = (await rawTransaction(t, txids[2])).outputs[vouts[2]]?.valueSat ?? 0n;
      const unspent = await t.result('gettxout', { txid: txids[2], n: vouts[2] });
      t.ok(unspent !== null, 'gettxout returned null for an unspent output in the pool');
      if (unspent) t.equal(unspent.value, formatSat(valueSat), 'the value of an unspent output', { path: 'value' });
      await doesNotAppear(t, txids[0], vouts[0], 'a transaction in the pool spends it');
      const spent = present(t, (await rawTransaction(t, txids[0])).inputs[0], 'a transaction in the pool has no input');
      await doesNotAppear(t, spent.txid, spent.vout, 'a transaction in the pool spends it');
      const without = await t.result('gettxout', { txid: spent.txid, n: spent.vout, include_mempool: false });
      t.ok(without !== null, 'gettxout with include_mempool false returned null for a confirmed output that only the pool spends');
    },
  }),
];
