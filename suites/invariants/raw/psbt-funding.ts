import { formatSat } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parsePsbt } from '../../../oracles/psbt.ts';
import { sumSat } from '../../support/amounts.ts';
import { decoded } from '../../support/decoded.ts';
import { foreignAddress } from '../../support/payments.ts';
import { checkSignal } from '../../support/replaceability.ts';
import { invariant } from '../invariant.ts';
import { isSameRate, unsignedFeeRate } from '../wallet/fee-rates.ts';
import { PSBT_FUNDER, smallPayments, withLargeCoin, withWatchedCoin } from './funders.ts';

const { fund, attempt } = PSBT_FUNDER;

const options = { effect: ['chain', 'wallet'], evidence: 'document', source: 'document 1, Shared argument shapes' } as const;

export const psbtFundingInvariants: readonly Case[] = [
  invariant({
    ...options,
    id: 'psbt-funding/change',
    text: 'walletcreatefundedpsbt pays the change to changeAddress, at changePosition.',
    methods: ['walletcreatefundedpsbt', 'getaddressinfo'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, 2);
        for (const changePosition of [0, 1, 2]) {
          const changeAddress = await foreignAddress(t);
          const { transaction, changepos } = await fund(t, wallet, paid, { changeAddress, changePosition });
          t.equal(changepos, changePosition, 'changepos', { path: 'changepos' });
          const { scriptPubKey } = await t.result('getaddressinfo', { address: changeAddress });
          t.equal(
            toHex(transaction.outputs[changePosition]?.script ?? new Uint8Array()),
            scriptPubKey,
            'the script at changePosition (compared with scriptPubKey of changeAddress)',
            { path: 'psbt' },
          );
        }
      }),
  }),
  invariant({
    ...options,
    id: 'psbt-funding/change-type',
    text: 'The change of walletcreatefundedpsbt is of the type change_type, which is only valid without changeAddress.',
    methods: ['walletcreatefundedpsbt'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, 1);
        for (const [type, start] of [
          ['legacy', '76a914'],
          ['p2sh-segwit', 'a914'],
          ['bech32', '0014'],
        ] as const) {
          const { transaction, changepos } = await fund(t, wallet, paid, { change_type: type });
          const script = toHex(transaction.outputs[changepos]?.script ?? new Uint8Array());
          t.ok(script.startsWith(start), `the script of the change is ${script}, expected type ${type}`, { path: 'psbt' });
        }
        const both = await attempt(t, wallet, paid, { changeAddress: await foreignAddress(t), change_type: 'legacy' });
        t.ok(!both.ok, 'walletcreatefundedpsbt accepted change_type beside changeAddress', { check: 'refusal' });
      }),
  }),
  invariant({
    ...options,
    id: 'psbt-funding/fee-rate',
    text: 'The fee of a funded PSBT is feeRate times the size of its transaction.',
    methods: ['walletcreatefundedpsbt'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, 1);
        const first = t.random.integer(40_000, 80_000);
        for (const rateSat of [first, first * 4]) {
          const rate = unsignedFeeRate(await fund(t, wallet, paid, { feeRate: formatSat(BigInt(rateSat)) }));
          t.ok(isSameRate(rate, rateSat), `the funded PSBT pays ${rate.toFixed(0)} sat/kB, expected about ${rateSat} sat/kB`, {
            path: 'fee',
          });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'psbt-funding/subtracting',
    text: 'The outputs in subtractFeeFromOutputs of walletcreatefundedpsbt pay the fee in equal parts, and the sender pays it without them.',
    methods: ['walletcreatefundedpsbt'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, 3);
        for (const payers of [
          t.random.pick([
            [0, 1],
            [0, 2],
            [1, 2],
          ]),
          [t.random.integer(0, 2)],
          [],
          undefined,
        ]) {
          // The change comes first, so that every payment has another index after it is added.
          const given = { changePosition: 0, ...(payers && { subtractFeeFromOutputs: payers }) };
          const { transaction, feeSat } = await fund(t, wallet, paid, given);
          const less = paid.map(({ amountSat }, index) => amountSat - (transaction.outputs[index + 1]?.valueSat ?? 0n));
          const how = payers ? `subtractFeeFromOutputs [${payers.join(', ')}]` : 'no subtractFeeFromOutputs';
          t.ok(feeSat > 0n, `the fee is ${feeSat} sat, expected more than 0`, { path: 'fee' });
          if (payers !== undefined && payers.length > 0)
            t.equal(sumSat(less), feeSat, `the reduction of the outputs with ${how} (compared with fee)`, { path: 'fee' });
          const share = payers === undefined || payers.length === 0 ? 0n : feeSat / BigInt(payers.length);
          for (const [index, part] of less.entries()) {
            const wanted = payers?.includes(index) === true ? share : 0n;
            // A fee that cannot be divided equally leaves a satoshi.
            t.ok(
              part === wanted || (wanted > 0n && part === wanted + 1n),
              `output ${index} is reduced by ${part} sat with ${how}, expected ${wanted} sat`,
              { path: 'psbt' },
            );
          }
        }
      }),
  }),
  invariant({
    ...options,
    id: 'psbt-funding/watching',
    text: 'walletcreatefundedpsbt selects watch-only outputs with includeWatching only.',
    methods: ['walletcreatefundedpsbt', 'importpubkey', 'gettransaction'],
    run: (t) =>
      withWatchedCoin(t, async (wallet, _, txid) => {
        const [paid, changeAddress] = [await smallPayments(t, 1), await foreignAddress(t)];
        for (const given of [{ changeAddress }, { changeAddress, includeWatching: false }]) {
          const answer = await attempt(t, wallet, paid, given);
          t.ok(!answer.ok, 'walletcreatefundedpsbt selected a watch-only output without includeWatching true', { check: 'refusal' });
        }
        const { transaction } = await fund(t, wallet, paid, { changeAddress, includeWatching: true });
        t.equal(
          transaction.inputs.map((input) => `${input.txid}:${input.vout}`),
          [`${txid}:0`],
          'the list of outputs that the funded PSBT spends with includeWatching true',
          { path: 'psbt' },
        );
      }),
  }),
  invariant({
    ...options,
    id: 'psbt-funding/replaceable',
    text: 'The inputs that walletcreatefundedpsbt adds signal replaceability exactly when replaceable is true.',
    source: 'document 1, Shared argument shapes; BIP 125',
    methods: ['walletcreatefundedpsbt'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const paid = await smallPayments(t, 1);
        for (const replaceable of [true, false]) {
          const { transaction } = await fund(t, wallet, paid, { replaceable });
          checkSignal(
            t,
            transaction.inputs.map(({ sequence }) => sequence),
            replaceable,
            { path: 'psbt' },
          );
        }
      }),
  }),
  invariant({
    ...options,
    id: 'psbt-funding/outputs',
    text: 'A funded PSBT has the given outputs, as a list or as one object, and by default the lock time 0.',
    methods: ['walletcreatefundedpsbt', 'getaddressinfo'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const data = t.random.hex(t.random.integer(20, 40));
        const [payment] = await smallPayments(t, 1);
        if (!payment) throw new Error('expected a payment');
        const { scriptPubKey } = await t.result('getaddressinfo', { address: payment.address });
        const [paid, held] = [{ [payment.address]: formatSat(payment.amountSat) }, { data }];
        for (const outputs of [[paid, held], { ...paid, ...held }]) {
          const { psbt, changepos } = await wallet.result('walletcreatefundedpsbt', { inputs: [], outputs });
          const { transaction } = decoded(t, 'the PSBT', () => parsePsbt(psbt));
          const others = transaction.outputs.filter((_, index) => index !== changepos);
          t.equal(
            // The documents state no order for the members of an object.
            others.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`).sort(),
            [`${payment.amountSat} ${scriptPubKey}`, `0 6a${(data.length / 2).toString(16)}${data}`].sort(),
            `the sorted outputs (satoshis and script) without the change, for ${Array.isArray(outputs) ? 'a list' : 'an object'}`,
            { path: 'psbt' },
          );
          t.equal(transaction.lockTime, 0, 'the lock time without locktime', { path: 'psbt' });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'psbt-funding/derivations',
    text: 'A funded PSBT has derivation paths of the keys of its inputs with bip32derivs true, and none without it.',
    source: 'document 1, Wallet and address methods',
    methods: ['walletcreatefundedpsbt', 'getaddressinfo'],
    run: (t) =>
      withLargeCoin(t, async (wallet) => {
        const [payment] = await smallPayments(t, 1);
        if (!payment) throw new Error('expected a payment');
        const { hdkeypath } = await wallet.result('getaddressinfo', { address: wallet.coins[0]?.address ?? '' });
        const keyPath = hdkeypath ?? t.inapplicable('the keys of the wallet have no derivation path');
        for (const bip32derivs of [undefined, false, true]) {
          const { psbt } = await wallet.result('walletcreatefundedpsbt', {
            inputs: [],
            outputs: [{ [payment.address]: formatSat(payment.amountSat) }],
            locktime: 0,
            options: {},
            bip32derivs,
          });
          const { inputs, outputs } = decoded(t, 'the PSBT', () => parsePsbt(psbt));
          const paths = [...inputs, ...outputs].flatMap(({ derivations }) => [...derivations.values()].map(({ path }) => path));
          if (bip32derivs === true) {
            t.ok(paths.includes(keyPath), `no derivation path of the PSBT is ${keyPath}, that of the key of its input`, { path: 'psbt' });
          } else {
            t.equal(paths, [], `the list of derivation paths with bip32derivs ${bip32derivs ?? 'left out'}`, {
              path: 'psbt',
              check: bip32derivs === undefined ? 'default' : 'equals',
            });
          }
        }
      }),
  }),
];
