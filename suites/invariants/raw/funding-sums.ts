import { formatSat } from '../../../client/wire-json.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';
import type { FundingOptionsArgument } from '../../../specs/model/generated/wire.d.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { totalOut, vsizeOf } from '../../../oracles/transaction.ts';
import { sumSat } from '../../support/amounts.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { foreignAddress, type Recipient } from '../../support/payments.ts';
import { withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { invariant } from '../invariant.ts';
import { ADDRESS_TYPES } from '../recomputed/addresses.ts';
import { FUNDERS, type FundedPayment, type Funder } from './funders.ts';

const COINS_OF_A_TYPE = 3;
/** Bytes by which a signature may be shorter or longer than the wallet expects. */
const SIGNATURE_BYTES = 2;
/** More than an output of the wallet and the input that spends it take. */
const CHANGE_VBYTES = 200;
/** More than the family calls dust. */
const DUST_SAT = 6_000n;
/** More than the rounding of the fee of each part, as a share of the fee. */
const MARGIN = 10n;

/** Amounts of the coins of a wallet, in satoshis, by outpoint. */
type Coins = ReadonlyMap<string, bigint>;

/** Pays to a wallet coins of each address type, and confirms them. */
async function coinsOfEachType(t: Trial, wallet: CaseWallet): Promise<Coins> {
  const recipients: Recipient[] = [];
  for (const type of ADDRESS_TYPES) {
    for (let n = 0; n < COINS_OF_A_TYPE; n++)
      recipients.push({ address: await wallet.newAddress('', type), amountSat: BigInt(t.random.integer(1_000_000, 9_000_000)) });
  }
  const { txid } = await wallet.receive(recipients);
  await t.world.mine(1);
  return new Map(recipients.map(({ amountSat }, vout) => [outpointText({ txid, vout }), amountSat]));
}

interface Asked {
  readonly payments: readonly Recipient[];
  readonly rateSat: number;
  /** Indices of the payments that pay the fee. */
  readonly payers?: readonly number[];
}

async function payments(t: Trial, ...amountsSat: readonly bigint[]): Promise<Recipient[]> {
  const list: Recipient[] = [];
  for (const amountSat of amountsSat) list.push({ address: await foreignAddress(t), amountSat });
  return list;
}

const optionsOf = ({ rateSat, payers = [] }: Asked): FundingOptionsArgument => ({
  feeRate: formatSat(BigInt(rateSat)),
  subtractFeeFromOutputs: [...payers],
});

/** Checks what was funded against the coins and the payments, and its fee against the size that it has with signatures. */
async function check(t: Trial, wallet: CaseWallet, coins: Coins, asked: Asked & { readonly funded: FundedPayment }): Promise<void> {
  const { payments: paid, rateSat, payers = [], funded } = asked;
  const { transaction, feeSat, changepos } = funded;
  const spent = transaction.inputs.map(outpointText);
  t.equal(new Set(spent).size, spent.length, 'the number of different outputs that are spent', { path: 'hex' });
  t.equal(
    spent.filter((place) => !coins.has(place)),
    [],
    'the spent outputs that are not coins of the wallet',
    { path: 'hex' },
  );
  const heldSat = sumSat(spent.map((place) => coins.get(place) ?? 0n));
  t.equal(heldSat, totalOut(transaction) + feeSat, 'the sum of the spent coins (compared with the outputs and the fee)', { path: 'fee' });
  const others = transaction.outputs.filter((_, index) => index !== changepos).map(({ valueSat }) => valueSat);
  const less = paid.map(({ amountSat }, index) => amountSat - (others[index] ?? 0n));
  const feeOf = (vbytes: number): bigint => BigInt(rateSat * vbytes) / 1_000n;
  // Without a change output, what is left of the coins goes to the fee beside what the payments pay: no more than such an output costs.
  const leftSat = feeSat - sumSat(less);
  const isLeft = payers.length > 0 && changepos < 0 && leftSat > 0n && leftSat <= feeOf(CHANGE_VBYTES) + DUST_SAT;
  const bornSat = payers.length === 0 ? 0n : feeSat - (isLeft ? leftSat : 0n);
  t.equal([others.length, sumSat(less)], [paid.length, bornSat], 'the number of payments, and what they pay of the fee', { path: 'fee' });
  for (const [index, part] of less.entries()) {
    const share = payers.includes(index) ? bornSat / BigInt(payers.length) : 0n;
    // The first of them also pays what cannot be divided.
    t.ok(
      part === share || (share > 0n && part - share < BigInt(payers.length) && part > share),
      `payment ${index} pays ${part} sat of the fee of ${feeSat} sat`,
      {
        path: 'fee',
      },
    );
  }
  const { hex, complete } = await wallet.result('signrawtransactionwithwallet', { hexstring: toHex(transaction.bytes) });
  t.equal(complete, true, 'complete for a funded transaction', { path: 'complete' });
  const [wantedSat, slackSat] = [feeOf(vsizeOf(decodedTransaction(t, hex))), feeOf(SIGNATURE_BYTES * spent.length + 1) + 1n];
  const isFit = feeSat >= wantedSat - slackSat && (changepos < 0 || feeSat <= wantedSat + slackSat);
  t.ok(isFit, `the fee is ${feeSat} sat with ${spent.length} inputs, expected about ${wantedSat} sat`, { path: 'fee' });
}

/** Payments of just what some of the coins are worth, with the fee taken from it, and of just what these suffice for. */
async function judgeJust(
  t: Trial,
  coins: Coins,
  count: number,
  fund: (paid: readonly Recipient[], payers?: readonly number[]) => Promise<FundedPayment>,
): Promise<void> {
  const worthSat = sumSat(t.random.shuffled([...coins.values()]).slice(0, count));
  const { feeSat } = await fund(await payments(t, worthSat), [0]);
  await fund(await payments(t, worthSat - feeSat));
}

async function judge(t: Trial, wallet: CaseWallet, { fund, attempt, method }: Funder): Promise<void> {
  const coins = await coinsOfEachType(t, wallet);
  const totalSat = sumSat([...coins.values()]);
  const rateSat = t.random.integer(20_000, 60_000);
  const funded = async (paid: readonly Recipient[], payers?: readonly number[]): Promise<FundedPayment> => {
    const asked = { payments: paid, rateSat, ...(payers && { payers }) };
    const made = await fund(t, wallet, paid, optionsOf(asked));
    await check(t, wallet, coins, { ...asked, funded: made });
    return made;
  };
  for (const percent of [2n, 30n, 60n, 90n]) await funded(await payments(t, (totalSat * percent) / 100n));
  const part = totalSat / 10n;
  await funded(await payments(t, part, part + 1n, part + 2n), [0, 2]);
  await funded(await payments(t, part, part + 1n, part + 2n, part + 3n), [0, 1, 2]);
  const all = await funded(await payments(t, totalSat), [0]);
  t.equal([all.transaction.inputs.length, all.changepos], [coins.size, -1], 'the number of inputs, and changepos, of a payment of all', {
    path: 'changepos',
  });
  for (const count of [1, 2, 4, 6]) await judgeJust(t, coins, count, funded);
  const marginSat = all.feeSat / MARGIN;
  const most = await funded(await payments(t, totalSat - all.feeSat - marginSat));
  t.equal(most.transaction.inputs.length, coins.size, 'the number of inputs of a payment of all less the fee', { path: 'hex' });
  for (const [amountSat, payers] of [
    [totalSat - all.feeSat + marginSat, []],
    [totalSat + 1n, [0]],
  ] as const) {
    const paid = await payments(t, amountSat);
    const answer = await attempt(t, wallet, paid, optionsOf({ payments: paid, rateSat, payers }));
    t.ok(!answer.ok, `${method} funded a payment of ${amountSat} sat with coins of ${totalSat} sat`, { check: 'refusal' });
  }
}

export const fundingSumInvariants: readonly Case[] = FUNDERS.map((funder) =>
  invariant({
    id: `funding-sums/${funder.method}`,
    text: `${funder.method} spends coins of the wallet each once, as long as they suffice; payments, change and a fee of the rate make up their sum.`,
    effect: ['chain', 'wallet'],
    evidence: 'document',
    source: 'document 1, Shared argument shapes',
    methods: [funder.method, 'gettransaction', 'signrawtransactionwithwallet'],
    run: (t) => withSpareCaseWallet(t, [], (wallet) => judge(t, wallet, funder)),
  }),
);
