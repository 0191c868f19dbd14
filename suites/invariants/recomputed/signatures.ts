import { payByWallet } from '../../../fixtures/world/ingredients/wallet-payments.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { PrevtxArgument, SigningResult } from '../../../specs/model/generated/wire.d.ts';
import type { AddressTypeName } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { invariant } from '../invariant.ts';
import { addressOfScript, multisigScript, payToScriptHash, payToWitnessScriptHash, scriptOfAddress } from '../../../oracles/addresses.ts';
import { parseBlock } from '../../../oracles/block.ts';
import { fromHex, hash160, joined, toHex } from '../../../oracles/bytes.ts';
import { verifyInput } from '../../../oracles/input-signature.ts';
import { SIGHASH, type SighashName } from '../../../oracles/sighash.ts';
import { parseTransaction, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { ADDRESS_TYPES, infoOf, keyOf } from './addresses.ts';
import { decoded } from '../../support/decoded.ts';
import { checkSameButSignatures } from '../../support/transaction-checks.ts';
import { rawOf, spentOutputs } from './reading.ts';

const UNCHECKED = 'the wallet spends only outputs of types whose signatures Pyx does not check';
const SIGHASH_NAMES = Object.keys(SIGHASH) as SighashName[];

/**
 * Checks the signatures of each input of a transaction against the output that it spends. With a sighash type, each input
 * must be signed with it; otherwise inputs of unchecked types are skipped. Returns the number of checked inputs.
 */
export function checkSignatures(t: Trial, transaction: RawTransaction, spent: readonly TxOutput[], type?: SighashName): number {
  let checked = 0;
  for (const [index, output] of spent.entries()) {
    const verdict = decoded(t, `the script of input ${index}`, () => verifyInput(transaction, index, output));
    if (!verdict.valid && verdict.unchecked && type === undefined) continue;
    checked += 1;
    if (!verdict.valid) {
      t.ok(false, `the signature of input ${index} is not valid: ${verdict.problem}`, { check: 'signature' });
    } else if (type !== undefined) {
      const asked = SIGHASH[type];
      t.ok(
        verdict.sighashTypes.every((sighashType) => sighashType === asked),
        `the sighash type of input ${index} is ${verdict.sighashTypes.join(', ')}, expected ${asked} (${type})`,
      );
    }
  }
  return checked;
}

interface Spending {
  readonly hex: string;
  readonly unsigned: RawTransaction;
  readonly spent: readonly TxOutput[];
  readonly prevtxs: readonly PrevtxArgument[];
}

/** A transaction that spends two outputs that exist only in `prevtxs`. */
async function spending(t: Trial, script: Uint8Array, redeemScript?: Uint8Array): Promise<Spending> {
  const coins = [0, 1].map((vout) => ({ txid: t.random.hex(32), vout, valueSat: BigInt(t.random.integer(1_000_000, 2 ** 40)) }));
  const { addresses } = await t.world.fresh('foreignKey');
  const outputs = [
    { [addresses.legacy]: formatSat(BigInt(t.random.integer(1_000, 900_000))) },
    { [addresses.bech32]: formatSat(123_456n) },
  ];
  const inputs = coins.map(({ txid, vout }) => ({ txid, vout, sequence: t.random.integer(0, 0xfffffffd) }));
  const hex = await t.result('createrawtransaction', { inputs, outputs, locktime: t.random.integer(0, 499_999_999) });
  return {
    hex,
    unsigned: decoded(t, 'the unsigned transaction', () => parseTransaction(hex)),
    spent: coins.map(({ valueSat }) => ({ valueSat, script })),
    prevtxs: coins.map(({ txid, vout, valueSat }) => ({
      txid,
      vout,
      scriptPubKey: toHex(script),
      amount: formatSat(valueSat),
      ...(redeemScript && { redeemScript: toHex(redeemScript) }),
    })),
  };
}

/** Checks the answer of a signing call: complete, transaction unchanged, every signature valid and of the given type. */
function judge(t: Trial, { hex, complete }: SigningResult, { unsigned, spent }: Spending, type: SighashName): void {
  t.equal(complete, true, `complete with ${type}`, { path: 'complete' });
  const signed = decoded(t, 'the signed transaction', () => parseTransaction(hex));
  checkSameButSignatures(t, signed, unsigned, 'the signed transaction (compared with the given transaction)');
  checkSignatures(t, signed, spent, type);
}

const wrapped = (publicKey: string): Uint8Array => joined([0x00, 0x14], hash160(fromHex(publicKey)));

const SOURCES: Readonly<Record<AddressTypeName, string>> = {
  legacy: 'the signature hash of the family (OP_CHECKSIG), BIP 66',
  'p2sh-segwit': 'BIP 141, BIP 143',
  bech32: 'BIP 141, BIP 143',
};

const withWallet = (type: AddressTypeName): Case =>
  invariant({
    id: `recomputed-signatures/wallet-${type}`,
    text: `Signatures of the wallet for ${type} outputs are valid for each sighash type.`,
    effect: ['read'],
    evidence: 'standard',
    source: SOURCES[type],
    methods: ['signrawtransactionwithwallet', 'createrawtransaction', 'getaddressinfo'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const { address } = await t.world.use(
        type === 'legacy' ? 'legacyAddress' : type === 'bech32' ? 'bech32Address' : 'p2shSegwitAddress',
      );
      const script = decoded(t, 'the address', () => scriptOfAddress(address, chain));
      const redeemScript = type === 'p2sh-segwit' ? wrapped(keyOf(t, await infoOf(t, address), type)) : undefined;
      for (const sighashtype of SIGHASH_NAMES) {
        const asked = await spending(t, script, redeemScript);
        const answer = await t.result('signrawtransactionwithwallet', { hexstring: asked.hex, prevtxs: asked.prevtxs, sighashtype });
        judge(t, answer, asked, sighashtype);
      }
    },
  });

/** Signing with keys that are given: the present method, and the deprecated one, whose arguments stand in another order. */
const withKey = (type: AddressTypeName, method: 'signrawtransactionwithkey' | 'signrawtransaction', slug: string): Case =>
  invariant({
    id: `recomputed-signatures/${slug}-${type}`,
    text: `Signatures by a given key for ${type} outputs are valid for each sighash type.`,
    effect: ['read'],
    evidence: 'standard',
    source: SOURCES[type],
    methods: [method, 'createrawtransaction'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      const key = await t.world.fresh('foreignKey');
      const script = scriptOfAddress(key.addresses[type], chain);
      for (const sighashtype of SIGHASH_NAMES) {
        const asked = await spending(t, script, type === 'p2sh-segwit' ? wrapped(key.publicKey) : undefined);
        const answer = await t.result(method, { hexstring: asked.hex, privkeys: [key.wif], prevtxs: asked.prevtxs, sighashtype });
        judge(t, answer, asked, sighashtype);
      }
    },
  });

const withKeys = (slug: string, source: string, pay: (script: Uint8Array) => Uint8Array): Case =>
  invariant({
    id: `recomputed-signatures/multisig-${slug}`,
    text: 'Signing a 2-of-3 output with two keys makes two valid signatures, in the order of the keys.',
    effect: ['read'],
    evidence: 'standard',
    source,
    methods: ['signrawtransactionwithkey', 'createrawtransaction'],
    run: async (t) => {
      const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
      const script = multisigScript(
        2,
        keys.map(({ publicKey }) => fromHex(publicKey)),
      );
      const asked = await spending(t, pay(script), script);
      const privkeys = [keys[2], keys[0]].map((key) => key?.wif ?? '');
      const answer = await t.result('signrawtransactionwithkey', { hexstring: asked.hex, privkeys, prevtxs: asked.prevtxs });
      judge(t, answer, asked, 'ALL');
    },
  });

export const recomputedSignatureInvariants: readonly Case[] = [
  ...ADDRESS_TYPES.map(withWallet),
  ...ADDRESS_TYPES.map((type) => withKey(type, 'signrawtransactionwithkey', 'key')),
  ...ADDRESS_TYPES.map((type) => withKey(type, 'signrawtransaction', 'deprecated')),
  withKeys('p2sh', 'BIP 11, BIP 16', payToScriptHash),
  withKeys('p2wsh', 'BIP 11, BIP 141, BIP 143', payToWitnessScriptHash),
  invariant({
    id: 'recomputed-signatures/combined',
    text: 'Combining two half-signed 2-of-2 transactions gives both signatures, valid and in the order of the keys.',
    effect: ['wallet', 'chain'],
    evidence: 'standard',
    source: 'BIP 11, BIP 16, BIP 141',
    methods: ['combinerawtransaction', 'signrawtransactionwithkey', 'getrawtransaction'],
    run: async (t) => {
      const chain = await t.world.use('chainParameters');
      await t.world.use('funds');
      const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
      const script = multisigScript(
        2,
        keys.map(({ publicKey }) => fromHex(publicKey)),
      );
      const witness = payToWitnessScriptHash(script);
      const spent = [payToScriptHash(script), witness, payToScriptHash(witness)].map((output) => ({
        valueSat: 20_000_000n,
        script: output,
      }));
      const payees = spent.map(({ valueSat, script: output }) => ({
        address: addressOfScript(output, chain) ?? '',
        amountSat: valueSat,
        scriptPubKey: toHex(output),
      }));
      const { txid, vouts } = await payByWallet(t.world, payees);
      const inputs = vouts.map((vout) => ({ txid, vout }));
      const outputs = [{ [(await t.world.use('bech32Address')).address]: formatSat(59_000_000n) }];
      const hexstring = await t.world.result('createrawtransaction', { inputs, outputs });
      const prevtxs = inputs.map((input, index) => ({
        ...input,
        scriptPubKey: payees[index]?.scriptPubKey ?? '',
        redeemScript: toHex(script),
        amount: formatSat(20_000_000n),
      }));
      const halves: string[] = [];
      for (const { wif } of [...keys].reverse()) {
        const half = await t.result('signrawtransactionwithkey', { hexstring, privkeys: [wif], prevtxs });
        t.equal(half.complete, false, 'complete with one of two signatures', { path: 'complete' });
        halves.push(half.hex);
      }
      const combined = await t.result('combinerawtransaction', { txs: halves });
      const transaction = decoded(t, 'the combined transaction', () => parseTransaction(combined));
      checkSignatures(t, transaction, spent, 'ALL');
    },
  }),
  invariant({
    id: 'recomputed-signatures/sent',
    text: 'Every input of a wallet transaction has a valid signature.',
    effect: ['read'],
    evidence: 'standard',
    source: 'BIP 143 and the signature hash of the family',
    methods: ['getrawtransaction'],
    run: async (t) => {
      const raw = await rawOf(t, (await t.world.use('unconfirmedSend')).txid);
      if (checkSignatures(t, raw, await spentOutputs(t, raw)) === 0) t.inapplicable(UNCHECKED);
    },
  }),
  invariant({
    id: 'recomputed-signatures/mined',
    text: 'Every input of a block has a valid signature.',
    effect: ['read'],
    evidence: 'standard',
    source: 'BIP 143 and the signature hash of the family',
    methods: ['getblock', 'getrawtransaction'],
    run: async (t) => {
      const { blockhash, txid } = await t.world.use('confirmedSend');
      const hex = await t.result('getblock', { blockhash, verbosity: 0 });
      const { transactions } = decoded(t, 'the block', () => parseBlock(fromHex(hex)));
      const own = transactions.filter((transaction) => transaction.inputs.length > 0 && !/^0+$/.test(transaction.inputs[0]?.txid ?? ''));
      t.ok(own.length > 0, `the block has no transaction except the coinbase, expected the wallet transaction ${txid}`);
      let checked = 0;
      for (const transaction of own.slice(0, 5)) checked += checkSignatures(t, transaction, await spentOutputs(t, transaction));
      if (own.length > 0 && checked === 0) t.inapplicable(UNCHECKED);
    },
  }),
];
