import { isInPool } from '../../../fixtures/world/ingredients/chain-places.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { RunningNode } from '../../../fixtures/targets/types.ts';
import type { ConnectedPeer } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { blockOn, submitOwn, tipPlace } from '../../support/own-blocks.ts';
import { CONNECTED_WITHIN_MS, disconnects } from '../../support/peers.ts';
import { callsTo } from '../../support/other-node.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { fromId, joined, littleEndian, toHex } from '../../../oracles/bytes.ts';
import { txidOf, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { connect, withPlainPeer } from '../support/connected-peers.ts';
import { makeOpenCoins, openScript, spendOpen, spendOpens, type OpenCoin } from '../support/open-coins.ts';
import { makeTransaction } from '../support/spending.ts';

/** Nodes of this family announce transactions to their peers after random delays of some seconds. */
const RELAYED_WITHIN_MS = 45_000;
const SYNCED_WITHIN_MS = 20_000;
/** Far above the minimum of a pool for a small transaction. */
const FEE_SAT = 20_000n;
/** Type of an inventory item in the public protocol (BIP 144). */
const WITNESS_TRANSACTION = 0x40000001;
/** Longer than nodes of the family keep a transaction whose coins they do not know. */
const LONG_S = 21 * 60;
/** More transactions without known coins than nodes of the family keep. */
const FLOOD = 110;

/** The second node, connected, with the same tip: a node that is not synchronised may accept no transactions. */
async function syncedPeer(t: Trial): Promise<ConnectedPeer> {
  const peer = await t.world.use('peer');
  const tip = await t.world.result('getbestblockhash');
  const ofPeer = callsTo(t, peer.node);
  const synced = await holdsWithin(t, SYNCED_WITHIN_MS, async () => (await ofPeer('getbestblockhash')) === tip);
  if (!synced) t.inapplicable(`the second node does not reach the tip of the first within ${SYNCED_WITHIN_MS / 1000} s`);
  return peer;
}

/** Checks that another node soon has a transaction in its pool. */
async function judgeRelayed(t: Trial, node: RunningNode, txid: string): Promise<void> {
  const ofPeer = callsTo(t, node);
  const relayed = await holdsWithin(t, RELAYED_WITHIN_MS, async () => (await ofPeer('getrawmempool')).includes(txid));
  t.ok(relayed, `a peer does not have the transaction ${RELAYED_WITHIN_MS / 1000} s after it was sent`);
}

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
    rule: 'sendrawtransaction/enters-pool',
    case: 'among-orphans',
    effect: ['chain', 'network'],
    uses: ['getblock', 'getbestblockhash', 'getblockheader', 'submitblock', 'getrawmempool', 'addnode'],
    run: async (t) => {
      const [coin, contested, late, absent] = (await makeOpenCoins(t, 4)) as [OpenCoin, OpenCoin, OpenCoin, OpenCoin];
      const paying = (valueSat: bigint, count = 1): TxOutput[] =>
        Array.from({ length: count }, () => ({ valueSat: valueSat / BigInt(count) - FEE_SAT, script: openScript }));
      const heirOf = (parent: RawTransaction, vout = 0): RawTransaction => {
        const valueSat = parent.outputs[vout]!.valueSat;
        return spendOpen({ txid: txidOf(parent), vout, valueSat }, paying(valueSat));
      };
      const unknown = (): OpenCoin => ({ txid: t.random.hex(32), vout: t.random.integer(0, 3), valueSat: coin.valueSat });
      const parent = spendOpen(coin, paying(coin.valueSat, 2));
      const [child, other] = [heirOf(parent), heirOf(parent, 1)];
      const grandchild = heirOf(child);
      const rival = spendOpen({ txid: txidOf(parent), vout: 0, valueSat: 0n }, paying(parent.outputs[0]!.valueSat / 2n));
      const half = spendOpens([unknown(), contested], paying(coin.valueSat));
      const own = spendOpen(contested, paying(contested.valueSat));
      const confirmed = spendOpen(late, paying(late.valueSat, 2));
      const output = (parents: readonly RawTransaction[]): OpenCoin[] =>
        parents.map((one) => ({ txid: txidOf(one), vout: 0, valueSat: one.outputs[0]!.valueSat }));
      const both = spendOpens(output([confirmed, spendOpen(absent, paying(absent.valueSat))]), paying(late.valueSat));
      await withPlainPeer(t, async (peer) => {
        await connect(t, peer);
        /** Sends transactions, and waits until the node has read them. */
        const relayed = async (...transactions: readonly RawTransaction[]): Promise<void> => {
          for (const { bytes } of transactions) peer.send('tx', bytes);
          const pongs = (): number => peer.received.get('pong')?.count ?? 0;
          const before = pongs();
          peer.send('ping', t.random.bytes(8));
          await holdsWithin(t, SYNCED_WITHIN_MS, async () => pongs() > before || !peer.connected);
        };
        await relayed(grandchild, child, rival, other, half, child);
        await relayed(parent);
        const pool = await t.result('getrawmempool');
        // Which of two that spend one output a node tries first is a matter of their ids.
        const kept = [[parent], [other], [child, rival]].filter((some) => some.some((one) => pool.includes(txidOf(one)))).length;
        t.observe(
          'orphans',
          String(kept),
          `of a transaction that a peer sent after those that spend it, and of its two outputs, ${kept} are in the pool or spent in it`,
        );
        // A coin that a transaction spends whose other coin is not known can be spent.
        const txid = await t.result('sendrawtransaction', { hexstring: toHex(own.bytes) });
        t.ok((await t.result('getrawmempool')).includes(txid), 'the pool does not contain the sent transaction');
        await relayed(...Array.from({ length: FLOOD }, () => spendOpen(unknown(), paying(coin.valueSat))));
        await t.world.mine(1);
        await relayed(heirOf(own), spendOpens([unknown(), { ...contested, txid }], paying(coin.valueSat)));
        // Long after two others came that spend its outputs, a block has a transaction.
        await withMockTime(t, async (at) => {
          const startS = Math.floor(Date.now() / 1000);
          await at(startS + LONG_S);
          await relayed(both, heirOf(confirmed, 1));
          await at(startS + 2 * LONG_S);
          await submitOwn(t, blockOn(t, await tipPlace(t), { transactions: [confirmed] }).bytes);
          await t.result('getrawmempool');
        });
      });
      await t.result('getrawmempool');
    },
  }),
  rule({
    rule: 'sendrawtransaction/relayed',
    effect: ['chain', 'network'],
    profile: 'peers',
    timeoutMs: 120_000,
    run: async (t) => {
      const { hex, txid } = await t.world.fresh('signedTransaction');
      const { node } = await syncedPeer(t);
      await t.result('sendrawtransaction', { hexstring: hex });
      await judgeRelayed(t, node, txid);
    },
  }),
  // The peer has to ask for the parent, which others got before it was connected.
  rule({
    rule: 'sendrawtransaction/relayed',
    case: 'child',
    effect: ['chain', 'wallet', 'network'],
    profile: 'peers',
    uses: ['addnode', 'disconnectnode', 'getpeerinfo'],
    timeoutMs: 120_000,
    run: async (t) => {
      const { world } = t;
      const coin = await world.fresh('spendable');
      const [own, feeSat] = [await newChangeAddress(world), await feeFor(world)];
      const parentHex = await makeTransaction(world, [coin], [[own, coin.amountSat - feeSat]]);
      const { node, address } = await syncedPeer(t);
      await t.result('disconnectnode', { address });
      if (!(await disconnects(t, address))) t.inapplicable('the node does not disconnect the second node');
      await withPlainPeer(t, async (other) => {
        await connect(t, other);
        const parent = await t.result('sendrawtransaction', { hexstring: parentHex });
        await holdsWithin(t, RELAYED_WITHIN_MS, async () => other.received.has('inv') || other.received.has('tx'));
        if (!other.received.has('tx')) other.send('getdata', joined([1], littleEndian(WITNESS_TRANSACTION, 4), fromId(parent)));
        await holdsWithin(t, SYNCED_WITHIN_MS, async () => other.received.has('tx') || other.received.has('notfound'));
        await t.result('addnode', { node: address, command: 'onetry' });
        const isBack = async (): Promise<boolean> => (await t.result('getpeerinfo')).filter(({ version }) => version !== 0).length === 2;
        if (!(await holdsWithin(t, CONNECTED_WITHIN_MS, isBack))) t.inapplicable('the node does not connect to the second node again');
        const spent = { txid: parent, vout: 0 };
        const hexstring = await makeTransaction(world, [spent], [[own, coin.amountSat - 2n * feeSat]]);
        await judgeRelayed(t, node, await t.result('sendrawtransaction', { hexstring }));
      });
    },
  }),
];
