import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { foreignAddress, randomAmountSat, type Recipient } from '../../support/payments.ts';
import { withSpareCaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { FUNDERS } from './funders.ts';

const COIN = 100_000_000n;
/**
 * Payments and calls for a position at random: with 10 positions, 11 calls give the same one by chance with a probability
 * of 10 / 10^11.
 */
const PAYMENTS = 9;
const CALLS = 11;
/** Fee rates of `settxfee`, in satoshis per kilobyte. */
const RATES_SAT = [60_000n, 240_000n] as const;

async function payments(t: Trial, count: number): Promise<Recipient[]> {
  const list: Recipient[] = [];
  for (let i = 0; i < count; i++)
    list.push({ address: await foreignAddress(t), amountSat: BigInt(t.random.integer(1_000_000, 4_000_000)) });
  return list;
}

const options = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Shared argument shapes' } as const;

export const fundingDefaultInvariants: readonly Case[] = [
  invariant({
    ...options,
    id: 'funding-defaults/change-position',
    text: 'Without changePosition the change is at a random position.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt'],
    run: (t) =>
      withSpareCaseWallet(t, [COIN + randomAmountSat(t)], async (wallet) => {
        const paid = await payments(t, PAYMENTS);
        for (const { method, fund } of FUNDERS) {
          const seen = new Set<number>();
          for (let i = 0; i < CALLS; i++) seen.add((await fund(t, wallet, paid)).changepos);
          t.ok(seen.size > 1, `changepos is ${[...seen].join()} in each of ${CALLS} answers of ${method}, expected random positions`, {
            path: 'changepos',
          });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'funding-defaults/locks',
    text: 'Funding locks the selected outputs with lockUnspents true, and none without it.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt', 'listlockunspent', 'lockunspent'],
    run: (t) =>
      withSpareCaseWallet(t, [COIN + randomAmountSat(t)], async (wallet) => {
        const paid = await payments(t, 1);
        for (const { method, fund } of FUNDERS) {
          for (const given of [undefined, {}, { lockUnspents: false }, { lockUnspents: true }]) {
            const { transaction } = await fund(t, wallet, paid, given);
            const spent = transaction.inputs.map(({ txid, vout }) => ({ txid, vout }));
            t.equal(
              await wallet.result('listlockunspent'),
              given?.lockUnspents === true ? spent : [],
              `the locked outputs after ${method} with ${given === undefined ? 'no options' : JSON.stringify(given)}`,
              { path: method },
            );
          }
          await wallet.result('lockunspent', { unlock: true });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'funding-defaults/target',
    text: 'The fee for a conf_target is an estimate, whatever rate settxfee sets.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt', 'settxfee'],
    run: (t) =>
      withSpareCaseWallet(t, [COIN + randomAmountSat(t)], async (wallet) => {
        const paid = await payments(t, 1);
        const target = t.random.integer(2, 24);
        for (const { method, fund } of FUNDERS) {
          const fees: bigint[] = [];
          for (const rateSat of RATES_SAT) {
            await wallet.result('settxfee', { amount: formatSat(rateSat) });
            fees.push((await fund(t, wallet, paid, { conf_target: target })).feeSat);
          }
          const [first = 0n, second = 0n] = fees;
          t.equal(second, first, `the fee of ${method} with conf_target ${target} at another rate of settxfee`, { path: 'fee' });
        }
        await wallet.result('settxfee', { amount: formatSat(0n) });
      }),
  }),
];
