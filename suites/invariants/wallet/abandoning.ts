import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { waitUntilDropped } from '../../../fixtures/world/ingredients/dropped.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { poolIds, poolTransaction } from '../mempool/reading.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, type CaseWallet, type CaseCoin } from '../case-wallet.ts';

interface Flags {
  readonly gettransaction: (boolean | undefined)[];
  readonly listtransactions: (boolean | undefined)[];
}

/** A sequence that enables the lock time and does not signal replaceability. */
const NOT_FINAL = 0xfffffffe;

const place = ({ txid, vout }: { readonly txid?: string; readonly vout?: number }): string => `${txid}:${vout}`;

const unspent = async (wallet: CaseWallet): Promise<string[]> => (await wallet.result('listunspent', { minconf: 0 })).map(place).sort();

/** The field abandoned of the payments of a transaction. */
async function flags(wallet: CaseWallet, txid: string): Promise<Flags> {
  const { details } = await wallet.result('gettransaction', { txid });
  const entries = await wallet.result('listtransactions', { label: '*', count: 100 });
  return {
    gettransaction: details.filter(({ category }) => category === 'send').map(({ abandoned }) => abandoned),
    listtransactions: entries.filter((entry) => entry.txid === txid && entry.category === 'send').map(({ abandoned }) => abandoned),
  };
}

const allSay = (abandoned: boolean): Flags => ({ gettransaction: [abandoned], listtransactions: [abandoned] });

/**
 * A payment of the wallet that is in no block and no longer in the pool, although no other transaction spends its inputs:
 * it was not final while the newest block was invalidated.
 */
async function droppedPayment(t: Trial, wallet: CaseWallet, coin: CaseCoin): Promise<string> {
  const { world } = t;
  const [tip = ''] = await world.mine(1);
  const locktime = await tipHeight(world);
  const raw = await world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout, sequence: NOT_FINAL }],
    outputs: [{ [await foreignAddress(t)]: formatSat(coin.amountSat - (await feeFor(world, { usualSat: 20_000n }))) }],
    locktime,
  });
  const { hex } = await world.result('signrawtransactionwithwallet', { hexstring: raw }, { wallet: wallet.name });
  const txid = await sendTransaction(world, hex);
  await wallet.knows(txid);
  const undone = await world.service.call('invalidateblock', { blockhash: tip });
  if (undone.type === 'error' && undone.error.code === METHOD_NOT_FOUND) {
    t.inapplicable('the node has no invalidateblock, so no block can be removed from the chain');
  }
  await world.result('reconsiderblock', { blockhash: tip });
  if ((await poolIds(t)).includes(txid)) t.inapplicable('the pool kept a payment that was temporarily not final');
  await waitUntilDropped(world, txid, { wallet: wallet.name });
  return txid;
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, States and transitions' } as const;

export const walletAbandoningInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-abandoning/flag',
    text: 'abandontransaction sets abandoned of that transaction, and of no other, in gettransaction and listtransactions.',
    methods: ['abandontransaction', 'gettransaction', 'listtransactions', 'bumpfee', 'sendtoaddress', 'getrawmempool'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const old = await wallet.result('sendtoaddress', {
          address: await foreignAddress(t),
          amount: formatSat(1_000_000n),
          comment: '',
          comment_to: '',
          subtractfeefromamount: false,
          replaceable: true,
        });
        const { txid: bumped } = await wallet.result('bumpfee', { txid: old });
        // The pool keeps one of the two.
        const [kept, leftOver] = (await poolIds(t)).includes(old) ? [old, bumped] : [bumped, old];
        await waitUntilDropped(t.world, leftOver, { wallet: wallet.name });
        t.equal(await flags(wallet, leftOver), allSay(false), 'abandoned before abandontransaction');
        await wallet.result('abandontransaction', { txid: leftOver });
        t.equal(await flags(wallet, leftOver), allSay(true), 'abandoned after abandontransaction', { path: 'abandoned' });
        t.equal(await flags(wallet, kept), allSay(false), 'abandoned of a pool transaction', { path: 'abandoned' });
        // Whether the call is refused or not, a pool transaction must not be abandoned.
        await wallet.call('abandontransaction', { txid: kept });
        t.equal(await flags(wallet, kept), allSay(false), 'abandoned of a pool transaction after abandontransaction', {
          path: 'abandoned',
        });
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-abandoning/inputs',
    text: 'Abandoning a transaction that left the pool makes its inputs unspent: listed, in the balance, and spendable.',
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
      withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const [coin] = wallet.coins as [CaseCoin];
        const dropped = await droppedPayment(t, wallet, coin);
        t.equal(await flags(wallet, dropped), allSay(false), 'abandoned before abandontransaction');
        t.equal(await unspent(wallet), [], 'the list of unspent outputs before abandontransaction');
        await wallet.result('abandontransaction', { txid: dropped });
        t.equal(await flags(wallet, dropped), allSay(true), 'abandoned after abandontransaction', { path: 'abandoned' });
        t.equal(await unspent(wallet), [place(coin)], 'the list of unspent outputs after abandontransaction');
        t.equal(amountSat(t, await wallet.result('getbalance'), 'the balance'), coin.amountSat, 'the balance after abandontransaction');
        const again = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(1_000_000n) });
        t.equal((await poolTransaction(t, again)).vin.map(place), [place(coin)], 'the list of outputs that the next payment spends');
      }),
  }),
];
