import type {
  DecodedTransaction,
  FundedTransaction,
  FundingOptionsArgument,
  InputItemArgument,
  OutputItemArgument,
} from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { checkSignal } from '../../support/replaceability.ts';
import { withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';
import { scriptOf } from '../../support/script-of.ts';
import { largeSat, withLargeCoin, withWatchedCoin } from './funders.ts';

const COIN = 100_000_000n;

const decode = (t: Trial, hexstring: string): Promise<DecodedTransaction> => t.result('decoderawtransaction', { hexstring });

/** A transaction without inputs that pays `amountsSat` to addresses outside the wallet. */
async function unfunded(t: Trial, amountsSat: readonly bigint[], inputs: readonly InputItemArgument[] = []): Promise<string> {
  const outputs: OutputItemArgument[] = [];
  for (const sat of amountsSat) outputs.push({ [await foreignAddress(t)]: formatSat(sat) });
  return t.world.result('createrawtransaction', { inputs: [...inputs], outputs });
}

const fund = (wallet: CaseWallet, hexstring: string, options?: FundingOptionsArgument): Promise<FundedTransaction> =>
  wallet.result('fundrawtransaction', { hexstring, options });
const values = (t: Trial, { vout }: DecodedTransaction): bigint[] => vout.map(({ value }) => amountSat(t, value, 'vout.value'));

const documented = {
  effect: ['chain', 'wallet'],
  evidence: 'document',
  source: 'document 2, Raw transactions, scripts and PSBTs',
} as const;
const options = { ...documented, source: 'document 1, Shared argument shapes' } as const;

export const rawFundingInvariants: readonly Case[] = [
  invariant({
    ...documented,
    id: 'raw-funding/keeps',
    text: 'fundrawtransaction keeps the existing inputs and outputs, and adds at most one output, at changepos.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withSpareCaseWallet(t, [randomAmountSat(t), largeSat(t)], async (wallet) => {
        const [small] = wallet.coins;
        const given = { txid: small?.txid ?? '', vout: small?.vout ?? 0 };
        const amounts = [COIN / 2n, randomAmountSat(t)];
        const hexstring = await unfunded(t, amounts, [given]);
        const { hex, changepos } = await fund(wallet, hexstring);
        const [asked, after] = [await decode(t, hexstring), await decode(t, hex)];
        t.ok(
          after.vin.some(({ txid, vout }) => txid === given.txid && vout === given.vout),
          'fundrawtransaction removed an existing input',
          { path: 'vin' },
        );
        t.ok(after.vin.length > 1, 'fundrawtransaction added no input, although the existing input does not suffice', { path: 'vin' });
        const others = after.vout
          .filter((_, index) => index !== changepos)
          .map(({ value, scriptPubKey }) => [amountSat(t, value, 'vout.value').toString(), scriptPubKey.hex]);
        t.equal(
          others,
          asked.vout.map(({ value, scriptPubKey }) => [amountSat(t, value, 'vout.value').toString(), scriptPubKey.hex]),
          'the list of outputs without the one at changepos',
          { path: 'vout' },
        );
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/change',
    text: 'fundrawtransaction pays the change to changeAddress, at changePosition.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const hexstring = await unfunded(t, [1_000_000n, 2_000_000n]);
        for (const changePosition of [0, 1, 2]) {
          const changeAddress = await foreignAddress(t);
          const { hex, changepos, fee } = await fund(wallet, hexstring, { changeAddress, changePosition });
          t.equal(changepos, changePosition, 'changepos', { path: 'changepos' });
          const decoded = await decode(t, hex);
          t.equal(
            decoded.vout[changePosition]?.scriptPubKey.hex,
            await scriptOf(t, changeAddress),
            'the script at changepos (compared with scriptPubKey of changeAddress)',
            { path: 'vout' },
          );
          const held = wallet.coins[0]?.amountSat ?? 0n;
          t.equal(
            values(t, decoded)[changePosition],
            held - 3_000_000n - amountSat(t, fee, 'fee'),
            'the change (compared with the input less the payment and the fee)',
            { path: 'fee' },
          );
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/change-type',
    text: 'The change output is of the type change_type.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const hexstring = await unfunded(t, [1_000_000n]);
        for (const [type, script] of [
          ['legacy', 'pubkeyhash'],
          ['p2sh-segwit', 'scripthash'],
          ['bech32', 'witness_v0_keyhash'],
        ] as const) {
          const { hex, changepos } = await fund(wallet, hexstring, { change_type: type });
          t.equal((await decode(t, hex)).vout[changepos]?.scriptPubKey.type, script, `the type of the change for ${type}`, {
            path: 'vout.scriptPubKey.type',
          });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/fee-rate',
    text: 'The fee of a funded transaction is feeRate times its size.',
    methods: ['fundrawtransaction', 'signrawtransactionwithwallet', 'decoderawtransaction'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const hexstring = await unfunded(t, [1_000_000n]);
        const first = BigInt(t.random.integer(40_000, 80_000));
        for (const rateSat of [first, first * 4n]) {
          const { hex, fee } = await fund(wallet, hexstring, { feeRate: formatSat(rateSat) });
          const signed = await wallet.result('signrawtransactionwithwallet', { hexstring: hex });
          const { vsize } = await decode(t, signed.hex);
          const [said, wanted] = [Number(amountSat(t, fee, 'fee')), (Number(rateSat) * vsize) / 1000];
          // Signatures differ by a byte or two from the estimated size.
          t.ok(
            Math.abs(said / wanted - 1) < 0.05,
            `the fee is ${said} sat, expected about ${wanted.toFixed(1)} sat (${vsize} bytes at ${rateSat} sat/kB)`,
            { path: 'fee' },
          );
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/subtracting',
    text: 'The outputs in subtractFeeFromOutputs pay the fee in equal parts, and the other outputs are unchanged.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const amounts = [0, 1, 2].map(() => BigInt(t.random.integer(1_000_000, 4_000_000)));
        const payers = t.random.pick([
          [0, 1],
          [0, 2],
          [1, 2],
        ]);
        const { hex, fee, changepos } = await fund(wallet, await unfunded(t, amounts), { subtractFeeFromOutputs: payers });
        const paid = values(t, await decode(t, hex)).filter((_, index) => index !== changepos);
        const less = amounts.map((sat, index) => sat - (paid[index] ?? 0n));
        const feeSat = amountSat(t, fee, 'fee');
        t.ok(feeSat > 0n, `the fee is ${feeSat} sat, expected more than 0`, { path: 'fee' });
        t.equal(sumSat(less), feeSat, 'the reduction of the outputs (compared with the fee)', { path: 'fee' });
        for (const [index, part] of less.entries()) {
          const half = payers.includes(index) ? [feeSat / 2n, feeSat - feeSat / 2n] : [0n];
          t.ok(
            half.includes(part),
            `output ${index} is reduced by ${part} sat, expected an equal part of ${feeSat} sat shared by the outputs ${payers.join(' and ')}`,
            {
              path: 'vout',
            },
          );
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/watching',
    text: 'fundrawtransaction selects watch-only outputs with includeWatching only.',
    methods: ['fundrawtransaction', 'importpubkey', 'decoderawtransaction', 'signrawtransactionwithkey', 'gettransaction'],
    run: (t) =>
      withWatchedCoin(t, async (wallet, key, txid) => {
        const hexstring = await unfunded(t, [1_000_000n]);
        const change = await t.world.result('getnewaddress', { label: '', address_type: 'bech32' });
        const refused = await wallet.call('fundrawtransaction', { hexstring, options: { changeAddress: change } });
        t.ok(!refused.ok, 'fundrawtransaction without includeWatching selected a watch-only output');
        const { hex } = await fund(wallet, hexstring, { changeAddress: change, includeWatching: true });
        t.equal(
          (await decode(t, hex)).vin.map((input) => `${input.txid}:${input.vout}`),
          [`${txid}:0`],
          'the list of outputs that the funded transaction spends',
        );
        const signed = await t.result('signrawtransactionwithkey', { hexstring: hex, privkeys: [key.wif] });
        t.equal(signed.complete, true, 'complete after signing with the key of the watch-only address', { path: 'complete' });
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/replaceable',
    text: 'The inputs that fundrawtransaction adds signal replaceability exactly when replaceable is true.',
    source: 'document 1, Shared argument shapes; BIP 125',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const hexstring = await unfunded(t, [1_000_000n]);
        for (const replaceable of [true, false]) {
          const { vin } = await decode(t, (await fund(wallet, hexstring, { replaceable })).hex);
          checkSignal(
            t,
            vin.map(({ sequence }) => sequence),
            replaceable,
            { path: 'vin.sequence' },
          );
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'raw-funding/sent',
    text: 'A created, funded, signed and sent transaction reduces the balance by its payment and its fee.',
    methods: ['fundrawtransaction', 'signrawtransactionwithwallet', 'sendrawtransaction', 'gettransaction', 'getbalance'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const sat = randomAmountSat(t);
        const { hex, fee } = await fund(wallet, await unfunded(t, [sat]));
        const signed = await wallet.result('signrawtransactionwithwallet', { hexstring: hex });
        const txid = await t.result('sendrawtransaction', { hexstring: signed.hex });
        await wallet.knows(txid);
        const said = await wallet.result('gettransaction', { txid });
        const feeSat = amountSat(t, fee, 'fee');
        t.equal(amountSat(t, said.fee, 'fee'), -feeSat, 'fee in gettransaction (compared with fundrawtransaction)', { path: 'fee' });
        t.equal(amountSat(t, said.amount, 'amount'), -sat, 'amount in gettransaction', { path: 'amount' });
        const held = wallet.coins[0]?.amountSat ?? 0n;
        t.equal(amountSat(t, await wallet.result('getbalance'), 'the balance'), held - sat - feeSat, 'the balance after the payment');
      }),
  }),
];
