import type { BlockWithTransactions, TxOut } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, payFromTrial, reserveCoins, randomAmountSat } from '../../support/payments.ts';
import { present } from '../../support/present.ts';

/** Beyond this many blocks it takes too long to go through all of them. */
const LONGEST_CHAIN = 500;
/** An output whose script begins like this can never be spent, and is in no set of unspent outputs. */
const OP_RETURN = '6a';

const txOut = (t: Trial, txid: string, n: number, pool?: boolean): Promise<TxOut | null> =>
  t.result('gettxout', { txid, n, include_mempool: pool });

const place = ({ txid, vout }: { readonly txid: string; readonly vout: number }): string => `${txid}:${vout}`;

/** All outputs that no block spends, out of every block of the chain: place to value in satoshis. */
async function unspentOfChain(t: Trial): Promise<Map<string, bigint>> {
  const top = await t.result('getblockcount');
  if (top > LONGEST_CHAIN) t.inapplicable(`the chain has more than ${LONGEST_CHAIN} blocks, too many to go through`);
  const unspent = new Map<string, bigint>();
  // The coinbase of the first block is no output that can be spent.
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
    text: 'An unspent output is that of its transaction: value and script as getrawtransaction shows them.',
    effect: ['read'],
    methods: ['gettxout', 'getrawtransaction', 'getblock', 'getbestblockhash'],
    run: async (t) => {
      const { txid, vout, blockhash, amountSat: paidSat } = await t.world.use('confirmedSend');
      const { vout: outputs } = await t.result('getrawtransaction', { txid, verbose: true });
      const out = present(t, await txOut(t, txid, vout), 'gettxout hides an output that nothing spends');
      t.equal(amountSat(t, out.value, 'value'), paidSat, 'value, beside what was paid,', { path: 'value' });
      t.equal(out.value, outputs[vout]?.value, 'value, beside getrawtransaction,', { path: 'value' });
      t.equal(out.scriptPubKey.hex, outputs[vout]?.scriptPubKey.hex, 'the script', { path: 'scriptPubKey.hex' });
      t.equal(out.coinbase, false, 'coinbase of a payment', { path: 'coinbase' });
      t.equal(await txOut(t, txid, outputs.length), null, 'an output beyond the last one of its transaction');
      const { tx } = await t.result('getblock', { blockhash });
      // Spent or not, a coinbase of the last block cannot have been.
      const last = await t.result('getblock', { blockhash: await t.result('getbestblockhash') });
      t.ok(tx.includes(txid), 'the block of the payment does not list it', { path: 'tx' });
      const coinbase = present(t, await txOut(t, last.tx[0] ?? '', 0), 'gettxout hides the newest coinbase');
      t.equal(coinbase.coinbase, true, 'coinbase of the first transaction of a block', { path: 'coinbase' });
    },
  }),
  invariant({
    ...documented,
    id: 'chain-outputs/pool-spends',
    text: 'An output that the pool spends does not appear, unless the pool is left aside; what the pool creates appears, unless it is left aside.',
    effect: ['wallet'],
    methods: ['gettxout'],
    run: async (t) => {
      const { coin: spent, txid } = await payFromTrial(t, [{ address: await foreignAddress(t), amountSat: randomAmountSat(t) }]);
      t.equal(await txOut(t, spent.txid, spent.vout), null, 'gettxout of an output that the pool spends');
      t.equal(await txOut(t, spent.txid, spent.vout, true), null, 'gettxout of an output that the pool spends, with include_mempool,');
      const inChain = present(
        t,
        await txOut(t, spent.txid, spent.vout, false),
        'without the pool gettxout still hides the output that only the pool spends',
      );
      t.equal(amountSat(t, inChain.value, 'value'), spent.amountSat, 'value of the output without the pool', { path: 'value' });
      t.ok((await txOut(t, txid, 0, true)) !== null, 'gettxout hides an output that the pool creates');
      t.equal(await txOut(t, txid, 0, false), null, 'without the pool, an output that only the pool creates');
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/block-spends',
    text: 'An output that a block spends is gone, whether the pool is looked at or not, and what the block creates is there.',
    effect: ['chain', 'wallet'],
    methods: ['gettxout'],
    run: async (t) => {
      const amount = randomAmountSat(t);
      const { coin: spent, txid } = await payFromTrial(t, [{ address: await foreignAddress(t), amountSat: amount }]);
      await t.world.mine(1);
      for (const pool of [true, false]) {
        t.equal(await txOut(t, spent.txid, spent.vout, pool), null, 'an output that a block spends');
        const out = present(t, await txOut(t, txid, 0, pool), 'gettxout hides an output that a block creates');
        t.equal(amountSat(t, out.value, 'value'), amount, 'value', { path: 'value' });
        t.equal(out.confirmations, 1, 'confirmations of an output of the newest block', { path: 'confirmations' });
      }
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/scan',
    text: 'A scan for an address finds the outputs that paid it, as listunspent has them, and adds them up.',
    effect: ['chain', 'wallet'],
    methods: ['scantxoutset', 'listunspent', 'getblockcount'],
    run: async (t) => {
      const { address } = await t.world.fresh('bech32Address');
      const amounts = [randomAmountSat(t), randomAmountSat(t), randomAmountSat(t)];
      await reserveCoins(t, amounts.length);
      for (const one of amounts) await payFromTrial(t, [{ address, amountSat: one }]);
      await t.world.mine(1);
      const top = await t.result('getblockcount');
      const scan = await t.result('scantxoutset', { action: 'start', scanobjects: [`addr(${address})`] });
      const found = scan.unspents.map((one) => amountSat(t, one.amount, 'unspents.amount'));
      t.equal(amountSat(t, scan.total_amount, 'total_amount'), sumSat(amounts), 'total_amount, beside what was paid,', {
        path: 'total_amount',
      });
      t.equal(sumSat(found), sumSat(amounts), 'the sum of the outputs found', { path: 'unspents' });
      const listed = await t.result('listunspent', { minconf: 1, maxconf: 9_999_999, addresses: [address] });
      t.equal(listed.map(place).sort(), scan.unspents.map(place).sort(), 'the list of outputs in listunspent, beside the scan,');
      for (const { txid, vout, amount, scriptPubKey, height } of scan.unspents) {
        const same = listed.find((one) => place(one) === place({ txid, vout }));
        t.equal(same?.amount, amount, 'amount in listunspent, beside the scan,', { path: 'amount' });
        t.equal(same?.scriptPubKey, scriptPubKey, 'scriptPubKey in listunspent, beside the scan,', { path: 'scriptPubKey' });
        t.equal(height, top, 'height of an output of the newest block', { path: 'unspents.height' });
      }
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/whole-set',
    text: 'The set of unspent outputs is what the blocks create less what they spend: as many outputs, of as many transactions, with the same total.',
    effect: ['read'],
    methods: ['gettxoutsetinfo', 'getblock', 'getblockhash', 'getblockcount', 'getbestblockhash'],
    run: async (t) => {
      await t.world.use('confirmedSend');
      const unspent = await unspentOfChain(t);
      const info = await t.result('gettxoutsetinfo');
      t.equal(info.txouts, unspent.size, 'txouts, beside the outputs of all blocks,', { path: 'txouts' });
      t.equal(
        info.transactions,
        new Set([...unspent.keys()].map((key) => key.split(':')[0])).size,
        'transactions, beside those of all blocks,',
        { path: 'transactions' },
      );
      t.equal(
        amountSat(t, info.total_amount, 'total_amount'),
        sumSat([...unspent.values()]),
        'total_amount, beside the outputs of all blocks,',
        { path: 'total_amount' },
      );
      t.equal(info.height, await t.result('getblockcount'), 'height', { path: 'height' });
      t.equal(info.bestblock, await t.result('getbestblockhash'), 'bestblock', { path: 'bestblock' });
    },
  }),
  invariant({
    ...chain,
    id: 'chain-outputs/set-grows',
    text: 'A block changes the number of unspent outputs by what it creates less what it spends, and their total by the subsidy.',
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
      const subsidy = present(t, stats.subsidy, 'getblockstats does not answer the statistic that was asked for', 'subsidy');
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
    ...documented,
    id: 'chain-outputs/proofs',
    text: 'A proof for some transactions of a block commits to just those, with the block named or not.',
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
        t.equal(wanted.length, txids.length, 'the number of transactions in the block that were sent before it', { path: 'tx' });
        for (const args of [{ txids, blockhash }, { txids }]) {
          const proof = await t.result('gettxoutproof', args);
          const proven = await t.result('verifytxoutproof', { proof });
          t.equal([...proven].sort(), [...wanted].sort(), 'the list of transactions that the proof commits to');
        }
      }
    },
  }),
];
