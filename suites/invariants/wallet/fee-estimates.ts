import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { FundingOptionsArgument } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { ForeignKey, OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat } from '../../support/amounts.ts';
import { foreignAddress, payFromTrial } from '../../support/payments.ts';
import { withCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { FUNDERS } from '../raw/funders.ts';
import { feeRateOf, isSameRate, unsignedFeeRate } from './fee-rates.ts';

/** Rates of the payments in the history, in satoshis per kilobyte: those at the low rate wait longer. */
const HIGH_SAT = 500_000n;
const LOW_SAT = 100_000n;
/** Vbytes of a payment with one P2WPKH input and one P2WPKH output (BIP 141), with the longest signature. */
const PAYMENT_VBYTES = 110n;
/** Blocks of the history: in the first ones no payment at the low rate is mined, in the others each at once. */
const SLOW_BLOCKS = 2;
const FAST_BLOCKS = 16;
const BLOCKS = SLOW_BLOCKS + FAST_BLOCKS;
const COIN_SAT = 1_000_000n;
/** Rate that the wallet pays without an estimate, of 1,000 vbytes: far below those of the history. */
const SET = { usualSat: 10_000n, vbytes: 1_000 } as const;
const PAID_SAT = 500_000n;
/** Coins of the wallet: one for each payment. */
const COINS = 22;

interface Choice {
  readonly target: number;
  readonly mode: 'ECONOMICAL' | 'CONSERVATIVE';
}

/** What a payment is asked for. `UNSET` and undefined are the default mode. */
interface Asked {
  readonly target: number;
  readonly mode: Choice['mode'] | 'UNSET' | undefined;
  readonly replaceable: boolean;
}

/** The estimates for these differ after the history on nodes of the family. */
const CHOICES: readonly Choice[] = [
  { target: 2, mode: 'CONSERVATIVE' },
  { target: 8, mode: 'CONSERVATIVE' },
  { target: 8, mode: 'ECONOMICAL' },
];

/** Calls a method beyond the documents. Ends the case if the node does not answer it. */
async function beyond(t: Trial, method: string, args: { readonly [name: string]: Wire }): Promise<Wire> {
  const reply = await t.world.service.call(method, args);
  if (reply.type !== 'result') t.inapplicable(`the node has no estimate to compare with: it does not answer ${method}`);
  return reply.type === 'result' ? reply.result : null;
}

/** Sends the coin of a key at this rate. Returns the txid. */
async function payAt(t: Trial, key: ForeignKey | undefined, coin: OutpointValue, rateSat: bigint): Promise<string> {
  const { world } = t;
  const { address } = await world.use('unownedAddress');
  const raw = await world.result('createrawtransaction', {
    inputs: [coin],
    outputs: [{ [address]: formatSat(COIN_SAT - (rateSat * PAYMENT_VBYTES) / 1000n) }],
  });
  const { hex } = await world.result('signrawtransactionwithkey', { hexstring: raw, privkeys: [key?.wif ?? ''] });
  return sendTransaction(world, hex);
}

/** Mines blocks with payments at two rates, from which the node learns how long each rate waits. */
async function makeHistory(t: Trial): Promise<void> {
  const keys: ForeignKey[] = [];
  for (let i = 0; i < 2 * BLOCKS; i++) keys.push(await t.world.fresh('foreignKey'));
  const { txid } = await payFromTrial(
    t,
    keys.map(({ addresses }) => ({ address: addresses.bech32, amountSat: COIN_SAT })),
    { feeSat: 300_000n },
  );
  await t.world.mine(1);
  const { address } = await t.world.use('unownedAddress');
  for (let block = 0; block < BLOCKS; block++) {
    const high = await payAt(t, keys[2 * block], { txid, vout: 2 * block }, HIGH_SAT);
    const low = await payAt(t, keys[2 * block + 1], { txid, vout: 2 * block + 1 }, LOW_SAT);
    await beyond(t, 'generateblock', { output: address, transactions: block < SLOW_BLOCKS ? [high] : [high, low] });
  }
}

/** The estimate of the node, in satoshis per kilobyte. */
async function estimated(t: Trial, { target, mode }: Choice): Promise<number> {
  const answer = await beyond(t, 'estimatesmartfee', { conf_target: target, estimate_mode: mode });
  const { feerate } = answer as { readonly feerate?: never };
  if (feerate === undefined) t.inapplicable(`the node has no estimate for ${target} blocks after ${BLOCKS} blocks with payments`);
  return Number(amountSat(t, feerate, 'feerate'));
}

/** A call that pays by an estimate. */
interface Payer {
  readonly name: string;
  /** The fee rate that it pays, in satoshis per kilobyte. */
  readonly rate: (t: Trial, wallet: CaseWallet, asked: Asked) => Promise<number>;
}

const PAYERS: readonly Payer[] = [
  ...FUNDERS.map(({ method, fund }): Payer => ({
    name: method,
    rate: async (t, wallet, { target, mode, replaceable }) => {
      const options: FundingOptionsArgument = { conf_target: target, replaceable, ...(mode && { estimate_mode: mode }) };
      return unsignedFeeRate(await fund(t, wallet, [{ address: await foreignAddress(t), amountSat: PAID_SAT }], options));
    },
  })),
  {
    name: 'sendtoaddress',
    rate: async (t, wallet, { target, mode, replaceable }) => {
      const fixed = { comment: '', comment_to: '', subtractfeefromamount: false, replaceable };
      const given = { address: await foreignAddress(t), amount: formatSat(PAID_SAT), ...fixed, conf_target: target, estimate_mode: mode };
      return feeRateOf(t, wallet, await wallet.result('sendtoaddress', given));
    },
  },
  {
    name: 'sendmany',
    rate: async (t, wallet, { target, mode, replaceable }) => {
      const amounts = { [await foreignAddress(t)]: formatSat(PAID_SAT) };
      const fixed = { minconf: 1, comment: '', subtractfeefrom: [], replaceable };
      const given = { dummy: '' as const, amounts, ...fixed, conf_target: target, estimate_mode: mode };
      return feeRateOf(t, wallet, await wallet.result('sendmany', given));
    },
  },
  {
    name: 'bumpfee',
    rate: async (t, wallet, { target, mode, replaceable }) => {
      const fixed = { comment: '', comment_to: '', subtractfeefromamount: false, replaceable: true };
      const txid = await wallet.result('sendtoaddress', { address: await foreignAddress(t), amount: formatSat(PAID_SAT), ...fixed });
      const options = { confTarget: target, replaceable, ...(mode && { estimate_mode: mode }) };
      return feeRateOf(t, wallet, (await wallet.result('bumpfee', { txid, options })).txid);
    },
  },
];

const nameOf = ({ target, mode }: Choice): string => `a target of ${target} and mode ${mode}`;

export const walletFeeEstimateInvariants: readonly Case[] = [
  invariant({
    id: 'wallet-fee-estimates/followed',
    text: 'The wallet pays the estimate for conf_target and estimate_mode, whose default is UNSET.',
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 1, Shared argument shapes',
    methods: ['fundrawtransaction', 'walletcreatefundedpsbt', 'sendtoaddress', 'sendmany', 'bumpfee', 'settxfee', 'gettransaction'],
    // Payments of other cases would be part of the history.
    ownNode: true,
    run: (t) =>
      withCaseWallet(
        t,
        Array.from({ length: COINS }, () => 2n * COIN_SAT),
        async (wallet) => {
          await makeHistory(t);
          await wallet.result('settxfee', { amount: formatSat(await feeFor(t.world, SET)) });
          const wanted = new Map<Choice, number>();
          for (const choice of CHOICES) wanted.set(choice, await estimated(t, choice));
          if (new Set(wanted.values()).size === 1) t.inapplicable('the node has the same estimate for every target and mode');
          for (const { name, rate } of PAYERS) {
            for (const [choice, rateSat] of wanted) {
              // Nodes of the family estimate economically for a replaceable payment unless another mode is given.
              const paid = await rate(t, wallet, { ...choice, replaceable: choice.mode === 'CONSERVATIVE' });
              t.ok(
                isSameRate(paid, rateSat),
                `${name} with ${nameOf(choice)} pays ${paid.toFixed(0)} sat/kB, expected the estimate of ${rateSat} sat/kB`,
                { path: name },
              );
            }
            const target = CHOICES.at(-1)?.target ?? 0;
            for (const replaceable of [false, true]) {
              const left = await rate(t, wallet, { target, mode: undefined, replaceable });
              const unset = await rate(t, wallet, { target, mode: 'UNSET', replaceable });
              t.ok(
                isSameRate(left, unset),
                `${name} without estimate_mode pays ${left.toFixed(0)} sat/kB, expected ${unset.toFixed(0)} sat/kB as with UNSET`,
                { path: name, check: 'default' },
              );
            }
          }
        },
      ),
  }),
];
