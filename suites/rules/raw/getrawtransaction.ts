import { blockAt } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { parseTransaction, txidOf } from '../../../oracles/transaction.ts';
import { decoded, decodedTransaction } from '../../support/decoded.ts';
import { membersOf } from '../support/members.ts';
import { rule } from '../rule.ts';

/** Requests the bytes of a transaction; they must have its txid. */
async function found(t: Trial, txid: string, blockhash?: string): Promise<void> {
  const args = blockhash === undefined ? { txid } : { txid, verbose: false as const, blockhash };
  const hex = await t.result('getrawtransaction', args);
  const raw = decoded(t, 'the raw transaction', () => parseTransaction(hex));
  t.equal(txidOf(raw), txid, 'the txid of the returned transaction', { evidence: 'standard', source: 'BIP 141' });
}

/** Checks that a transaction is not found. The documents leave open whether the answer is an error or null. */
async function notFound(t: Trial, args: Arguments, why: string): Promise<void> {
  const answer = await t.call('getrawtransaction', args);
  t.ok(!answer.ok || answer.result === null, `getrawtransaction returned the transaction, but ${why}`, { check: 'refusal' });
}

export const getrawtransactionRules: readonly Case[] = [
  rule({
    rule: 'getrawtransaction/pool',
    effect: ['wallet', 'chain'],
    profile: 'no-txindex',
    run: async (t) => found(t, (await t.world.fresh('unconfirmedSend')).txid),
  }),
  rule({
    rule: 'getrawtransaction/chain-by-index',
    effect: ['read'],
    run: async (t) => found(t, (await t.world.use('confirmedSend')).txid),
  }),
  rule({
    rule: ['getrawtransaction/chain-by-block', 'getrawtransaction/chain-by-index'],
    effect: ['read'],
    profile: 'no-txindex',
    run: async (t) => {
      const { txid, blockhash } = await t.world.use('confirmedSend');
      await found(t, txid, blockhash);
      await notFound(t, { txid }, 'the node has no -txindex, and no blockhash was given');
    },
  }),
  rule({
    rule: 'getrawtransaction/only-that-block',
    effect: ['read'],
    run: async (t) => {
      const { txid, blockhash } = await t.world.use('confirmedSend');
      const other = await t.world.use('confirmedReceive');
      const unconfirmed = await t.world.use('unconfirmedSend');
      const inOtherBlock = other.blockhash !== blockhash ? other.blockhash : await blockAt(t.world, 1);
      await found(t, txid, blockhash);
      await notFound(t, { txid, verbose: false, blockhash: inOtherBlock }, 'the transaction is in another block than the given one');
      await notFound(t, { txid: unconfirmed.txid, verbose: false, blockhash }, 'the transaction is in the pool, not in the given block');
    },
  }),
  rule({
    rule: 'getrawtransaction/same-members',
    effect: ['read'],
    uses: ['decoderawtransaction'],
    run: async (t) => {
      for (const { txid, hex } of [await t.world.use('confirmedSend'), await t.world.use('unconfirmedSend')]) {
        const verbose = await t.result('getrawtransaction', { txid, verbose: true });
        const plain = await t.result('decoderawtransaction', { hexstring: hex });
        const members = membersOf(verbose);
        for (const [name, value] of membersOf(plain)) {
          t.equal(members.get(name), value, `${name} (compared with decoderawtransaction)`, { path: name });
        }
      }
    },
  }),
  rule({
    rule: 'getrawtransaction/in-active-chain',
    effect: ['read'],
    run: async (t) => {
      const { txid, blockhash } = await t.world.use('confirmedSend');
      const path = 'in_active_chain';
      const asked = await t.result('getrawtransaction', { txid, verbose: true, blockhash });
      t.equal(asked.in_active_chain, true, 'in_active_chain with the hash of a block of the main chain', { path });
      const plain = await t.result('getrawtransaction', { txid, verbose: true });
      t.ok(plain.in_active_chain === undefined, 'in_active_chain is present, although no blockhash was given', { path });
    },
  }),
  rule({
    rule: 'getrawtransaction/sequence',
    effect: ['wallet', 'chain'],
    run: async (t) => {
      for (const { txid, hex } of [await t.world.fresh('replaceable'), await t.world.use('confirmedSend')]) {
        const { inputs } = decodedTransaction(t, hex);
        const { vin } = await t.result('getrawtransaction', { txid, verbose: true });
        t.equal(
          vin.map(({ sequence }) => sequence),
          inputs.map(({ sequence }) => sequence),
          'the sequence numbers of the inputs',
          { path: 'vin' },
        );
      }
    },
  }),
];
