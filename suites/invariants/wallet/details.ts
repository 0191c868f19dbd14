import type { WalletTransaction, WalletTransactionDetails } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { spentSat } from '../chain/block-figures.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { present } from '../../support/present.ts';
import { withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { statements } from '../../support/statements.ts';
import { keyOf } from './entries.ts';

/** The members that a detail shares with the entry of listtransactions for the same output. */
const SHARED = ['address', 'category', 'amount', 'label', 'vout', 'abandoned'] as const;

const transaction = (wallet: CaseWallet, txid: string): Promise<WalletTransactionDetails> => wallet.result('gettransaction', { txid });

async function entriesOf(t: Trial, wallet: CaseWallet, txid: string): Promise<WalletTransaction[]> {
  const entries = (await wallet.result('listtransactions', { label: '*', count: 1000 })).filter((entry) => entry.txid === txid);
  present(t, entries[0], `listtransactions does not list the wallet transaction ${txid}`);
  return entries;
}

/** A transaction that pays a labelled address of the wallet and an address outside it, so it both sends and receives. */
async function mixedPayment(
  t: Trial,
  wallet: CaseWallet,
): Promise<{ txid: string; own: string; foreign: string; ownSat: bigint; foreignSat: bigint }> {
  const [own, foreign] = [await wallet.newAddress(`pyx ${t.random.word(8)}`), await foreignAddress(t)];
  const [ownSat, foreignSat] = [BigInt(t.random.integer(1_000_000, 2_000_000)), BigInt(t.random.integer(1_000_000, 2_000_000))];
  const txid = await wallet.result('sendmany', { dummy: '', amounts: { [own]: formatSat(ownSat), [foreign]: formatSat(foreignSat) } });
  return { txid, own, foreign, ownSat, foreignSat };
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, `gettransaction` result' } as const;
const arithmetic = { effect: ['chain', 'wallet'], evidence: 'standard', source: 'arithmetic' } as const;

export const walletDetailInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-details/listed',
    text: 'The details in gettransaction equal the entries of the transaction in listtransactions.',
    methods: ['gettransaction', 'listtransactions', 'sendmany'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const { txid } = await mixedPayment(t, wallet);
        const { details } = await transaction(wallet, txid);
        const entries = await entriesOf(t, wallet, txid);
        t.equal(
          details.map((detail) => keyOf({ ...detail, txid })).sort(),
          entries.map(keyOf).sort(),
          'the list of details (compared with the entries of listtransactions)',
          { path: 'details' },
        );
        for (const detail of details) {
          const entry = entries.find((candidate) => keyOf(candidate) === keyOf({ ...detail, txid }));
          for (const name of SHARED)
            t.equal(detail[name], entry?.[name], `${name} of a detail (compared with listtransactions)`, { path: `details.${name}` });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-details/amounts',
    text: 'details lists each payment with a signed amount, and amount in gettransaction is their sum.',
    methods: ['gettransaction', 'sendmany'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const { txid, own, foreign, ownSat, foreignSat } = await mixedPayment(t, wallet);
        const said = await transaction(wallet, txid);
        const found = said.details
          .map(({ category, address, amount }) => `${category} ${address} ${amountSat(t, amount, 'details.amount')}`)
          .sort();
        t.equal(
          found,
          [`receive ${own} ${ownSat}`, `send ${foreign} ${-foreignSat}`, `send ${own} ${-ownSat}`].sort(),
          'the list of category, address and satoshis',
          { path: 'details' },
        );
        t.equal(amountSat(t, said.amount, 'amount'), -foreignSat, 'amount (compared with the amount that left the wallet)', {
          path: 'amount',
        });
      }),
  }),
  invariant({
    ...arithmetic,
    id: 'wallet-details/outputs',
    text: 'amount and address of each detail are those of the output at vout.',
    methods: ['gettransaction', 'decoderawtransaction', 'getaddressinfo', 'sendmany'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const { txid } = await mixedPayment(t, wallet);
        const { details, hex } = await transaction(wallet, txid);
        const { vout } = await t.result('decoderawtransaction', { hexstring: hex });
        for (const detail of details) {
          const output = present(
            t,
            vout[detail.vout],
            `vout of a detail is ${detail.vout}, expected less than the number of outputs, ${vout.length}`,
            'details.vout',
          );
          const value = amountSat(t, output.value, 'value');
          t.equal(
            amountSat(t, detail.amount, 'amount'),
            detail.category === 'send' ? -value : value,
            `amount of a detail of category ${detail.category}`,
            { path: 'details.amount' },
          );
          const { scriptPubKey } = await wallet.result('getaddressinfo', { address: detail.address ?? '' });
          t.equal(output.scriptPubKey.hex, scriptPubKey, 'the script of the output (compared with the address in the detail)', {
            path: 'details.address',
          });
        }
      }),
  }),
  invariant({
    ...statements.walletFee,
    effect: ['chain', 'wallet'],
    methods: ['gettransaction', 'listtransactions', 'getrawtransaction', 'sendmany'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        const { txid } = await mixedPayment(t, wallet);
        const raw = await t.result('getrawtransaction', { txid, verbose: true });
        const wanted = sumSat(raw.vout.map(({ value }) => amountSat(t, value, 'vout.value'))) - (await spentSat(t, raw));
        const said = await transaction(wallet, txid);
        t.equal(amountSat(t, said.fee, 'fee'), wanted, 'fee in gettransaction', { path: 'fee' });
        const sends = said.details.filter(({ category }) => category === 'send');
        t.equal(sends.length, 2, 'the number of details of category send', { path: 'details' });
        // The documents state a negative fee for the transaction and for an entry, not for a detail.
        for (const { fee } of sends) {
          const sat = amountSat(t, fee, 'details.fee');
          t.equal(sat < 0n ? sat : -sat, wanted, 'fee of a detail (as a negative amount)', { path: 'details.fee' });
        }
        for (const { fee, category } of await entriesOf(t, wallet, txid)) {
          if (category === 'send') t.equal(amountSat(t, fee, 'fee'), wanted, 'fee in listtransactions', { path: 'fee' });
          else
            t.equal(fee, undefined, `fee of an entry of category ${category}`, {
              path: 'fee',
              evidence: 'document',
              source: 'document 1, Wallet transaction entry',
            });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-details/block',
    text: 'blockhash, blockindex and blocktime of a wallet transaction are those of its block.',
    methods: ['gettransaction', 'listtransactions', 'getblock', 'sendmany'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const { txid } = await mixedPayment(t, wallet);
        const [mined = ''] = await t.world.mine(1);
        const block = await t.result('getblock', { blockhash: mined });
        const place = block.tx.indexOf(txid);
        const said = await transaction(wallet, txid);
        for (const [whose, shown] of [
          ['gettransaction', said],
          ...(await entriesOf(t, wallet, txid)).map((entry) => ['listtransactions', entry] as const),
        ] as const) {
          t.equal(shown.blockhash, mined, `blockhash in ${whose}`, { path: 'blockhash' });
          t.equal(shown.blockindex, place, `blockindex in ${whose}`, { path: 'blockindex' });
          t.equal(shown.blocktime, block.time, `blocktime in ${whose}`, { path: 'blocktime' });
          t.equal(shown.confirmations, 1, `confirmations in ${whose}`, { path: 'confirmations' });
          for (const name of ['time', 'timereceived'] as const)
            t.equal(shown[name], said[name], `${name} in ${whose} (compared with gettransaction)`, { path: name });
        }
      }),
  }),
];
