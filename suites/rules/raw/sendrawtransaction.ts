import { isInPool } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { Case } from '../../../engine/case.ts';
import { callsTo } from '../../support/other-node.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';

/** Nodes of this family announce transactions to their peers after random delays of some seconds. */
const RELAYED_WITHIN_MS = 45_000;
const SYNCED_WITHIN_MS = 20_000;

export const sendrawtransactionRules: readonly Case[] = [
  rule({
    rule: 'sendrawtransaction/enters-pool',
    effect: ['chain'],
    uses: ['getrawmempool'],
    run: async (t) => {
      const { hex, txid } = await t.world.fresh('signedTransaction');
      t.ok(!(await isInPool(t.world, txid)), 'the pool contains the transaction before it was sent', { check: 'setup' });
      t.equal(await t.result('sendrawtransaction', { hexstring: hex }), txid, 'the result of sendrawtransaction');
      t.ok((await t.result('getrawmempool')).includes(txid), 'the pool does not contain the sent transaction');
    },
  }),
  rule({
    rule: 'sendrawtransaction/relayed',
    effect: ['chain', 'network'],
    profile: 'peers',
    timeoutMs: 120_000,
    run: async (t) => {
      const { hex, txid } = await t.world.fresh('signedTransaction');
      const { node } = await t.world.use('peer');
      const tip = await t.world.result('getbestblockhash');
      const ofPeer = callsTo(t, node);
      // A node that is not synchronised may accept no transactions.
      const synced = await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await ofPeer('getbestblockhash')) === tip);
      if (!synced) t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
      await t.result('sendrawtransaction', { hexstring: hex });
      const relayed = await holdsWithin(t, RELAYED_WITHIN_MS, async () => (await ofPeer('getrawmempool')).includes(txid));
      t.ok(relayed, `a peer does not have the transaction ${RELAYED_WITHIN_MS / 1000} s after it was sent`);
    },
  }),
];
