import { readFileSync } from 'node:fs';
import { Transaction as ScureTransaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import { decodeTransaction } from '../script/decode-transaction.ts';
import { MemoryProvider } from '../script/memory-provider.ts';
import { SighashCache } from '../script/sighash.ts';
import { multisig, p2pkh, p2sh, p2wpkh, p2wsh } from '../script/standard.ts';
import { hash160, sha256 } from '../primitives/hash.ts';
import { combinePsbts } from './combine-psbts.ts';
import { extractTransaction, finalizePsbt, isComplete } from './finalize-psbt.ts';
import { decodePsbt, readPsbt } from './read-psbt.ts';
import { signPsbtInput } from './sign-input.ts';
import { createPsbt, isFinal, spentOutput, type Psbt } from './types.ts';
import { encodePsbt, writePsbt } from './write-psbt.ts';
import { curve } from '../crypto/testing/curve.ts';

type Stage = 'created' | 'updated' | 'updatedBare' | 'signedA' | 'signedB' | 'single' | 'combined' | 'combinedBack' | 'finalHalf' | 'final';
const vectors = JSON.parse(readFileSync(new URL('vectors/stages.json', import.meta.url), 'utf8')) as {
  readonly [name in Stage | 'hex']: string;
};
const stages = Object.keys(vectors).filter((name) => name !== 'hex') as Stage[];

describe('the PSBTs of a real node', () => {
  it.each(stages)('%s is read, and written to the same bytes', (stage) => {
    expect(encodePsbt(decodePsbt(vectors[stage], curve))).toBe(vectors[stage]);
  });

  it('are combined, finalized and extracted as by that node', () => {
    const [a, b] = [decodePsbt(vectors.signedA, curve), decodePsbt(vectors.signedB, curve)];
    expect(encodePsbt(combinePsbts(a, [b])!)).toBe(vectors.combined);
    expect(encodePsbt(combinePsbts(b, [a])!)).toBe(vectors.combinedBack);
    expect(encodePsbt(finalizePsbt(b, curve))).toBe(vectors.finalHalf);
    for (const combined of [vectors.combined, vectors.combinedBack]) {
      const final = finalizePsbt(decodePsbt(combined, curve), curve);
      expect(encodePsbt(final)).toBe(vectors.final);
      expect(extractTransaction(final)?.bytes.toString('hex')).toBe(vectors.hex);
    }
  });

  it('are final input by input', () => {
    const finals = (psbt: Psbt): boolean[] => psbt.inputs.map(isFinal);
    expect(finals(decodePsbt(vectors.created, curve))).toEqual([false, false, false, false, false, false]);
    expect(finals(decodePsbt(vectors.signedA, curve)).filter(Boolean)).toHaveLength(3);
    expect(isComplete(decodePsbt(vectors.finalHalf, curve))).toBe(false);
    expect(extractTransaction(decodePsbt(vectors.finalHalf, curve))).toBeUndefined();
    expect(isComplete(decodePsbt(vectors.final, curve))).toBe(true);
  });

  it('contain the spent outputs', () => {
    const updated = decodePsbt(vectors.updated, curve);
    for (const [index, { previous }] of updated.inputs.entries()) {
      expect(spentOutput(updated, index)).toEqual(previous?.outputs[updated.transaction.inputs[index]!.vout]);
    }
    expect(spentOutput(decodePsbt(vectors.created, curve), 0)).toBeUndefined();
  });

  it('are not combined with those of another transaction', () => {
    const { version, inputs, outputs, locktime } = decodePsbt(vectors.created, curve).transaction;
    const other = createPsbt(makeTransaction({ version, inputs, outputs, locktime: locktime + 1 }));
    expect(combinePsbts(other, [decodePsbt(vectors.created, curve)])).toBeUndefined();
  });
});

const keys = [11, 12].map((n) => new Uint8Array(32).fill(n));
const publicKeys = keys.map((key) => curve.publicKey(key, true)) as [Buffer, Buffer];
const script = multisig(2, publicKeys);
const program = p2wpkh(hash160(publicKeys[0]));
/** Output scripts with their redeem and witness scripts. */
const kinds = {
  P2PKH: { output: p2pkh(hash160(publicKeys[0])) },
  P2WPKH: { output: program },
  'P2SH-P2WPKH': { output: p2sh(hash160(program)), redeemScript: program },
  'P2SH multisig': { output: p2sh(hash160(script)), redeemScript: script },
  'P2WSH multisig': { output: p2wsh(sha256(script)), witnessScript: script },
  'P2SH-P2WSH multisig': { output: p2sh(hash160(p2wsh(sha256(script)))), redeemScript: p2wsh(sha256(script)), witnessScript: script },
};

/** A transaction that pays each kind, and an unsigned one that spends all of it. */
const previous = makeTransaction({
  version: 2,
  locktime: 0,
  inputs: [{ txid: '11'.repeat(32), vout: 0, scriptSig: Buffer.alloc(0), sequence: 0xffffffff, witness: [] }],
  outputs: Object.values(kinds).map(({ output }, index) => ({ valueSat: 100_000n + BigInt(index), scriptPubKey: output })),
});
const unsigned = makeTransaction({
  version: 2,
  locktime: 5,
  inputs: previous.outputs.map((_, vout) => ({ txid: previous.txid, vout, scriptSig: Buffer.alloc(0), sequence: 0xfffffffd, witness: [] })),
  outputs: [{ valueSat: 590_000n, scriptPubKey: p2wpkh(Buffer.alloc(20, 7)) }],
});
const updated: Psbt = {
  ...createPsbt(unsigned),
  inputs: createPsbt(unsigned).inputs.map((input, index) => {
    const { output: _, ...scripts } = { redeemScript: undefined, witnessScript: undefined, ...Object.values(kinds)[index]! };
    return {
      ...input,
      previous,
      ...(scripts.redeemScript && { redeemScript: scripts.redeemScript }),
      ...(scripts.witnessScript && { witnessScript: scripts.witnessScript }),
    };
  }),
};

function signedBy(psbt: Psbt, key: Uint8Array): Psbt {
  const provider = new MemoryProvider(curve);
  provider.addKey(key, true);
  const cache = new SighashCache(psbt.transaction);
  return { ...psbt, inputs: psbt.inputs.map((_, index) => signPsbtInput(psbt, index, { provider, sighashType: 1, cache, curve })) };
}

describe('PSBTs between this and @scure/btc-signer', () => {
  it('a PSBT signed here is finalized there', () => {
    const halves = keys.map((key) => signedBy(updated, key));
    const combined = combinePsbts(halves[0]!, [halves[1]!])!;
    const there = ScureTransaction.fromPSBT(writePsbt(combined), { allowUnknownOutputs: true });
    for (let index = 0; index < there.inputsLength; index++) if (!isFinal(combined.inputs[index]!)) there.finalizeIdx(index);
    expect(there.hex).toBe(extractTransaction(finalizePsbt(combined, curve))?.bytes.toString('hex'));
  });

  it('a PSBT signed there is finalized here, to the same transaction', () => {
    const there = ScureTransaction.fromPSBT(writePsbt(updated), { allowUnknownOutputs: true, allowLegacyWitnessUtxo: true });
    for (const key of keys) there.sign(key);
    const here = finalizePsbt(readPsbt(Buffer.from(there.toPSBT(0)), curve), curve);
    expect(isComplete(here)).toBe(true);
    there.finalize();
    expect(extractTransaction(here)?.bytes.toString('hex')).toBe(there.hex);
  });
});

describe('signPsbtInput', () => {
  it('does not sign without the previous transaction, unless the signature commits to the amount', () => {
    const unverified: Psbt = {
      ...updated,
      inputs: updated.inputs.map(({ previous: _, ...input }, index) => ({ ...input, witnessOutput: previous.outputs[index]! })),
    };
    const signed = signedBy(unverified, keys[0]!);
    expect(signed.inputs.map((input) => isFinal(input) || input.partialSignatures.size > 0)).toEqual([
      false,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it('does not sign if the previous transaction is another one, or has no such output', () => {
    const other = decodeTransaction(previous.bytes)!;
    const wrong: Psbt = {
      ...updated,
      inputs: updated.inputs.map((input) => ({
        ...input,
        previous: makeTransaction({ ...other, version: 1, inputs: other.inputs, outputs: other.outputs, locktime: 0 }),
      })),
    };
    expect(signedBy(wrong, keys[0]!).inputs).toEqual(wrong.inputs);
  });

  it('keeps unknown entries', () => {
    const unknown = new Map([['f0aa', '0102']]);
    const strange: Psbt = { ...updated, unknown, inputs: updated.inputs.map((input) => ({ ...input, unknown })) };
    const read = readPsbt(writePsbt(signedBy(strange, keys[0]!)), curve);
    expect(read.unknown).toEqual(unknown);
    for (const input of read.inputs) expect(input.unknown).toEqual(unknown);
  });
});

type Entry = readonly [key: string, value: string];

/** A PSBT of maps of hex, well-formed or not. */
function psbtOf(...maps: readonly (readonly Entry[])[]): Buffer {
  const writer = new ByteWriter().bytes(Buffer.from('70736274ff', 'hex'));
  for (const map of maps) {
    for (const [key, value] of map) writer.varBytes(Buffer.from(key, 'hex')).varBytes(Buffer.from(value, 'hex'));
    writer.u8(0);
  }
  return writer.finish();
}

const singleInput = makeTransaction({ version: 2, inputs: unsigned.inputs.slice(0, 1), outputs: unsigned.outputs, locktime: 0 });
const GLOBAL_TX: Entry = ['00', singleInput.bytes.toString('hex')];
const KEY = publicKeys[0].toString('hex');
const UTXO = '01000000000000000151';

describe('readPsbt', () => {
  it('reads all entries of BIP 174', () => {
    const whole = psbtOf(
      [GLOBAL_TX],
      [
        ['00', previous.bytes.toString('hex')],
        ['01', UTXO],
        [`02${KEY}`, 'aa'],
        ['03', '83000000'],
        ['04', '51'],
        ['05', '52'],
        [`06${KEY}`, '0102030400000080'],
      ],
      [
        ['00', '53'],
        ['01', '54'],
        [`02${KEY}`, '01020304'],
      ],
    );
    const {
      inputs: [input],
      outputs: [output],
    } = readPsbt(whole, curve);
    expect(input).toMatchObject({
      sighashType: 0x83,
      redeemScript: Buffer.from('51', 'hex'),
      witnessScript: Buffer.from('52', 'hex'),
      witnessOutput: { valueSat: 1n },
    });
    expect(input?.partialSignatures).toEqual(new Map([[KEY, Buffer.from('aa', 'hex')]]));
    expect(input?.derivations.get(KEY)).toEqual({ fingerprint: Buffer.from('01020304', 'hex'), path: [0x80000000] });
    expect(output?.derivations.get(KEY)?.path).toEqual([]);
    expect(writePsbt(readPsbt(whole, curve))).toEqual(whole);
  });

  // The invalid cases of BIP 174, and some more.
  const invalid: { readonly [what: string]: Buffer } = {
    'a transaction of the network': singleInput.bytes,
    'no bytes at all': Buffer.alloc(0),
    'the magic alone': Buffer.from('70736274ff', 'hex'),
    'a missing output map': psbtOf([GLOBAL_TX], []),
    'a missing input map': psbtOf([GLOBAL_TX]),
    'one map too many': psbtOf([GLOBAL_TX], [], [], []),
    'a transaction with a scriptSig': psbtOf(
      [
        [
          '00',
          makeTransaction({
            version: 2,
            inputs: [{ ...singleInput.inputs[0]!, scriptSig: Buffer.from([0x51]) }],
            outputs: singleInput.outputs,
            locktime: 0,
          }).bytes.toString('hex'),
        ],
      ],
      [],
      [],
    ),
    'a transaction with a witness': psbtOf(
      [
        [
          '00',
          makeTransaction({
            version: 2,
            inputs: [{ ...singleInput.inputs[0]!, witness: [Buffer.alloc(1)] }],
            outputs: singleInput.outputs,
            locktime: 0,
          }).bytes.toString('hex'),
        ],
      ],
      [],
      [],
    ),
    'no transaction': psbtOf([], [], []),
    'a transaction with more behind it': psbtOf([['00', `${GLOBAL_TX[1]}00`]], [], []),
    'a key twice': psbtOf(
      [GLOBAL_TX],
      [
        ['04', '51'],
        ['04', '51'],
      ],
      [],
    ),
    'a global key of more than its type': psbtOf([['0001', GLOBAL_TX[1]]], [], []),
    ...Object.fromEntries(
      ['00', '01', '03', '04', '05', '07', '08'].map((type) => [
        `an input key ${type} of more than its type`,
        psbtOf([GLOBAL_TX], [[`${type}01`, '51']], []),
      ]),
    ),
    ...Object.fromEntries(
      ['00', '01'].map((type) => [`an output key ${type} of more than its type`, psbtOf([GLOBAL_TX], [], [[`${type}01`, '51']])]),
    ),
    'a signature of a key that is too short': psbtOf([GLOBAL_TX], [[`02${KEY.slice(2)}`, 'aa']], []),
    'a signature of what is no key': psbtOf([GLOBAL_TX], [[`02${'05'.padEnd(66, '0')}`, 'aa']], []),
    'a path of what is no key': psbtOf([GLOBAL_TX], [[`06${KEY.slice(4)}`, '01020304']], []),
    'a path of what is no key, of an output': psbtOf([GLOBAL_TX], [], [[`02${KEY}00`, '01020304']]),
    'a path that is cut short': psbtOf([GLOBAL_TX], [[`06${KEY}`, '010203040000']], []),
    'an empty path': psbtOf([GLOBAL_TX], [[`06${KEY}`, '']], []),
    'a transaction that is not the one spent': psbtOf([GLOBAL_TX], [['00', singleInput.bytes.toString('hex')]], []),
    'an output with more behind it': psbtOf([GLOBAL_TX], [['01', `${UTXO}00`]], []),
    'a sighash type of three bytes': psbtOf([GLOBAL_TX], [['03', '010000']], []),
    'a witness that is cut short': psbtOf([GLOBAL_TX], [['08', '0202aabb']], []),
  };

  it.each(Object.entries(invalid))('refuses %s', (_, bytes) => {
    expect(() => readPsbt(bytes, curve)).toThrow(DeserializationError);
  });

  it('refuses every truncated PSBT', () => {
    const bytes = Buffer.from(vectors.signedB, 'base64');
    for (let length = 0; length < bytes.length; length++)
      expect(() => readPsbt(bytes.subarray(0, length), curve), String(length)).toThrow(DeserializationError);
  });

  it('refuses invalid base64', () => {
    for (const text of [`${vectors.created} `, vectors.created.slice(0, -1), `!${vectors.created}`])
      expect(() => decodePsbt(text, curve)).toThrow('invalid base64');
  });
});
