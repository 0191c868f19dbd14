import type { Wire } from '../../../specs/model/wire.ts';
import { isInPool } from '../../../fixtures/world/ingredients/unconfirmed.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { signedForeign } from '../support/foreign-spend.ts';

/** Nodes of this family tell their peers of transactions after random delays of some seconds. */
const RELAYED_WITHIN_MS = 45_000;
const SYNCED_WITHIN_MS = 20_000;

interface Acceptance {
  readonly txid: string;
  readonly allowed: boolean;
  readonly 'reject-reason'?: string;
}

const accept = (t: Trial, hex: string): Promise<Acceptance[]> => t.result<Acceptance[]>('testmempoolaccept', { rawtxs: [hex] });

export const sendingRules: readonly Case[] = [
  rule({
    rule: 'sendrawtransaction/enters-pool',
    effect: ['chain'],
    uses: ['getrawmempool'],
    run: async (t) => {
      const { hex, txid } = await t.world.fresh('signedTransaction');
      t.ok(!(await isInPool(t.world, txid)), 'the pool holds the transaction before it was sent', { check: 'setup' });
      t.equal(await t.result('sendrawtransaction', { hexstring: hex }), txid, 'the transaction hash');
      t.ok((await t.result<string[]>('getrawmempool')).includes(txid), 'the pool does not hold the transaction that was sent');
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
      const tip = await t.world.result<string>('getbestblockhash');
      const ofPeer = async (method: string): Promise<Wire> => {
        const reply = await node.client.call(method, []);
        return reply.type === 'result' ? reply.result : null;
      };
      // One that lags behind may take no transactions.
      const synced = await holdsWithin(SYNCED_WITHIN_MS, async () => (await ofPeer('getbestblockhash')) === tip);
      if (!synced) t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
      await t.result('sendrawtransaction', { hexstring: hex });
      const relayed = await holdsWithin(RELAYED_WITHIN_MS, async () => ((await ofPeer('getrawmempool')) as string[]).includes(txid));
      t.ok(relayed, `a peer does not have the transaction ${RELAYED_WITHIN_MS / 1000} s after it was sent`);
    },
  }),
  rule({
    rule: 'testmempoolaccept/reject-reason',
    effect: ['read'],
    run: async (t) => {
      const good = await t.world.use('signedTransaction');
      const bad = await t.world.use('unsignedTransaction');
      const [allowed] = await accept(t, good.hex);
      t.equal(allowed?.allowed, true, 'allowed of a valid transaction', { path: '[0].allowed' });
      t.ok(allowed?.['reject-reason'] === undefined, 'reject-reason is given of a transaction that is allowed', { path: '[0].reject-reason' });
      const [rejected] = await accept(t, bad.hex);
      t.equal(rejected?.allowed, false, 'allowed of a transaction that is not signed', { path: '[0].allowed' });
      const reason = rejected?.['reject-reason'];
      t.ok(reason !== undefined, 'reject-reason is not given of a transaction that is not allowed', { path: '[0].reject-reason' });
      // It is a string, as documented, and says nothing: what it must say is left open.
      if (reason === '') t.observe('empty-reason', 'empty', 'reject-reason of a transaction that is not allowed is the empty string', '[0].reject-reason');
    },
  }),
  rule({
    rule: 'testmempoolaccept/changes-nothing',
    effect: ['read'],
    uses: ['getrawmempool', 'gettxout', 'gettransaction'],
    run: async (t) => {
      const { hex, coin } = await signedForeign(t);
      const before = await t.result<string[]>('getrawmempool');
      const [answer] = await accept(t, hex);
      t.equal(answer?.allowed, true, 'allowed of a valid transaction', { path: '[0].allowed' });
      const after = await t.result<string[]>('getrawmempool');
      t.equal(after.sort(), before.sort(), 'the pool after the check, sorted');
      const output = await t.result('gettxout', { txid: coin.txid, n: coin.vout, include_mempool: true });
      t.ok(output !== null, 'the output that the checked transaction spends is spent now');
      const own = await t.world.use('signedTransaction');
      await accept(t, own.hex);
      await t.refused('gettransaction', { txid: own.txid }, 'a transaction that was only checked is not kept in the wallet');
    },
  }),
  rule({
    rule: 'testmempoolaccept/one-answer',
    effect: ['read'],
    run: async (t) => {
      const { hex, txid } = await t.world.use('signedTransaction');
      const answer = await accept(t, hex);
      t.equal(answer.length, 1, 'the length of the answer');
      t.equal(answer[0]?.txid, txid, 'the txid of the transaction that was checked', { path: '[0].txid' });
    },
  }),
  row({
    table: 'limits',
    row: 'testmempoolaccept-length',
    effect: ['read'],
    run: async (t) => {
      const { hex } = await t.world.use('signedTransaction');
      const other = await signedForeign(t);
      t.equal((await accept(t, hex)).length, 1, 'the length of the answer to a list of one');
      await t.refused('testmempoolaccept', { rawtxs: [] }, 'the list is empty, and its length must be exactly 1');
      await t.refused('testmempoolaccept', { rawtxs: [hex, other.hex] }, 'the list holds two transactions, and its length must be exactly 1');
    },
  }),
];
