import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { DecodedTransaction, MempoolAcceptance } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { poolIds } from './reading.ts';
import { foreignAddress } from '../../support/payments.ts';
import { present } from '../../support/present.ts';

async function tested(t: Trial, hex: string): Promise<MempoolAcceptance> {
  const answers = await t.result('testmempoolaccept', { rawtxs: [hex] });
  t.equal(answers.length, 1, 'the number of answers');
  return present(t, answers[0], 'testmempoolaccept returned an empty list');
}

/** A signed, unsent transaction that spends `coin` to an address outside the wallet, less the fee. */
async function spendingOf(
  t: Trial,
  { txid, vout, amountSat }: { txid: string; vout: number; amountSat: bigint },
  fee = BigInt(t.random.integer(10_000, 20_000)),
): Promise<string> {
  const feeSat = await feeFor(t.world, { usualSat: fee });
  const raw = await t.world.result('createrawtransaction', {
    inputs: [{ txid, vout }],
    outputs: [{ [await foreignAddress(t)]: formatSat(amountSat - feeSat) }],
  });
  return (await t.world.result('signrawtransactionwithwallet', { hexstring: raw })).hex;
}

const sending = { effect: ['wallet'], evidence: 'document', source: 'document 2, States and transitions' } as const;

export const mempoolPassageInvariants: readonly Case[] = [
  invariant({
    ...sending,
    id: 'mempool-passage/test-changes-nothing',
    text: 'testmempoolaccept does not change the pool, the wallet or the unspent outputs.',
    methods: ['testmempoolaccept', 'getrawmempool', 'gettxout', 'listunspent', 'decoderawtransaction'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const hex = await spendingOf(t, coin);
      const { txid } = await t.result('decoderawtransaction', { hexstring: hex });
      const state = async (): Promise<unknown[]> => [
        (await poolIds(t)).toSorted(),
        await t.result('gettxout', { txid: coin.txid, n: coin.vout }),
        await t.result('listunspent', { minconf: 0, maxconf: 9_999_999, addresses: [coin.address] }),
      ];
      const before = await state();
      const said = await tested(t, hex);
      t.equal(said.allowed, true, 'allowed for a valid transaction', { path: 'allowed' });
      t.equal(said.txid, txid, 'txid (compared with decoderawtransaction)', { path: 'txid' });
      t.equal(await state(), before, 'the state of pool, output and wallet after testmempoolaccept (compared with the state before)');
    },
  }),
  invariant({
    ...sending,
    id: 'mempool-passage/test-agrees',
    text: 'sendrawtransaction accepts a transaction exactly when testmempoolaccept allows it.',
    methods: ['testmempoolaccept', 'sendrawtransaction', 'getrawmempool'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const [hex, rival] = [await spendingOf(t, coin), await spendingOf(t, coin)];
      const first = await tested(t, hex);
      t.equal(first.allowed, true, 'allowed for a valid transaction', { path: 'allowed' });
      t.equal(
        await t.result('sendrawtransaction', { hexstring: hex }),
        first.txid,
        'the txid from sendrawtransaction (compared with testmempoolaccept)',
      );
      t.ok((await poolIds(t)).includes(first.txid), 'the sent transaction is not in the pool');
      // Not replaceable, so no other transaction can replace it.
      const second = await tested(t, rival);
      t.equal(second.allowed, false, 'allowed for a transaction that spends the same output as a pool transaction', { path: 'allowed' });
      t.ok(second['reject-reason'] !== undefined, 'reject-reason is missing for a transaction that is not allowed', {
        path: 'reject-reason',
      });
      await t.refused('sendrawtransaction', { hexstring: rival }, 'testmempoolaccept does not allow it');
      t.ok(!(await poolIds(t)).includes(second.txid), 'the refused transaction is in the pool');
    },
  }),
  invariant({
    ...sending,
    id: 'mempool-passage/unsigned',
    text: 'testmempoolaccept and sendrawtransaction reject a transaction without signatures.',
    methods: ['testmempoolaccept', 'sendrawtransaction', 'getrawmempool'],
    run: async (t) => {
      const { hex } = await t.world.fresh('unsignedTransaction');
      const { allowed, txid } = await tested(t, hex);
      t.equal(allowed, false, 'allowed for a transaction without signatures', { path: 'allowed' });
      await t.refused('sendrawtransaction', { hexstring: hex }, 'the transaction is not signed');
      t.ok(!(await poolIds(t)).includes(txid), 'the refused transaction is in the pool');
    },
  }),
  invariant({
    ...sending,
    id: 'mempool-passage/overspending',
    text: 'testmempoolaccept and sendrawtransaction reject a transaction whose outputs exceed its inputs.',
    evidence: 'standard',
    source: 'arithmetic, and consensus of the family',
    methods: ['testmempoolaccept', 'sendrawtransaction'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const hex = await spendingOf(t, { ...coin, amountSat: coin.amountSat + 1_000_000n });
      t.equal((await tested(t, hex)).allowed, false, 'allowed for a transaction whose outputs exceed its inputs', { path: 'allowed' });
      await t.refused('sendrawtransaction', { hexstring: hex }, 'its outputs exceed its inputs');
    },
  }),
  invariant({
    ...sending,
    id: 'mempool-passage/bytes',
    text: 'A pool transaction has the bytes that were sent, in getrawtransaction and in gettransaction.',
    effect: ['read'],
    methods: ['getrawtransaction', 'gettransaction', 'decoderawtransaction'],
    run: async (t) => {
      const { txid, hex } = await t.world.use('unconfirmedSend');
      t.equal(await t.result('getrawtransaction', { txid }), hex, 'the raw transaction (compared with the bytes sent)');
      t.equal((await t.result('gettransaction', { txid })).hex, hex, 'hex in gettransaction', { path: 'hex' });
      const shown = await t.result('getrawtransaction', { txid, verbose: true });
      t.equal(shown.hex, hex, 'hex in getrawtransaction', { path: 'hex' });
      const alone = await t.result('decoderawtransaction', { hexstring: hex });
      for (const name of Object.keys(alone) as (keyof DecodedTransaction)[])
        t.equal(shown[name], alone[name], `${name} in getrawtransaction (compared with decoderawtransaction)`, { path: name });
      t.equal(shown.blockhash, undefined, 'blockhash of a transaction in the pool', { path: 'blockhash' });
    },
  }),
  invariant({
    ...sending,
    id: 'mempool-passage/mined',
    text: 'A confirmed transaction leaves the pool and is in the block at the blockindex of the wallet, after its parents.',
    effect: ['chain', 'wallet'],
    methods: ['getrawmempool', 'getmempoolentry', 'getblock', 'gettransaction', 'getmempoolinfo', 'getrawtransaction'],
    run: async (t) => {
      const { txids } = await t.world.fresh('unconfirmedChain');
      const [blockhash = ''] = await t.world.mine(1);
      const left = await poolIds(t);
      t.equal((await t.result('getmempoolinfo')).size, left.length, 'size in getmempoolinfo', { path: 'size' });
      const { tx, time } = await t.result('getblock', { blockhash });
      for (const txid of txids) {
        t.ok(!left.includes(txid), `${txid} is in a block, but still in the pool`);
        await t.refused('getmempoolentry', { txid }, 'the transaction is in a block and no longer in the pool');
        const inWallet = await t.result('gettransaction', { txid });
        t.equal(inWallet.blockhash, blockhash, 'blockhash in gettransaction', { path: 'blockhash' });
        t.equal(tx[inWallet.blockindex ?? -1], txid, 'the transaction at blockindex in the block', { path: 'blockindex' });
        t.equal(inWallet.blocktime, time, 'blocktime (compared with the time of the block)', { path: 'blocktime' });
        t.equal((await t.result('getrawtransaction', { txid, verbose: true })).blockhash, blockhash, 'blockhash in getrawtransaction', {
          path: 'blockhash',
        });
      }
      const places = txids.map((txid) => tx.indexOf(txid));
      t.equal(
        places,
        [...places].sort((a, b) => a - b),
        'the positions of parent, child and grandchild in the block',
        { evidence: 'standard', source: 'consensus of the family', path: 'tx' },
      );
    },
  }),
  invariant({
    ...sending,
    id: 'mempool-passage/high-fees',
    text: 'A transaction with an unusually high fee is accepted with allowhighfees true only.',
    source: 'document 2, Raw transactions, scripts and PSBTs',
    methods: ['sendrawtransaction', 'testmempoolaccept', 'getrawmempool'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const hex = await spendingOf(t, coin, coin.amountSat - 1_000_000n);
      for (const allowhighfees of [undefined, false]) {
        const how = allowhighfees === undefined ? 'without allowhighfees' : 'with allowhighfees false';
        const [answer] = await t.result('testmempoolaccept', { rawtxs: [hex], allowhighfees });
        t.equal(answer?.allowed, false, `allowed ${how} for a fee of almost the whole input`, { path: 'allowed' });
        const sent = await t.call('sendrawtransaction', { hexstring: hex, allowhighfees });
        t.ok(!sent.ok, `sendrawtransaction ${how} accepted a fee of almost the whole input`, { check: 'refusal' });
      }
      const [answer] = await t.result('testmempoolaccept', { rawtxs: [hex], allowhighfees: true });
      t.equal(answer?.allowed, true, 'allowed with allowhighfees true for a fee of almost the whole input', { path: 'allowed' });
      const txid = await t.result('sendrawtransaction', { hexstring: hex, allowhighfees: true });
      t.ok((await poolIds(t)).includes(txid), 'the pool does not contain the transaction that was sent with allowhighfees true');
    },
  }),
];
