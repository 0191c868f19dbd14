import { Transaction } from '@scure/btc-signer';
import { base64 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { Malformed, fromHex, toHex } from './bytes.ts';
import { isSignature } from './input-signature.ts';
import { parsePsbt, type PsbtInput } from './psbt.ts';
import { asmFits, scriptNumber, scriptType } from './script.ts';
import { txidOf } from './transaction.ts';
import { psbtWithOneSignature, psbtWithSighash } from './testing/vectors.ts';

describe('a PSBT (BIP 174, Test Vectors)', () => {
  test('one P2PKH input with its previous transaction and a sighash type', () => {
    const { transaction, inputs, outputs } = parsePsbt(psbtWithSighash);
    const [input] = inputs as [PsbtInput];
    expect(input.sighashType).toBe(1);
    expect(txidOf(input.previous as NonNullable<typeof input.previous>)).toBe(transaction.inputs[0]?.txid);
    expect(input.partialSignatures.size).toBe(0);
    expect(outputs).toHaveLength(2);
    expect(txidOf(transaction)).toBe(Transaction.fromPSBT(base64.decode(psbtWithSighash), { allowUnknownOutputs: true }).id);
  });

  test('one P2SH-P2WSH input with one of two signatures', () => {
    const { transaction, inputs } = parsePsbt(psbtWithOneSignature);
    const [input] = inputs as [PsbtInput];
    expect(input.witnessOutput?.valueSat).toBe(199_909_013n);
    expect(toHex(input.redeemScript as Uint8Array)).toBe('0020771fd18ad459666dd49f3d564e3dbc42f4c84774e360ada16816a8ed488d5681');
    expect([...input.derivations]).toEqual([
      ['03b1341ccba7683b6af4f1238cd6e97e7167d569fac47f1e48d47541844355bd46', { fingerprint: 'b4a6ba67', path: "m/0'/0'/4'" }],
      ['03de55d1e1dac805e3f8a58c1fbf9b94c02f3dbaafe127fefca4995f26f82083bd', { fingerprint: 'b4a6ba67', path: "m/0'/0'/5'" }],
    ]);
    const [[publicKey, signature]] = [...input.partialSignatures] as [[string, string]];
    const signed = { transaction, index: 0, scriptCode: input.witnessScript as Uint8Array, witnessAmountSat: 199_909_013n };
    expect(isSignature(fromHex(signature), fromHex(publicKey), signed)).toBe(true);
    expect(isSignature(fromHex(signature), fromHex(publicKey), { ...signed, witnessAmountSat: 199_909_014n })).toBe(false);
  });

  const bytes = base64.decode(psbtWithSighash);
  test.each([
    ['not base64', '*'],
    ['other magic bytes', base64.encode(bytes.map((byte, index) => (index === 0 ? 0x71 : byte)))],
    ['truncated', base64.encode(bytes.slice(0, -1))],
    ['one additional byte', base64.encode(Uint8Array.of(...bytes, 0))],
    ['no transaction', base64.encode(fromHex('70736274ff00'))],
    ['a key twice', base64.encode(fromHex('70736274ff0100012a0100012b00'))],
  ])('%s is malformed', (_, text) => {
    expect(() => parsePsbt(text)).toThrow(Malformed);
  });
});

describe('a script in readable form', () => {
  const payToKeyHash = fromHex(`76a914${'ab'.repeat(20)}88ac`);
  test.each([
    [`OP_DUP OP_HASH160 ${'ab'.repeat(20)} OP_EQUALVERIFY OP_CHECKSIG`, true],
    [`DUP HASH160 ${'ab'.repeat(20)} EQUALVERIFY CHECKSIG`, true],
    [`OP_DUP OP_HASH160 ${'ab'.repeat(19)}ac OP_EQUALVERIFY OP_CHECKSIG`, false],
    [`OP_DUP OP_HASH160 ${'ab'.repeat(20)} OP_EQUAL OP_CHECKSIG`, false],
    [`OP_DUP OP_HASH160 ${'ab'.repeat(20)} OP_EQUALVERIFY`, false],
  ])('%s', (asm, fits) => {
    expect(asmFits(asm, payToKeyHash)).toBe(fits);
  });

  test('numbers, small pushes and signature types', () => {
    expect(asmFits('0 2 -1 1000', fromHex('00524f02e803'))).toBe(true);
    expect(asmFits('0 2 -1 1001', fromHex('00524f02e803'))).toBe(false);
    expect(asmFits('3006020101020101[ALL]', fromHex('09300602010102010101'))).toBe(true);
    expect(asmFits('3006020101020101[NONE]', fromHex('09300602010102010101'))).toBe(false);
    expect(scriptNumber(fromHex('e883'))).toBe(-1000);
    expect(asmFits('', new Uint8Array())).toBe(true);
  });

  test('script types have the names of the documents', () => {
    expect(scriptType(payToKeyHash)).toBe('pubkeyhash');
    expect(scriptType(fromHex(`a914${'ab'.repeat(20)}87`))).toBe('scripthash');
    expect(scriptType(fromHex(`0014${'ab'.repeat(20)}`))).toBe('witness_v0_keyhash');
    expect(scriptType(fromHex(`0020${'ab'.repeat(32)}`))).toBe('witness_v0_scripthash');
    expect(scriptType(fromHex('6a02abcd'))).toBe('nulldata');
    expect(scriptType(fromHex('51'))).toBeUndefined();
    // The hash pushed by OP_PUSHDATA1.
    expect(scriptType(fromHex(`76a94c14${'ab'.repeat(20)}88ac`))).toBeUndefined();
  });
});
