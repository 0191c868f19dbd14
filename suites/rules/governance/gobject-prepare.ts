import { satoshis } from '../../../client/wire-json.ts';
import { currentTime, fundProposal, prepareProposal } from '../../../fixtures/world/ingredients/proposals.ts';
import type { Case } from '../../../engine/case.ts';
import { listed, mustSubmit, names } from '../../support/proposals.ts';
import { rule } from '../rule.ts';

/** As many as most nodes require of the fee transaction before an object is submitted. */
const CONFIRMATIONS = 6;
const uses = ['gobject check', 'getgovernanceinfo', 'gettransaction', 'decoderawtransaction'] as const;

export const gobjectPrepareRules: readonly Case[] = [
  rule({
    rule: ['gobject-prepare/result-is-fee-txid', 'gobject-prepare/fee-transaction', 'gobject-prepare/fee-paid'],
    effect: ['wallet', 'chain'],
    uses,
    run: async (t) => {
      const feeSat = satoshis((await t.result('getgovernanceinfo')).proposalfee);
      const { feeTxid } = await prepareProposal(t.world);
      const { hex } = await t.result('gettransaction', { txid: feeTxid });
      const decoded = await t.result('decoderawtransaction', { hexstring: hex });
      t.equal(decoded.txid, feeTxid, 'the txid of the transaction that the wallet has under the result of gobject prepare');
      t.ok(
        decoded.vout.some(({ value }) => satoshis(value) === feeSat),
        `no output of the fee transaction has the amount proposalfee, ${feeSat} satoshis`,
      );
      // That a node refuses data that is no proposal is not stated; a result claims that another fee was paid.
      const data = { 'parent-hash': '0', revision: 1, time: currentTime(), 'data-hex': t.random.hex(20) };
      const other = await t.call('gobject prepare', data);
      if (!other.ok) return;
      t.ok(other.result !== feeTxid, 'gobject prepare returns the txid of an earlier fee transaction for other data');
      await t.result('gettransaction', { txid: String(other.result) });
    },
  }),
  rule({
    rule: 'gobject-prepare/signs',
    effect: ['wallet', 'chain'],
    uses: [...uses, 'getmempoolentry', 'getrawmempool'],
    run: async (t) => {
      await fundProposal(t.world);
      const before = new Set(await t.result('getrawmempool'));
      const { feeTxid } = await prepareProposal(t.world);
      const added = (await t.result('getrawmempool')).filter((txid) => !before.has(txid));
      t.equal(added, [feeTxid], 'the transactions that entered the memory pool: one pays the fee');
      // The memory pool has no transaction with a missing signature.
      await t.result('getmempoolentry', { txid: feeTxid });
    },
  }),
  rule({
    rule: 'gobject-prepare/parent-zero',
    effect: ['wallet', 'chain', 'network'],
    uses: [...uses, 'gobject submit', 'gobject list'],
    run: async (t) => {
      const prepared = await prepareProposal(t.world);
      await t.world.mine(CONFIRMATIONS);
      const before = await listed(t, 'all');
      const result = await mustSubmit(t, prepared);
      const hash = typeof result === 'string' ? result : t.inapplicable('gobject submit does not return a hash');
      const proposal = { ...prepared, hash };
      t.ok(!names(before, proposal), 'gobject list has a proposal before it was submitted');
      t.ok(
        names(await listed(t, 'all'), proposal),
        'gobject list all does not have a proposal that was prepared with parent hash 0 and submitted',
      );
    },
  }),
];
