import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { heardOfDropping } from '../../../fixtures/world/ingredients/dropped.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { poolIds, poolTransaction } from '../mempool/reading.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withPurse, type Purse, type PurseCoin } from '../purse.ts';

interface Flags {
  readonly gettransaction: (boolean | undefined)[];
  readonly listtransactions: (boolean | undefined)[];
}

/** A sequence with which the lock time of a transaction counts, and that opts in to nothing. */
const NOT_FINAL = 0xfffffffe;

const place = ({ txid, vout }: { readonly txid?: string; readonly vout?: number }): string => `${txid}:${vout}`;

const unspent = async (purse: Purse): Promise<string[]> => (await purse.result('listunspent', { minconf: 0 })).map(place).sort();

/** What is said of the payments of a transaction, whether they were abandoned. */
async function flags(purse: Purse, txid: string): Promise<Flags> {
  const { details } = await purse.result('gettransaction', { txid });
  const entries = await purse.result('listtransactions', { label: '*', count: 100 });
  return {
    gettransaction: details.filter(({ category }) => category === 'send').map(({ abandoned }) => abandoned),
    listtransactions: entries.filter((entry) => entry.txid === txid && entry.category === 'send').map(({ abandoned }) => abandoned),
  };
}

const allSay = (abandoned: boolean): Flags => ({ gettransaction: [abandoned], listtransactions: [abandoned] });

/**
 * A payment of the wallet that is in no block and no longer in the pool, though nothing else spends what it spends: by
 * its lock time the next block could hold it, and for a moment, when the newest block was taken back, could not.
 */
async function droppedPayment(t: Trial, purse: Purse, coin: PurseCoin): Promise<string> {
  const { world } = t;
  const [tip = ''] = await world.mine(1);
  const locktime = await world.result('getblockcount');
  const raw = await world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout, sequence: NOT_FINAL }],
    outputs: [{ [await foreignAddress(t)]: formatSat(coin.amountSat - 20_000n) }],
    locktime,
  });
  const { hex } = await world.result('signrawtransactionwithwallet', { hexstring: raw }, { wallet: purse.name });
  const txid = await world.result('sendrawtransaction', { hexstring: hex });
  await purse.knows(txid);
  const undone = await world.service.call('invalidateblock', { blockhash: tip });
  if (undone.type === 'error' && undone.error.code === METHOD_NOT_FOUND) {
    t.inapplicable('the node has no invalidateblock, so no block can be taken back');
  }
  await world.result('reconsiderblock', { blockhash: tip });
  if ((await poolIds(t)).includes(txid)) t.inapplicable('the pool kept a payment that for a moment was not valid');
  await heardOfDropping(world, txid, { wallet: purse.name });
  return txid;
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, States and transitions' } as const;

export const walletAbandoningInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-abandoning/flag',
    text: 'A transaction is abandoned in gettransaction and listtransactions from when abandontransaction was called, and no other is.',
    methods: ['abandontransaction', 'gettransaction', 'listtransactions', 'bumpfee', 'sendtoaddress', 'getrawmempool'],
    run: (t) =>
      withPurse(t, [randomAmountSat(t)], async (purse) => {
        const old = await purse.result('sendtoaddress', {
          address: await foreignAddress(t),
          amount: formatSat(1_000_000n),
          comment: '',
          comment_to: '',
          subtractfeefromamount: false,
          replaceable: true,
        });
        const { txid: bumped } = await purse.result('bumpfee', { txid: old });
        // Of the two the pool keeps one.
        const [kept, leftOver] = (await poolIds(t)).includes(old) ? [old, bumped] : [bumped, old];
        await heardOfDropping(t.world, leftOver, { wallet: purse.name });
        t.equal(await flags(purse, leftOver), allSay(false), 'abandoned before the call');
        await purse.result('abandontransaction', { txid: leftOver });
        t.equal(await flags(purse, leftOver), allSay(true), 'abandoned after the call', { path: 'abandoned' });
        t.equal(await flags(purse, kept), allSay(false), 'abandoned of the transaction in the pool', { path: 'abandoned' });
        // Refused or not: the pool holds it, so it is none to be abandoned.
        await purse.call('abandontransaction', { txid: kept });
        t.equal(await flags(purse, kept), allSay(false), 'abandoned of the transaction in the pool after it was to be abandoned', {
          path: 'abandoned',
        });
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-abandoning/inputs',
    text: 'When a transaction that the pool has dropped is abandoned, what it spent is unspent, in the balance, and can be spent again.',
    methods: [
      'abandontransaction',
      'gettransaction',
      'listtransactions',
      'listunspent',
      'getbalance',
      'sendtoaddress',
      'getrawmempool',
      'getrawtransaction',
    ],
    run: (t) =>
      withPurse(t, [randomAmountSat(t)], async (purse) => {
        const [coin] = purse.coins as [PurseCoin];
        const dropped = await droppedPayment(t, purse, coin);
        t.equal(await flags(purse, dropped), allSay(false), 'abandoned before the call');
        t.equal(await unspent(purse), [], 'the list of unspent outputs before the call');
        await purse.result('abandontransaction', { txid: dropped });
        t.equal(await flags(purse, dropped), allSay(true), 'abandoned after the call', { path: 'abandoned' });
        t.equal(await unspent(purse), [place(coin)], 'the list of unspent outputs after the call');
        t.equal(amountSat(t, await purse.result('getbalance'), 'the balance'), coin.amountSat, 'the balance after the call');
        const again = await purse.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
        t.equal((await poolTransaction(t, again)).vin.map(place), [place(coin)], 'the list of outputs that the next payment spends');
      }),
  }),
];
