import type { Case } from '../../../engine/case.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { addressOfScript } from '../../../oracles/addresses.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, totalOut } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { eitherFormat } from '../../support/either-format.ts';
import { present } from '../../support/present.ts';
import { withSpareCaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { FUNDERS, largeSat, smallPayments, withLargeCoin } from './funders.ts';

/**
 * Payments and calls for a position at random: of 10 equally likely positions, 11 calls give the same one with a
 * probability of 10^-10.
 */
const PAYMENTS = 9;
const CALLS = 11;
/** Fee rates of `settxfee`, in satoshis per kilobyte. */
const RATES_SAT = [60_000n, 240_000n] as const;

const options = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Shared argument shapes' } as const;

export const fundingDefaultInvariants: readonly Case[] = [
  invariant({
    ...options,
    id: 'funding-defaults/change-position',
    text: 'Without changePosition the change is at a random position.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, PAYMENTS);
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
    id: 'funding-defaults/change-address',
    text: 'Without changeAddress the change is paid to an address of the wallet.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt', 'getaddressinfo'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const [paid, chain] = [await smallPayments(t, 1), await t.world.use('chainParameters')];
        for (const { method, fund } of FUNDERS) {
          const { transaction, changepos } = await fund(t, wallet, paid);
          const script = transaction.outputs[changepos]?.script ?? new Uint8Array();
          const address = present(t, addressOfScript(script, chain), `the change of ${method} pays no address`, method);
          const { ismine } = await wallet.result('getaddressinfo', { address });
          t.equal(ismine, true, `ismine of the address of the change of ${method}`, { path: method });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'funding-defaults/locks',
    text: 'Funding locks the selected outputs with lockUnspents true, and none without it.',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt', 'listlockunspent', 'lockunspent'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, 1);
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
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, 1);
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
  invariant({
    ...options,
    id: 'funding-defaults/format',
    text: 'fundrawtransaction with iswitness false reads bytes of either format without a witness.',
    source: 'document 2, Raw transactions, scripts and PSBTs',
    methods: ['fundrawtransaction'],
    run: async (t) => {
      const { hex, plain } = eitherFormat(t);
      await withSpareCaseWallet(t, [totalOut(plain) + largeSat(t)], async (wallet) => {
        const funded = await wallet.result('fundrawtransaction', { hexstring: hex, options: {}, iswitness: false });
        const { outputs } = decoded(t, 'the funded transaction', () => parseTransaction(funded.hex, { witness: false }));
        const scripts = outputs.filter((_, index) => index !== funded.changepos).map(({ script }) => toHex(script));
        t.equal(
          scripts,
          plain.outputs.map(({ script }) => toHex(script)),
          'the scripts of the outputs without the change',
          { path: 'hex' },
        );
      });
    },
  }),
];
