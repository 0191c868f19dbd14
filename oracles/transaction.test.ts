import { Transaction } from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { Malformed, toHex } from './bytes.ts';
import {
  hasWitness,
  isCoinbase,
  parseTransaction,
  serializeWithWitness,
  totalOut,
  txidOf,
  vsizeOf,
  weightOf,
  wtxidOf,
} from './transaction.ts';
import { genesisBlock, legacyUnsigned, nativeP2wpkhSigned, p2shP2wpkhSigned } from './testing/vectors.ts';

const lenient = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true };
const library = (hex: string): Transaction => Transaction.fromRaw(Buffer.from(hex, 'hex'), lenient);

describe('a raw transaction', () => {
  test.each([
    ['native P2WPKH', nativeP2wpkhSigned],
    ['P2SH-P2WPKH', p2shP2wpkhSigned],
  ])('BIP 143, %s: txid and weight equal those of the library', (_, hex) => {
    const transaction = parseTransaction(hex);
    const other = library(hex);
    expect(txidOf(transaction)).toBe(other.id);
    expect(weightOf(transaction)).toBe(other.weight);
    expect(vsizeOf(transaction)).toBe(other.vsize);
    expect(toHex(transaction.bytes)).toBe(hex);
  });

  test.each([legacyUnsigned, nativeP2wpkhSigned, p2shP2wpkhSigned])('its content is written as it was read: %s', (hex) => {
    expect(toHex(serializeWithWitness(parseTransaction(hex)))).toBe(hex);
  });

  test('the ids of the P2SH-P2WPKH example equal those in the chain', () => {
    const transaction = parseTransaction(p2shP2wpkhSigned);
    expect(txidOf(transaction)).toBe('ef48d9d0f595052e0f8cdcf825f7a5e50b6a388a81f206f3f4846e5ecd7a0c23');
    expect(wtxidOf(transaction)).toBe('680f483b2bf6c5dcbf111e69e885ba248a41a5e92070cfb0afec3cfc49a9fabb');
  });

  test('every field is read', () => {
    const { version, lockTime, inputs, outputs } = parseTransaction(nativeP2wpkhSigned);
    expect({ version, lockTime }).toEqual({ version: 1, lockTime: 0x11 });
    expect(inputs.map(({ txid, vout, sequence, witness }) => ({ txid, vout, sequence, elements: witness.length }))).toEqual([
      { txid: '9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff', vout: 0, sequence: 0xffffffee, elements: 0 },
      { txid: '8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef', vout: 1, sequence: 0xffffffff, elements: 2 },
    ]);
    expect(outputs.map(({ valueSat, script }) => [valueSat, toHex(script)])).toEqual([
      [112_340_000n, '76a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac'],
      [223_450_000n, '76a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac'],
    ]);
    expect(totalOut({ outputs })).toBe(335_790_000n);
  });

  test('without a witness both ids are equal, and the weight is four times the size', () => {
    const transaction = parseTransaction(legacyUnsigned);
    expect(wtxidOf(transaction)).toBe(txidOf(transaction));
    expect(weightOf(transaction)).toBe(legacyUnsigned.length * 2);
    expect(hasWitness(transaction)).toBe(false);
  });

  test('a transaction without inputs is not read as one with a witness', () => {
    const { inputs, outputs } = parseTransaction('02000000000100e1f505000000000000000000');
    expect(inputs).toHaveLength(0);
    expect(outputs[0]?.valueSat).toBe(100_000_000n);
  });

  test('the first coinbase is recognised as a coinbase, and no other transaction is', () => {
    expect(isCoinbase(parseTransaction(genesisBlock.slice(162)))).toBe(true);
    expect(isCoinbase(parseTransaction(nativeP2wpkhSigned))).toBe(false);
  });

  test.each([
    ['one byte short', nativeP2wpkhSigned.slice(0, -2)],
    ['one byte more', `${nativeP2wpkhSigned}00`],
    ['a count beyond the bytes', '01000000fdffff'],
    ['a count that is not in its shortest encoding', '01000000fd0100'],
    ['half a byte', '0'],
    ['not hex', 'zz'],
  ])('%s is malformed', (_, hex) => {
    expect(() => parseTransaction(hex)).toThrow(Malformed);
  });
});
