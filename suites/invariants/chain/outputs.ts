import type { BlockWithTransactions, TxOut } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { signed } from '../../../fixtures/world/ingredients/signing.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { whileInvalidated } from '../../support/invalidated-block.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { present } from '../../support/present.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

/** Maximum number of blocks to read: reading more takes too long. */
const MAX_BLOCKS = 500;
/** An output whose script begins with this opcode is unspendable and not in the set of unspent outputs. */
const OP_RETURN = '6a';

const txOut = (t: Trial, txid: string, n: number, pool?: boolean): Promise<TxOut | null> =>
  t.result('gettxout', { txid, n, include_mempool: pool });

/** All unspent outputs, computed from every block of the chain: outpoint to value in satoshis. */
async function unspentOfChain(t: Trial): Promise<Map<string, bigint>> {
  const top = await t.result('getblockcount');
  if (top > MAX_BLOCKS) t.inapplicable(`the chain has more than ${MAX_BLOCKS} blocks, too many to read them all`);
  const unspent = new Map<string, bigint>();
  // The coinbase of the first block cannot be spent.
  let next: string | undefined = await t.result('getblockhash', { height: 1 });
  for (let height = 1; height <= top && next !== undefined; height++) {
    const block: BlockWithTransactions = await t.result('getblock', { blockhash: next, verbosity: 2 });
    next = block.nextblockhash;
    for (const { txid, vin, vout } of block.tx) {
      for (const input of vin) if (input.txid !== undefined && input.vout !== undefined) unspent.delete(`${input.txid}:${input.vout}`);
      for (const { n, value, scriptPubKey } of vout) {
        if (!scriptPubKey.hex.startsWith(OP_RETURN)) unspent.set(`${txid}:${n}`, amountSat(t, value, 'tx.vout.value'));
      }
    }
  }
  return unspent;
}

const chain = { evidence: 'standard', source: 'arithmetic' } as const;
const documented = { evidence: 'document', source: 'document 2, Blockchain and memory pool' } as const;

export const outputInvariants: readonly Case[] = [
  invariant({
    ...chain,
    id: 'chain-outputs/of-transaction',
    text: 'The value and script of an unspent output in gettxout equal those in getrawtransaction.',
    effect: ['read'],
    methods: ['gettxout', 'getrawtransaction', 'getblock', 'getbestblockhash'],
    run: async (t) => {
      const { txid, vout, blockhash, amountSat: paidSat } = await t.world.use('confirmedSend');
      const { vout: outputs } = await t.result('getrawtransaction', { txid, verbose: true });
      const out = present(t, await txOut(t, txid, vout), 'gettxout returned null for an unspent output');
      t.equal(amountSat(t, out.value, 'value'), paidSat, 'value (compared with the amount paid)', { path: 'value' });
      t.equal(out.value, outputs[vout]?.value, 'value (compared with getrawtransaction)', { path: 'value' });
      t.equal(out.scriptPubKey.hex, outputs[vout]?.scriptPubKey.hex, 'the script', { path: 'scriptPubKey.hex' });
      t.equal(out.coinbase, false, 'coinbase of a payment', { path: 'coinbase' });
      t.equal(await txOut(t, txid, outputs.length), null, 'gettxout of an index above the last output of the transaction');
      const { tx } = await t.result('getblock', { blockhash });
      // The coinbase of the last block cannot have been spent.
      const last = await t.result('getblock', { blockhash: await t.result('getbestblockhash') });
      t.ok(tx.includes(txid), 'the block of the payment does not list the payment in tx', { path: 'tx' });
      const coinbase = present(t, await txOut(t, last.tx[0] ?? '', 0), 'gettxout returned null for the newest coinbase');
      t.equal(coinbase.coinbase, true, 'coinbase of the first transaction of a block', { path: 'coinbase' });
    },
  }),
  invariant({
    ...documented,
    id: 'chain-outputs/pool-spends',
    text: 'gettxout omits an output that the pool spends and returns an output that the pool creates; with include_mempool false it does neither.',
    effect: ['wallet'],
    methods: ['gettxout'],
    run: async (t) => {
      const { coin: spent, txid } = await payFromTrial(t, [{ address: await foreignAddress(t), amountSat: randomAmountSat(t) }]);
      t.equal(await txOut(t, spent.txid, spent.vout), null, 'gettxout of an output that the pool spends');
      t.equal(await txOut(t, spent.txid, spent.vout, true), null, 'gettxout, with include_mempool true, of an output that the pool spends');
      const inChain = present(
        t,
        await txOut(t, spent.txid, spent.vout, false),
        'gettxout with include_mempool false returned null for an output that only the pool spends',
      );
      t.equal(amountSat(t, inChain.value, 'value'), spent.amountSat, 'value of the output with include_mempool false', { path: 'value' });
      t.ok((await txOut(t, txid, 0, true)) !== null, 'gettxout returned null for an output that the pool creates');
      t.equal(await txOut(t, txid, 0, false), null, 'gettxout, with include_mempool false, of an output that only the pool creates');
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/block-spends',
    text: 'gettxout omits an output that a block spends and returns an output that a block creates, with either value of include_mempool.',
    effect: ['chain', 'wallet'],
    methods: ['gettxout'],
    run: async (t) => {
      const amount = randomAmountSat(t);
      const { coin: spent, txid } = await payFromTrial(t, [{ address: await foreignAddress(t), amountSat: amount }]);
      await t.world.mine(1);
      for (const pool of [true, false]) {
        t.equal(await txOut(t, spent.txid, spent.vout, pool), null, 'gettxout of an output that a block spends');
        const out = present(t, await txOut(t, txid, 0, pool), 'gettxout returned null for an output that a block creates');
        t.equal(amountSat(t, out.value, 'value'), amount, 'value', { path: 'value' });
        t.equal(out.confirmations, 1, 'confirmations of an output of the newest block', { path: 'confirmations' });
      }
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/scan',
    text: 'scantxoutset for an address finds the outputs that listunspent lists for it, and total_amount is their sum.',
    effect: ['chain', 'wallet'],
    methods: ['scantxoutset', 'listunspent', 'getblockcount'],
    run: async (t) => {
      const { address } = await t.world.fresh('bech32Address');
      const amounts = [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)];
      await reserveCoins(t, amounts.length);
      for (const paidSat of amounts) await payFromTrial(t, [{ address, amountSat: paidSat }]);
      await t.world.mine(1);
      const top = await t.result('getblockcount');
      const scan = await t.result('scantxoutset', { action: 'start', scanobjects: [`addr(${address})`] });
      const found = scan.unspents.map((unspent) => amountSat(t, unspent.amount, 'unspents.amount'));
      t.equal(amountSat(t, scan.total_amount, 'total_amount'), sumSat(amounts), 'total_amount (compared with the amounts paid)', {
        path: 'total_amount',
      });
      t.equal(sumSat(found), sumSat(amounts), 'the sum of the outputs found', { path: 'unspents' });
      const listed = await t.result('listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [address] });
      t.equal(
        listed.map(outpointText).sort(),
        scan.unspents.map(outpointText).sort(),
        'the list of outputs in listunspent (compared with the scan)',
      );
      for (const { txid, vout, amount, scriptPubKey, height } of scan.unspents) {
        const same = listed.find((coin) => outpointText(coin) === outpointText({ txid, vout }));
        t.equal(same?.amount, amount, 'amount in listunspent (compared with the scan)', { path: 'amount' });
        t.equal(same?.scriptPubKey, scriptPubKey, 'scriptPubKey in listunspent (compared with the scan)', { path: 'scriptPubKey' });
        t.equal(height, top, 'height of an output of the newest block', { path: 'unspents.height' });
      }
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/whole-set',
    text: 'gettxoutsetinfo counts the outputs that the blocks create and do not spend: their number, their transactions and their total.',
    effect: ['read'],
    methods: ['gettxoutsetinfo', 'getblock', 'getblockhash', 'getblockcount', 'getbestblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      const unspent = await unspentOfChain(t);
      const info = await t.result('gettxoutsetinfo');
      t.equal(info.txouts, unspent.size, 'txouts (compared with the outputs of all blocks)', { path: 'txouts' });
      t.equal(
        info.transactions,
        new Set([...unspent.keys()].map((key) => key.split(':')[0])).size,
        'transactions (compared with those of all blocks)',
        { path: 'transactions' },
      );
      t.equal(
        amountSat(t, info.total_amount, 'total_amount'),
        sumSat([...unspent.values()]),
        'total_amount (compared with the outputs of all blocks)',
        { path: 'total_amount' },
      );
      t.equal(info.height, await t.result('getblockcount'), 'height', { path: 'height' });
      t.equal(info.bestblock, await t.result('getbestblockhash'), 'bestblock', { path: 'bestblock' });
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/set-grows',
    text: 'A block changes txouts in gettxoutsetinfo by the outputs created less those spent, and total_amount by the subsidy.',
    effect: ['chain', 'wallet'],
    methods: ['gettxoutsetinfo', 'getblock', 'getblockstats'],
    run: async (t) => {
      const own = [await t.world.fresh('legacyAddress'), await t.world.fresh('p2shSegwitAddress')];
      await payFromTrial(
        t,
        own.map(({ address }) => ({ address, amountSat: randomAmountSat(t) })),
      );
      const before = await t.result('gettxoutsetinfo');
      const [blockhash = ''] = await t.world.mine(1);
      const after = await t.result('gettxoutsetinfo');
      const { tx } = await t.result('getblock', { blockhash, verbosity: 2 });
      const created = tx.flatMap(({ vout }) => vout.filter(({ scriptPubKey }) => !scriptPubKey.hex.startsWith(OP_RETURN))).length;
      const spent = tx.slice(1).reduce((sum, { vin }) => sum + vin.length, 0);
      t.equal(after.txouts, before.txouts + created - spent, `txouts after a block that creates ${created} and spends ${spent}`, {
        path: 'txouts',
      });
      const stats = await t.result('getblockstats', { hash_or_height: blockhash, stats: ['subsidy'] });
      const subsidy = present(t, stats.subsidy, 'getblockstats did not return the requested statistic subsidy', 'subsidy');
      t.equal(
        after.total_amount,
        formatSat(amountSat(t, before.total_amount, 'total_amount') + BigInt(subsidy)),
        'total_amount after the block',
        { path: 'total_amount' },
      );
      t.equal(after.height, before.height + 1, 'height after the block', { path: 'height' });
      t.equal(after.bestblock, blockhash, 'bestblock after the block', { path: 'bestblock' });
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/set-restored',
    text: 'Without the block that spends one output of a transaction, gettxoutsetinfo counts the outputs and transactions that it counted before the block.',
    effect: ['chain', 'wallet'],
    methods: ['gettxoutsetinfo', 'getbestblockhash', 'createrawtransaction', 'invalidateblock', 'reconsiderblock'],
    run: async (t) => {
      const own = [await t.world.fresh('bech32Address'), await t.world.fresh('bech32Address')];
      await reserveCoins(t, 1);
      const recipients = own.map(({ address }) => ({ address, amountSat: randomAmountSat(t) }));
      const { txid } = await payFromTrial(t, recipients);
      // Other outputs are younger than those of the payment.
      await t.world.mine(2);
      const vout = t.random.integer(0, 1);
      const leftSat = recipients[vout]!.amountSat - (await feeFor(t.world));
      const hexstring = await t.world.result('createrawtransaction', {
        inputs: [{ txid, vout }],
        outputs: [{ [await foreignAddress(t)]: formatSat(leftSat) }],
      });
      await sendTransaction(t.world, await signed(t.world, hexstring));
      const before = await t.result('gettxoutsetinfo');
      const [blockhash = ''] = await t.world.mine(1);
      await whileInvalidated(t, blockhash, async () => {
        const after = await t.result('gettxoutsetinfo');
        for (const path of ['bestblock', 'transactions', 'txouts', 'total_amount'] as const)
          t.equal(after[path], before[path], `${path} without the block, compared with that before it`, { path });
      });
    },
  }),
  invariant({
    ...documented,
    id: 'chain-outputs/proofs',
    text: 'A proof for some transactions of a block commits to these only, with and without blockhash.',
    effect: ['chain', 'wallet'],
    methods: ['gettxoutproof', 'verifytxoutproof', 'getblock'],
    run: async (t) => {
      const { address } = await t.world.fresh('bech32Address');
      const made: string[] = [];
      await reserveCoins(t, 4);
      for (let i = 0; i < 4; i++) made.push((await payFromTrial(t, [{ address, amountSat: randomAmountSat(t) }])).txid);
      const [blockhash = ''] = await t.world.mine(1);
      const { tx } = await t.result('getblock', { blockhash });
      const leftOut = t.random.pick(made);
      const chosen = made.filter((txid) => txid !== leftOut);
      for (const txids of [chosen, made, [t.random.pick(made)]]) {
        const wanted = tx.filter((txid) => txids.includes(txid));
        t.equal(wanted.length, txids.length, 'the number of sent transactions that the block contains', { path: 'tx' });
        for (const args of [{ txids, blockhash }, { txids }]) {
          const proof = await t.result('gettxoutproof', args);
          const proven = await t.result('verifytxoutproof', { proof });
          t.equal([...proven].sort(), [...wanted].sort(), 'the list of transactions that the proof commits to');
        }
      }
    },
  }),
];
