import type { MempoolAcceptance } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { signedForeign } from '../support/foreign-spend.ts';

const accept = (t: Trial, hex: string): Promise<readonly MempoolAcceptance[]> => t.result('testmempoolaccept', { rawtxs: [hex] });

export const testmempoolacceptRules: readonly Case[] = [
  rule({
    rule: 'testmempoolaccept/reject-reason',
    effect: ['read'],
    run: async (t) => {
      const good = await t.world.use('signedTransaction');
      const bad = await t.world.use('unsignedTransaction');
      const [allowed] = await accept(t, good.hex);
      t.equal(allowed?.allowed, true, 'allowed of a valid transaction', { path: '[0].allowed' });
      t.ok(allowed?.['reject-reason'] === undefined, 'reject-reason is present for an allowed transaction', {
        path: '[0].reject-reason',
      });
      const [rejected] = await accept(t, bad.hex);
      t.equal(rejected?.allowed, false, 'allowed of an unsigned transaction', { path: '[0].allowed' });
      const reason = rejected?.['reject-reason'];
      t.ok(reason !== undefined, 'reject-reason is missing for a rejected transaction', { path: '[0].reject-reason' });
      // It is a string, as documented; the documents leave its content open.
      if (reason === '')
        t.observe('empty-reason', 'empty', 'reject-reason of a rejected transaction is the empty string', '[0].reject-reason');
    },
  }),
  rule({
    rule: 'testmempoolaccept/changes-nothing',
    effect: ['read'],
    uses: ['getrawmempool', 'gettxout', 'gettransaction'],
    run: async (t) => {
      const { hex, coin } = await signedForeign(t);
      const before = await t.result('getrawmempool');
      const [answer] = await accept(t, hex);
      t.equal(answer?.allowed, true, 'allowed of a valid transaction', { path: '[0].allowed' });
      const after = await t.result('getrawmempool');
      t.equal([...after].sort(), [...before].sort(), 'the sorted list of pool transactions after testmempoolaccept');
      const output = await t.result('gettxout', { txid: coin.txid, n: coin.vout, include_mempool: true });
      t.ok(output !== null, 'gettxout returned null for the output that the tested transaction spends');
      const own = await t.world.use('signedTransaction');
      await accept(t, own.hex);
      await t.refused('gettransaction', { txid: own.txid }, 'the transaction was only tested, so the wallet must not store it');
    },
  }),
  rule({
    rule: 'testmempoolaccept/one-answer',
    effect: ['read'],
    run: async (t) => {
      const { hex, txid } = await t.world.use('signedTransaction');
      const answer = await accept(t, hex);
      t.equal(answer.length, 1, 'the length of the result');
      t.equal(answer[0]?.txid, txid, 'the txid of the tested transaction', { path: '[0].txid' });
    },
  }),
  row({
    table: 'limits',
    row: 'testmempoolaccept-length',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const other = await signedForeign(t);
      t.equal((await accept(t, hex)).length, 1, 'the length of the result for a list of one transaction');
      await t.refused('testmempoolaccept', { rawtxs: [] }, 'the list is empty, and its length must be exactly 1');
      await t.refused(
        'testmempoolaccept',
        { rawtxs: [hex, other.hex] },
        'the list holds two transactions, and its length must be exactly 1',
      );
    },
  }),
];
