import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import type { Wire } from '../../fixtures/client/types.ts';
import { formatSat } from '../../fixtures/client/wire-json.ts';
import type { Trial } from '../engine/trial.ts';
import type { Case } from '../engine/types.ts';
import { amountSat } from './amounts.ts';
import { invariant } from './invariant.ts';
import { poolIds, poolTransaction } from './mempool-reading.ts';
import { foreignAddress, someAmountSat } from './payments.ts';
import { withPurse, type Purse, type PurseCoin } from './purse.ts';
import type { WalletEntry, WalletTransaction } from './wallet-entries.ts';

interface Flags {
  readonly gettransaction: (boolean | undefined)[];
  readonly listtransactions: (boolean | undefined)[];
}

/** A coinbase may be spent in the block that is its hundredth successor: a rule that all chains of this family have. */
const MATURITY = 100;

const place = ({ txid, vout }: { readonly txid: string; readonly vout: number }): string => `${txid}:${vout}`;
const outpoint = ({ txid, vout }: { readonly txid: string; readonly vout: number }): Wire => ({ txid, vout });

const unspent = async (purse: Purse): Promise<string[]> => (await purse.result<PurseCoin[]>('listunspent', { minconf: 0 })).map(place).sort();

/** What is said of the payments of a transaction, whether they were abandoned. */
async function flags(purse: Purse, txid: string): Promise<Flags> {
  const { details } = await purse.result<WalletTransaction>('gettransaction', { txid });
  const entries = await purse.result<WalletEntry[]>('listtransactions', { label: '*', count: 100 });
  return {
    gettransaction: details.filter(({ category }) => category === 'send').map(({ abandoned }) => abandoned),
    listtransactions: entries.filter((entry) => entry.txid === txid && entry.category === 'send').map(({ abandoned }) => abandoned),
  };
}

const allSay = (abandoned: boolean): Flags => ({ gettransaction: [abandoned], listtransactions: [abandoned] });

/** A coinbase of the trial's wallet that the next block may spend, and no block before it. */
async function justMature(t: Trial): Promise<{ txid: string; vout: number; amountSat: bigint }> {
  const { world } = t;
  for (let tries = 0; tries < 3; tries++) {
    const height = (await world.result<number>('getblockcount')) - MATURITY + 1;
    if (height < 1) t.inapplicable('the chain is too short for a coinbase to be mature');
    const blockhash = await world.result<string>('getblockhash', { height });
    const { tx } = await world.result<{ tx: { txid: string; vout: { value: Wire; scriptPubKey: { addresses?: string[] } }[] }[] }>('getblock', { blockhash, verbosity: 2 });
    const [coinbase] = tx;
    const [output] = coinbase?.vout ?? [];
    const address = output?.scriptPubKey.addresses?.[0];
    if (coinbase && output && address !== undefined && (await world.result<{ ismine: boolean }>('getaddressinfo', { address })).ismine) {
      return { txid: coinbase.txid, vout: 0, amountSat: amountSat(t, output.value, 'vout.value') };
    }
    await world.mine(1);
  }
  return t.inapplicable('the coinbases that are just mature belong to somebody else');
}

/**
 * A payment of the wallet that is in no block and no longer in the pool, though nothing else spends what it spends: it
 * also spends a coinbase that was mature, and for a moment was not, when the newest block was taken back.
 */
async function droppedPayment(t: Trial, purse: Purse, coin: PurseCoin): Promise<string> {
  const { world } = t;
  const coinbase = await justMature(t);
  const raw = await world.result<string>('createrawtransaction', {
    inputs: [outpoint(coin), outpoint(coinbase)],
    outputs: [{ [await foreignAddress(t)]: formatSat(coin.amountSat + coinbase.amountSat - 100_000n) }],
  });
  const half = await world.result<{ hex: string }>('signrawtransactionwithwallet', { hexstring: raw });
  const { hex } = await world.result<{ hex: string }>('signrawtransactionwithwallet', { hexstring: half.hex }, { wallet: purse.name });
  const txid = await world.result<string>('sendrawtransaction', { hexstring: hex });
  await purse.knows(txid);
  const tip = await world.result<string>('getbestblockhash');
  const undone = await world.service.call('invalidateblock', { blockhash: tip });
  if (undone.type === 'error' && undone.error.code === METHOD_NOT_FOUND) {
    t.inapplicable('the node has no invalidateblock, so no block can be taken back');
  }
  await world.result('reconsiderblock', { blockhash: tip });
  if ((await poolIds(t)).includes(txid)) t.inapplicable('the pool kept a payment that for a moment was not valid');
  return txid;
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, States and transitions' } as const;

export const walletAbandoningInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-abandoning/flag',
    text: 'A transaction is abandoned in gettransaction and listtransactions from when abandontransaction was called, and no other is.',
    methods: ['abandontransaction', 'gettransaction', 'listtransactions', 'bumpfee'],
    run: (t) => withPurse(t, [someAmountSat(t)], async (purse) => {
      const old = await purse.result<string>('sendtoaddress', {
        address: await foreignAddress(t), amount: formatSat(1_000_000n), comment: '', comment_to: '', subtractfeefromamount: false, replaceable: true,
      });
      const { txid: bumped } = await purse.result<{ txid: string }>('bumpfee', { txid: old });
      // Of the two the pool keeps one.
      const [kept, leftOver] = (await poolIds(t)).includes(old) ? [old, bumped] : [bumped, old];
      t.equal(await flags(purse, leftOver), allSay(false), 'abandoned before the call');
      await purse.result('abandontransaction', { txid: leftOver });
      t.equal(await flags(purse, leftOver), allSay(true), 'abandoned after the call', { path: 'abandoned' });
      t.equal(await flags(purse, kept), allSay(false), 'abandoned of the transaction in the pool', { path: 'abandoned' });
      // Refused or not: the pool holds it, so it is none to be abandoned.
      await purse.call('abandontransaction', { txid: kept });
      t.equal(await flags(purse, kept), allSay(false), 'abandoned of the transaction in the pool after it was to be abandoned', { path: 'abandoned' });
    }),
  }),
  invariant({
    ...documented,
    id: 'wallet-abandoning/inputs',
    text: 'When a transaction that the pool has dropped is abandoned, what it spent is unspent, in the balance, and can be spent again.',
    methods: ['abandontransaction', 'gettransaction', 'listtransactions', 'listunspent', 'getbalance', 'sendtoaddress'],
    run: (t) => withPurse(t, [someAmountSat(t)], async (purse) => {
      const [coin] = purse.coins as [PurseCoin];
      const dropped = await droppedPayment(t, purse, coin);
      try {
        t.equal(await flags(purse, dropped), allSay(false), 'abandoned before the call');
        t.equal(await unspent(purse), [], 'the list of unspent outputs before the call');
        await purse.result('abandontransaction', { txid: dropped });
        t.equal(await flags(purse, dropped), allSay(true), 'abandoned after the call', { path: 'abandoned' });
        t.equal(await unspent(purse), [place(coin)], 'the list of unspent outputs after the call');
        t.equal(amountSat(t, await purse.result('getbalance'), 'the balance'), coin.amountSat, 'the balance after the call');
        const again = await purse.result<string>('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
        t.equal((await poolTransaction(t, again)).vin.map(place), [place(coin)], 'the list of outputs that the next payment spends');
      } finally {
        // The wallet of the trial paid the coinbase, and is to have it back.
        await t.world.service.call('abandontransaction', { txid: dropped }, t.world.callOptions('abandontransaction'));
      }
    }),
  }),
];
