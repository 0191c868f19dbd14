import type {
  DecodedTransaction,
  FundedTransaction,
  FundingOptionsArgument,
  InputItemArgument,
  OutputItemArgument,
} from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { invariant } from '../invariant.ts';
import { foreignAddress, randomAmountSat } from '../../support/payments.ts';
import { withPurse, withSparePurse, type Purse } from '../purse.ts';

const COIN = 100_000_000n;
/** The highest sequence that opts in to replacement (BIP 125). */
const REPLACEABLE = 0xfffffffd;

const decode = (t: Trial, hexstring: string): Promise<DecodedTransaction> => t.result('decoderawtransaction', { hexstring });

/** A transaction that pays `amountsSat` to nobody known and spends nothing yet. */
async function unfunded(t: Trial, amountsSat: readonly bigint[], inputs: readonly InputItemArgument[] = []): Promise<string> {
  const outputs: OutputItemArgument[] = [];
  for (const sat of amountsSat) outputs.push({ [await foreignAddress(t)]: formatSat(sat) });
  return t.world.result('createrawtransaction', { inputs: [...inputs], outputs });
}

const fund = (purse: Purse, hexstring: string, options?: FundingOptionsArgument): Promise<FundedTransaction> =>
  purse.result('fundrawtransaction', { hexstring, options });
const values = (t: Trial, { vout }: DecodedTransaction): bigint[] => vout.map(({ value }) => amountSat(t, value, 'vout.value'));
const scriptOf = async (t: Trial, address: string): Promise<string> => (await t.world.result('getaddressinfo', { address })).scriptPubKey;

/** A coin that makes change certain for the small amounts paid here. */
const large = (t: Trial): bigint => COIN + randomAmountSat(t);

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
    text: 'Funding keeps the inputs and outputs that are there, and adds one output at most, at changepos.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withSparePurse(t, [randomAmountSat(t), large(t)], async (purse) => {
        const [small] = purse.coins;
        const given = { txid: small?.txid ?? '', vout: small?.vout ?? 0 };
        const amounts = [COIN / 2n, randomAmountSat(t)];
        const hexstring = await unfunded(t, amounts, [given]);
        const { hex, changepos } = await fund(purse, hexstring);
        const [asked, after] = [await decode(t, hexstring), await decode(t, hex)];
        t.ok(
          after.vin.some(({ txid, vout }) => txid === given.txid && vout === given.vout),
          'funding dropped the input that was there',
          { path: 'vin' },
        );
        t.ok(after.vin.length > 1, 'funding added no input, though the one that was there does not suffice', { path: 'vin' });
        const others = after.vout
          .filter((_, index) => index !== changepos)
          .map(({ value, scriptPubKey }) => [amountSat(t, value, 'vout.value').toString(), scriptPubKey.hex]);
        t.equal(
          others,
          asked.vout.map(({ value, scriptPubKey }) => [amountSat(t, value, 'vout.value').toString(), scriptPubKey.hex]),
          'the list of outputs without that at changepos',
          { path: 'vout' },
        );
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/change',
    text: 'Change goes to changeAddress, at changePosition.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withSparePurse(t, [large(t)], async (purse) => {
        const hexstring = await unfunded(t, [1_000_000n, 2_000_000n]);
        for (const changePosition of [0, 1, 2]) {
          const changeAddress = await foreignAddress(t);
          const { hex, changepos, fee } = await fund(purse, hexstring, { changeAddress, changePosition });
          t.equal(changepos, changePosition, 'changepos', { path: 'changepos' });
          const decoded = await decode(t, hex);
          t.equal(
            decoded.vout[changePosition]?.scriptPubKey.hex,
            await scriptOf(t, changeAddress),
            'the script at changepos, beside that of changeAddress,',
            { path: 'vout' },
          );
          const held = purse.coins[0]?.amountSat ?? 0n;
          t.equal(
            values(t, decoded)[changePosition],
            held - 3_000_000n - amountSat(t, fee, 'fee'),
            'the change, beside what the coin holds less what was paid,',
            { path: 'fee' },
          );
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/change-type',
    text: 'Change is of the type that change_type names.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withSparePurse(t, [large(t)], async (purse) => {
        const hexstring = await unfunded(t, [1_000_000n]);
        for (const [type, script] of [
          ['legacy', 'pubkeyhash'],
          ['p2sh-segwit', 'scripthash'],
          ['bech32', 'witness_v0_keyhash'],
        ] as const) {
          const { hex, changepos } = await fund(purse, hexstring, { change_type: type });
          t.equal((await decode(t, hex)).vout[changepos]?.scriptPubKey.type, script, `the type of the change for ${type}`, {
            path: 'vout.scriptPubKey.type',
          });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/fee-rate',
    text: 'The fee of a funded transaction is feeRate by its size, for each rate.',
    methods: ['fundrawtransaction', 'signrawtransactionwithwallet', 'decoderawtransaction'],
    run: (t) =>
      withSparePurse(t, [large(t)], async (purse) => {
        const hexstring = await unfunded(t, [1_000_000n]);
        const first = BigInt(t.random.integer(40_000, 80_000));
        for (const rateSat of [first, first * 4n]) {
          const { hex, fee } = await fund(purse, hexstring, { feeRate: formatSat(rateSat) });
          const signed = await purse.result('signrawtransactionwithwallet', { hexstring: hex });
          const { vsize } = await decode(t, signed.hex);
          const [said, wanted] = [Number(amountSat(t, fee, 'fee')), (Number(rateSat) * vsize) / 1000];
          // Signatures differ by a byte or two from what is reckoned with beforehand.
          t.ok(
            Math.abs(said / wanted - 1) < 0.05,
            `the fee is ${said} sat, but ${rateSat} sat/kB for ${vsize} bytes come to ${wanted.toFixed(1)}`,
            { path: 'fee' },
          );
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/subtracting',
    text: 'The outputs that subtractFeeFromOutputs names pay the fee in equal parts, and the others stay as they are.',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withSparePurse(t, [large(t)], async (purse) => {
        const amounts = [0, 1, 2].map(() => BigInt(t.random.integer(1_000_000, 4_000_000)));
        const payers = t.random.pick([
          [0, 1],
          [0, 2],
          [1, 2],
        ]);
        const { hex, fee, changepos } = await fund(purse, await unfunded(t, amounts), { subtractFeeFromOutputs: payers });
        const paid = values(t, await decode(t, hex)).filter((_, index) => index !== changepos);
        const less = amounts.map((sat, index) => sat - (paid[index] ?? 0n));
        const feeSat = amountSat(t, fee, 'fee');
        t.ok(feeSat > 0n, `the fee is ${feeSat} sat, expected more than nothing`, { path: 'fee' });
        t.equal(sumSat(less), feeSat, 'what the outputs pay less, beside the fee,', { path: 'fee' });
        for (const [index, part] of less.entries()) {
          const half = payers.includes(index) ? [feeSat / 2n, feeSat - feeSat / 2n] : [0n];
          t.ok(half.includes(part), `output ${index} pays ${part} sat less when ${payers.join(' and ')} share a fee of ${feeSat}`, {
            path: 'vout',
          });
        }
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/watching',
    text: 'Outputs that are watched only are chosen with includeWatching, and never without.',
    methods: ['fundrawtransaction', 'importpubkey', 'decoderawtransaction', 'signrawtransactionwithkey', 'gettransaction'],
    run: (t) =>
      withPurse(t, [], async (purse) => {
        const key = await t.world.fresh('foreignKey');
        await purse.result('importpubkey', { pubkey: key.publicKey, label: 'watched', rescan: false });
        const { txid } = await purse.receive([{ address: key.addresses.bech32, amountSat: large(t) }]);
        await t.world.mine(1);
        const hexstring = await unfunded(t, [1_000_000n]);
        const change = await t.world.result('getnewaddress', { label: '', address_type: 'bech32' });
        const refused = await purse.call('fundrawtransaction', { hexstring, options: { changeAddress: change } });
        t.ok(!refused.ok, 'a wallet that holds nothing but what it watches was funded from without includeWatching');
        const { hex } = await fund(purse, hexstring, { changeAddress: change, includeWatching: true });
        t.equal(
          (await decode(t, hex)).vin.map((input) => `${input.txid}:${input.vout}`),
          [`${txid}:0`],
          'the list of outputs that it spends',
        );
        const signed = await t.result('signrawtransactionwithkey', { hexstring: hex, privkeys: [key.wif] });
        t.equal(signed.complete, true, 'complete when the key signs that was watched', { path: 'complete' });
      }),
  }),
  invariant({
    ...options,
    id: 'raw-funding/replaceable',
    text: 'The inputs that funding adds opt in to replacement as replaceable says.',
    source: 'document 1, Shared argument shapes; BIP 125',
    methods: ['fundrawtransaction', 'decoderawtransaction'],
    run: (t) =>
      withSparePurse(t, [large(t)], async (purse) => {
        const hexstring = await unfunded(t, [1_000_000n]);
        for (const replaceable of [true, false]) {
          const { vin } = await decode(t, (await fund(purse, hexstring, { replaceable })).hex);
          const lowest = Math.min(...vin.map(({ sequence }) => sequence));
          t.ok(lowest <= REPLACEABLE === replaceable, `the lowest sequence is ${lowest} with replaceable ${replaceable}`, {
            path: 'vin.sequence',
          });
        }
      }),
  }),
  invariant({
    ...documented,
    id: 'raw-funding/sent',
    text: 'A transaction that was made, funded, signed and sent takes from the balance what it pays and its fee.',
    methods: ['fundrawtransaction', 'signrawtransactionwithwallet', 'sendrawtransaction', 'gettransaction', 'getbalance'],
    run: (t) =>
      withSparePurse(t, [large(t)], async (purse) => {
        const sat = randomAmountSat(t);
        const { hex, fee } = await fund(purse, await unfunded(t, [sat]));
        const signed = await purse.result('signrawtransactionwithwallet', { hexstring: hex });
        const txid = await t.result('sendrawtransaction', { hexstring: signed.hex });
        await purse.knows(txid);
        const said = await purse.result('gettransaction', { txid });
        const feeSat = amountSat(t, fee, 'fee');
        t.equal(amountSat(t, said.fee, 'fee'), -feeSat, 'fee in gettransaction, beside what funding said,', { path: 'fee' });
        t.equal(amountSat(t, said.amount, 'amount'), -sat, 'amount in gettransaction', { path: 'amount' });
        const held = purse.coins[0]?.amountSat ?? 0n;
        t.equal(amountSat(t, await purse.result('getbalance'), 'the balance'), held - sat - feeSat, 'the balance after the payment');
      }),
  }),
];
