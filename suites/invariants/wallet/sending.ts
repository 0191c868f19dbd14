import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withCaseWallet, withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { feeRateOf, isSameRate } from './fee-rates.ts';

/** Fee rates of `settxfee`, in satoshis per kilobyte. */
const RATES_SAT = [60_000n, 240_000n] as const;
const PAID_SAT = 1_000_000n;

/** Calls `pay` once for each rate of `settxfee`, and checks that both transactions pay the same rate. */
async function sameRate(t: Trial, wallet: CaseWallet, what: string, pay: (rateSat: bigint) => Promise<string>): Promise<void> {
  const rates: number[] = [];
  for (const rateSat of RATES_SAT) rates.push(await feeRateOf(t, wallet, await pay(rateSat)));
  await wallet.result('settxfee', { amount: formatSat(0n) });
  const [first = 0, second = 0] = rates;
  t.ok(
    isSameRate(second, first),
    `${what} pays ${second.toFixed(0)} sat/kB when settxfee sets another rate, expected ${first.toFixed(0)} sat/kB as before`,
    { path: 'fee' },
  );
}

const setRate = (wallet: CaseWallet, rateSat: bigint): Promise<boolean> => wallet.result('settxfee', { amount: formatSat(rateSat) });

const documented = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Wallet and address methods' } as const;

/** In thousandths of a coin. No set of them is worth just what is paid, and each needs another choice. */
const COIN_SETS: readonly { readonly coins: readonly bigint[]; readonly paid: bigint }[] = [
  { coins: [498n, 1_000n], paid: 500n }, // one is a little too small
  { coins: [600n, 600n], paid: 800n }, // both are needed
  { coins: [200n, 200n, 200n, 200n, 200n], paid: 700n }, // any four
  { coins: [500n, 450n, 400n, 50n], paid: 1_000n }, // all but the smallest
];
const THOUSANDTH_SAT = 100_000n;

/**
 * Coins at a fee rate, of which a payment needs a part. A fee for all of them would be more than releases of the family pay (0.1 coins).
 * The second payment needs more of them than a random half. No number of
 * coins is worth just what is paid, so that there is change.
 */
const MANY_COINS = [
  { count: 20, coin: 2_000_000n, paid: 5_424_000n, rateSat: 9_000_000n },
  { count: 60, coin: 1_000_000n, paid: 35_450_000n, rateSat: 2_900_000n },
] as const;

export const walletSendingInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'wallet-sending/sufficient',
    text: 'A wallet pays what its confirmed coins suffice for, whether it needs one of them or several.',
    methods: ['sendtoaddress'],
    run: async (t) => {
      for (const { coins, paid } of COIN_SETS) {
        const amounts = coins.map((thousandths) => thousandths * THOUSANDTH_SAT);
        await withSpareCaseWallet(t, amounts, async (wallet) => {
          await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(paid * THOUSANDTH_SAT) });
        });
      }
    },
  }),
  invariant({
    ...documented,
    id: 'wallet-sending/many-coins',
    text: 'A wallet with many small coins pays what a part of them suffices for, also where a fee for all of them would be high.',
    methods: ['sendtoaddress', 'settxfee', 'gettransaction'],
    run: async (t) => {
      for (const { count, coin, paid, rateSat } of MANY_COINS) {
        await withSpareCaseWallet(t, Array<bigint>(count).fill(coin), async (wallet) => {
          // A node may have a lower maximum.
          if (!(await wallet.call('settxfee', { amount: formatSat(rateSat) })).ok) return;
          const txid = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(paid) });
          const { amount } = await wallet.result('gettransaction', { txid });
          t.equal(amountSat(t, amount, 'amount'), -paid, 'amount of the payment', { path: 'amount' });
          await setRate(wallet, 0n);
        });
      }
    },
  }),
  invariant({
    ...documented,
    id: 'wallet-sending/minconf',
    text: 'sendmany pays from an output with 1 confirmation by default, and from an unconfirmed one with minconf 0.',
    methods: ['sendmany'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t)], async (wallet) => {
        const args = async (minconf?: number) => ({
          dummy: '' as const,
          amounts: { [await foreignAddress(t)]: formatSat(PAID_SAT) },
          minconf,
        });
        // No sentence says that outputs with fewer confirmations are not spent, and releases of this family ignore the number.
        const observe = async (minconf: number | undefined, state: string): Promise<void> => {
          const answer = await wallet.call('sendmany', await args(minconf));
          const how = minconf === undefined ? 'without minconf' : `with minconf ${minconf}`;
          t.observe('minconf', answer.ok ? 'paid' : `refused ${answer.error.code}`, `sendmany ${how} from ${state}`, `${how}, ${state}`);
        };
        await wallet.result('sendmany', await args());
        for (const minconf of [1, undefined]) await observe(minconf, 'unconfirmed change');
        await wallet.result('sendmany', await args(0));
        await t.world.mine(1);
        await observe(2, 'an output with 1 confirmation');
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-sending/comment',
    text: 'The wallet keeps the comment of sendmany, and has none without it.',
    methods: ['sendmany', 'gettransaction', 'listtransactions'],
    run: (t) =>
      withCaseWallet(t, [randomAmountSat(t), randomAmountSat(t)], async (wallet) => {
        for (const comment of [`pyx ${t.random.word(12)}`, undefined]) {
          const amounts = { [await foreignAddress(t)]: formatSat(PAID_SAT) };
          const txid = await wallet.result('sendmany', { dummy: '', amounts, minconf: 0, comment });
          const entries = await wallet.result('listtransactions', { label: '*', count: 100 });
          const entry = entries.find((entry) => entry.txid === txid && entry.category === 'send');
          // An empty text is no comment either.
          t.equal(entry?.comment ?? '', comment ?? '', 'comment in listtransactions of a payment by sendmany', { path: 'comment' });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'wallet-sending/target',
    text: 'The fee rate of a payment with conf_target is an estimate, whatever rate settxfee sets.',
    methods: ['sendtoaddress', 'sendmany', 'settxfee', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(
        t,
        [0, 1, 2, 3].map(() => randomAmountSat(t)),
        async (wallet) => {
          const target = t.random.integer(2, 24);
          const amount = formatSat(PAID_SAT);
          await sameRate(t, wallet, `sendtoaddress with conf_target ${target}`, async (rateSat) => {
            await setRate(wallet, rateSat);
            const fixed = { comment: '', comment_to: '', subtractfeefromamount: false, replaceable: false };
            return wallet.result('sendtoaddress', { address: await foreignAddress(t), amount, ...fixed, conf_target: target });
          });
          await sameRate(t, wallet, `sendmany with conf_target ${target}`, async (rateSat) => {
            await setRate(wallet, rateSat);
            const fixed = { minconf: 1, comment: '', subtractfeefrom: [], replaceable: false };
            return wallet.result('sendmany', { dummy: '', amounts: { [await foreignAddress(t)]: amount }, ...fixed, conf_target: target });
          });
        },
      ),
  }),
  invariant({
    ...documented,
    id: 'wallet-sending/bumped-target',
    text: 'The fee rate of bumpfee with confTarget is an estimate, whatever rate settxfee sets.',
    methods: ['bumpfee', 'sendtoaddress', 'settxfee', 'gettransaction'],
    run: (t) =>
      withSpareCaseWallet(
        t,
        [0, 1].map(() => randomAmountSat(t)),
        async (wallet) => {
          const target = t.random.integer(2, 24);
          await sameRate(t, wallet, `bumpfee with confTarget ${target}`, async (rateSat) => {
            await setRate(wallet, 0n);
            const fixed = { comment: '', comment_to: '', subtractfeefromamount: false, replaceable: true };
            const txid = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(PAID_SAT), ...fixed });
            await setRate(wallet, rateSat);
            return (await wallet.result('bumpfee', { txid, options: { confTarget: target } })).txid;
          });
        },
      ),
  }),
];
