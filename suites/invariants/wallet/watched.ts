import { formatSat } from '../../../client/wire-json.ts';
import { tipHeight } from '../../../fixtures/world/ingredients/chain-places.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, type CaseCoin, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';

const LISTED = 1000;
const SENT_SAT = 3_000_000n;

/** A payment as a wallet shows it: category, amount and fee in satoshis. */
type Shown = readonly [category: string, address: string, sat: bigint, feeSat: bigint | undefined];

/** The coin of the watched wallet, and the heights of the blocks with the coins of both. */
interface Watched extends CaseCoin {
  readonly height: number;
  readonly ownHeight: number;
}

/** The wallet of the case, and another one whose only address, with a coin, it watches. */
function withWatched(t: Trial, work: (wallet: CaseWallet, watched: CaseWallet, coin: Watched) => Promise<void>): Promise<void> {
  return withCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
    const ownHeight = await tipHeight(t.world);
    await withCaseWallet(t, [], async (watched) => {
      const address = await watched.newAddress();
      await wallet.result('importaddress', { address, label: 'pyx watched', rescan: false });
      const sat = randomAmountSat(t);
      const { txid } = await watched.receive([{ address, amountSat: sat }]);
      await wallet.knows(txid);
      await t.world.mine(1);
      await work(wallet, watched, { txid, vout: 0, address, amountSat: sat, height: await tipHeight(t.world), ownHeight });
    });
  });
}

/** What a list shows of a transaction, in no particular order. */
function shownOf(
  t: Trial,
  entries: readonly {
    readonly category: string;
    readonly address?: string;
    readonly amount: Parameters<typeof amountSat>[1];
    readonly fee?: Parameters<typeof amountSat>[1];
  }[],
): string[] {
  return entries
    .map(({ category, address = '', amount, fee }): Shown => {
      const feeSat = fee === undefined ? undefined : amountSat(t, fee, 'fee');
      // The documents state a negative fee for the transaction and for an entry, not for a detail.
      return [category, address, amountSat(t, amount, 'amount'), feeSat === undefined || feeSat < 0n ? feeSat : -feeSat];
    })
    .map((parts) => parts.map(String).join(' '))
    .sort();
}

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

export const walletWatchedInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-watched/balances',
    text: 'getbalance with minconf is the sum of the own coins with as many confirmations, and with include_watchonly that of the watched ones too.',
    methods: ['getbalance', 'importaddress', 'getunconfirmedbalance', 'getwalletinfo', 'gettransaction'],
    run: (t) =>
      withWatched(t, async (wallet, watched, { address, amountSat: oldWatched, height, ownHeight }) => {
        const oldSat = sumSat(wallet.coins.map((coin) => coin.amountSat));
        const [youngSat, youngWatched] = [randomAmountSat(t), randomAmountSat(t)];
        const own = await wallet.newAddress();
        await t.world.mine(1);
        await wallet.receive([
          { address: own, amountSat: youngSat },
          { address, amountSat: youngWatched },
        ]);
        await t.world.mine(1);
        // Confirmations: 1 of both young coins, 3 or more of the watched one, and more of that of the wallet.
        const next = (await tipHeight(t.world)) + 1;
        const [ownDepth, watchedDepth] = [next - ownHeight, next - height];
        for (const minconf of [0, 1, 2, watchedDepth, watchedDepth + 1, ownDepth, ownDepth + 1]) {
          const ownSat = (minconf <= ownDepth ? oldSat : 0n) + (minconf <= 1 ? youngSat : 0n);
          const watchedSat = (minconf <= watchedDepth ? oldWatched : 0n) + (minconf <= 1 ? youngWatched : 0n);
          for (const include_watchonly of [false, true]) {
            const balance = await wallet.result('getbalance', { dummy: '*', minconf, include_watchonly });
            t.equal(
              amountSat(t, balance, 'the balance'),
              include_watchonly ? ownSat + watchedSat : ownSat,
              `the balance with minconf ${minconf} and include_watchonly ${include_watchonly}`,
            );
          }
        }
        const { balance } = await wallet.result('getwalletinfo');
        t.equal(amountSat(t, balance, 'balance'), oldSat + youngSat, 'balance in getwalletinfo of a wallet with watched coins', {
          path: 'balance',
        });
        t.equal(
          amountSat(t, await watched.result('getbalance'), 'the balance'),
          oldWatched + youngWatched,
          'the balance of the wallet that is watched',
        );
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-watched/sent',
    source: 'document 1, Wallet transaction entry, and `gettransaction` result',
    text: 'A payment of a watched coin is sent with include_watchonly, with its fee, and is not of the wallet without it.',
    methods: [
      'gettransaction',
      'listtransactions',
      'listsinceblock',
      'getblockhash',
      'importaddress',
      'sendrawtransaction',
      'signrawtransactionwithwallet',
    ],
    run: (t) =>
      withWatched(t, async (wallet, watched, coin) => {
        const payees = [await foreignAddress(t), await foreignAddress(t)];
        const feeSat = 20_000n + BigInt(t.random.integer(0, 1_000));
        const amounts = [SENT_SAT, coin.amountSat - SENT_SAT - feeSat];
        const hexstring = await t.world.result('createrawtransaction', {
          inputs: [{ txid: coin.txid, vout: coin.vout }],
          outputs: payees.map((payee, at) => ({ [payee]: formatSat(amounts[at] ?? 0n) })),
        });
        const { hex } = await watched.result('signrawtransactionwithwallet', { hexstring });
        const txid = await t.result('sendrawtransaction', { hexstring: hex });
        await wallet.knows(txid);
        await watched.knows(txid);
        const sent = payees.map((payee, at) => ['send', payee, -(amounts[at] ?? 0n), -feeSat].map(String).join(' ')).sort();
        for (const [whose, by, include_watchonly, wanted] of [
          ['the wallet that holds the key', watched, false, sent],
          ['a wallet that watches the coin, with include_watchonly', wallet, true, sent],
          ['a wallet that watches the coin, without include_watchonly', wallet, false, []],
        ] as const) {
          const said = await by.result('gettransaction', { txid, include_watchonly });
          t.equal(shownOf(t, said.details), wanted, `the list of details for ${whose}`, { path: 'details' });
          const isSent = wanted.length > 0;
          t.equal(
            said.fee === undefined ? undefined : amountSat(t, said.fee, 'fee'),
            isSent ? -feeSat : undefined,
            `fee in gettransaction for ${whose}`,
            { path: 'fee' },
          );
          t.equal(amountSat(t, said.amount, 'amount'), isSent ? -sumSat(amounts) : 0n, `amount in gettransaction for ${whose}`, {
            path: 'amount',
          });
          const entries = await by.result('listtransactions', { label: '*', count: LISTED, skip: 0, include_watchonly });
          t.equal(
            shownOf(
              t,
              entries.filter((entry) => entry.txid === txid),
            ),
            wanted,
            `the list of entries in listtransactions for ${whose}`,
          );
          const since = await by.result('listsinceblock', {
            blockhash: await t.result('getblockhash', { height: 0 }),
            target_confirmations: 1,
            include_watchonly,
          });
          t.equal(
            shownOf(
              t,
              since.transactions.filter((entry) => entry.txid === txid),
            ),
            wanted,
            `the list of entries in listsinceblock for ${whose}`,
            { path: 'transactions' },
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-watched/unsafe',
    source: 'document 1, Unspent output, and Wallet transaction entry',
    text: 'An unconfirmed payment of a watched coin to the wallet is from outside keys: neither safe nor trusted, and no part of the balance.',
    methods: ['listunspent', 'gettransaction', 'listtransactions', 'getbalance', 'getunconfirmedbalance', 'importaddress', 'sendtoaddress'],
    run: (t) =>
      withWatched(t, async (wallet, watched) => {
        const address = await wallet.newAddress();
        const txid = await watched.result('sendtoaddress', { address, amount: formatSat(SENT_SAT) });
        await wallet.knows(txid);
        const held = sumSat(wallet.coins.map((coin) => coin.amountSat));
        const judge = async (isConfirmed: boolean, when: string): Promise<void> => {
          const outputs = await wallet.result('listunspent', { minconf: 0, maxconf: 9_999_999, addresses: [address] });
          t.equal(
            outputs.map(({ safe }) => safe),
            [isConfirmed],
            `the list of safe of the output ${when}`,
            { path: 'safe' },
          );
          const entries = await wallet.result('listtransactions', { label: '*', count: LISTED });
          const own = entries.filter((entry) => entry.txid === txid && entry.address === address);
          t.equal(own.length, 1, `the number of entries of the payment ${when}`);
          if (!isConfirmed)
            for (const { trusted } of own) t.equal(trusted, false, 'trusted of a payment from outside keys', { path: 'trusted' });
          t.equal(
            amountSat(t, await wallet.result('getbalance'), 'the balance'),
            isConfirmed ? held + SENT_SAT : held,
            `the balance ${when}`,
          );
          t.equal(
            amountSat(t, await wallet.result('getunconfirmedbalance'), 'the balance'),
            isConfirmed ? 0n : SENT_SAT,
            `the unconfirmed balance ${when}`,
          );
        };
        await judge(false, 'while the payment is in the pool');
        await t.world.mine(1);
        await judge(true, 'after the payment is confirmed');
      }),
  }),
];
