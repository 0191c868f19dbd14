import { sha256 } from '@noble/hashes/sha2.js';
import { RawTx, Transaction as OracleTransaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { DeserializationError } from './deserialization-error.ts';
import { makeTransaction, NULL_ID, readTransaction } from './transaction.ts';
import { decodeTransaction } from '../script/decode-transaction.ts';
import type { TxParts } from './types.ts';

// The signed transaction of BIP 143's P2SH-P2WPKH example, with its id from block explorers.
const signed =
  '01000000000101db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a5477010000001716001479091972186c449eb1ded22b78e40d009bdf0089feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac02473044022047ac8e878352d3ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9dcb012103ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a2687392040000';

const bytes = (max: number): fc.Arbitrary<Buffer> => fc.uint8Array({ maxLength: max }).map((b) => Buffer.from(b));
const u32 = fc.nat(0xffffffff);
const parts: fc.Arbitrary<TxParts> = fc.record({
  version: fc.integer({ min: -0x80000000, max: 0x7fffffff }),
  inputs: fc.array(
    fc.record({
      txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((b) => Buffer.from(b).toString('hex')),
      vout: u32,
      scriptSig: bytes(300),
      sequence: u32,
      witness: fc.array(bytes(80), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  outputs: fc.array(fc.record({ valueSat: fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }), scriptPubKey: bytes(50) }), { maxLength: 4 }),
  locktime: u32,
});

describe('transactions', () => {
  test('a known transaction is read', () => {
    const transaction = decodeTransaction(Buffer.from(signed, 'hex'))!;
    const oracle = OracleTransaction.fromRaw(Buffer.from(signed, 'hex'), { allowUnknownInputs: true });
    expect(transaction.txid).toBe('ef48d9d0f595052e0f8cdcf825f7a5e50b6a388a81f206f3f4846e5ecd7a0c23');
    expect([transaction.txid, transaction.wtxid, transaction.weight, transaction.vsize]).toEqual([
      oracle.id,
      Buffer.from(sha256(sha256(Buffer.from(signed, 'hex'))))
        .reverse()
        .toString('hex'),
      oracle.weight,
      oracle.vsize,
    ]);
    expect(transaction.inputs[0]!.witness.length).toBe(2);
    expect(transaction.outputs.map(({ valueSat }) => valueSat)).toEqual([199_996_600n, 800_000_000n]);
    expect([transaction.version, transaction.locktime, transaction.hasWitness, transaction.isCoinbase]).toEqual([1, 1170, true, false]);
  });

  test('any transaction is written as by btc-signer, and read as the same', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const transaction = makeTransaction(given);
        const hasWitness = given.inputs.some(({ witness }) => witness.length > 0);
        const raw = RawTx.encode({
          version: given.version,
          segwitFlag: hasWitness,
          lockTime: given.locktime,
          inputs: given.inputs.map(({ txid, vout, scriptSig, sequence }) => ({
            txid: Buffer.from(txid, 'hex'),
            index: vout,
            finalScriptSig: scriptSig,
            sequence,
          })),
          outputs: given.outputs.map(({ valueSat, scriptPubKey }) => ({ amount: valueSat, script: scriptPubKey })),
          ...(hasWitness ? { witnesses: given.inputs.map(({ witness }) => [...witness]) } : {}),
        } as Parameters<typeof RawTx.encode>[0]);
        expect(transaction.bytes.toString('hex')).toBe(Buffer.from(raw).toString('hex'));
        expect(transaction.size).toBe(transaction.bytes.length);
        expect(transaction.strippedSize).toBe(transaction.strippedBytes.length);
        expect(transaction.txid === transaction.wtxid).toBe(!hasWitness);
        const back = readTransaction(new ByteReader(transaction.bytes));
        expect({ version: back.version, inputs: back.inputs, outputs: back.outputs, locktime: back.locktime }).toEqual(given);
        expect(back.txid).toBe(transaction.txid);
      }),
      { numRuns: 200 },
    );
  });

  test('negative amounts are preserved', () => {
    const transaction = makeTransaction({
      version: 2,
      inputs: [],
      outputs: [{ valueSat: -1n, scriptPubKey: Buffer.alloc(0) }],
      locktime: 0,
    });
    expect(readTransaction(new ByteReader(transaction.bytes), { allowWitness: false }).outputs[0]!.valueSat).toBe(-1n);
  });

  test('a coinbase is recognised by its single input', () => {
    const input = { txid: NULL_ID, vout: 0xffffffff, scriptSig: Buffer.alloc(2), sequence: 0, witness: [] };
    const rest = { version: 1, outputs: [], locktime: 0 };
    expect(makeTransaction({ ...rest, inputs: [input] }).isCoinbase).toBe(true);
    expect(makeTransaction({ ...rest, inputs: [{ ...input, vout: 0 }] }).isCoinbase).toBe(false);
    expect(makeTransaction({ ...rest, inputs: [input, input] }).isCoinbase).toBe(false);
  });

  test.each([
    ['cut short', signed.slice(0, -2)],
    ['a witness of nothing', '01000000000101' + '00'.repeat(36) + '00ffffffff' + '00' + '00' + '00000000'],
    ['unknown optional data', '01000000000201' + '00'.repeat(36) + '00ffffffff' + '00' + '00000000'],
    ['a count in a longer form than it needs', '01000000fd0100' + '00'.repeat(36) + '00ffffffff' + '00' + '00000000'],
    ['a count beyond all bounds', '01000000ffffffffffffffffff'],
  ])('%s is not a transaction', (_what, hex) => {
    expect(() => readTransaction(new ByteReader(Buffer.from(hex, 'hex')))).toThrow(DeserializationError);
    expect(decodeTransaction(Buffer.from(hex, 'hex'))).toBeUndefined();
  });

  test('the bytes of a transaction without inputs are ambiguous', () => {
    expect(decodeTransaction(Buffer.from('02000000000000000000', 'hex'))).toBeDefined();
    // One output and no input: in the witness format the 01 would be the flag.
    const oneOutput = makeTransaction({
      version: 2,
      inputs: [],
      outputs: [{ valueSat: 5n, scriptPubKey: Buffer.from('51', 'hex') }],
      locktime: 0,
    }).bytes;
    expect(decodeTransaction(oneOutput)).toBeUndefined();
    expect(decodeTransaction(oneOutput, { tryNoWitness: true })?.outputs.length).toBe(1);
    expect(decodeTransaction(oneOutput, { tryNoWitness: true, tryWitness: false })?.outputs.length).toBe(1);
    expect(decodeTransaction(Buffer.from(signed, 'hex'), { tryNoWitness: true })?.hasWitness).toBe(true);
    expect(decodeTransaction(Buffer.from(`${signed}00`, 'hex'), { tryNoWitness: true })).toBeUndefined();
  });
});
