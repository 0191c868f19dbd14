import { readFileSync } from 'node:fs';
import { HDKey } from '@scure/bip32';
import { RawTx, Transaction as ScureTransaction } from '@scure/btc-signer';
import { afterAll, describe, expect, it } from 'vitest';
import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import { decodeTransaction } from '../script/decode-transaction.ts';
import { MemoryProvider } from '../script/memory-provider.ts';
import { SIGHASH_ALL } from '../script/sighash-types.ts';
import { SighashCache } from '../script/sighash.ts';
import { combinePsbts } from './combine-psbts.ts';
import { extractTransaction, finalizePsbt, isComplete } from './finalize-psbt.ts';
import { MAGIC } from './key-types.ts';
import { decodePsbt, readPsbt } from './read-psbt.ts';
import { signPsbtInput } from './sign-input.ts';
import { createPsbt, type Psbt } from './types.ts';
import { encodePsbt, writePsbt } from './write-psbt.ts';
import { curve } from '../crypto/testing/curve.ts';

interface Vectors {
  readonly valid: Readonly<Record<'withSighash' | 'withOneSignature' | 'unknownTypes' | 'outputScripts', string>>;
  readonly roles: {
    readonly master: string;
    readonly created: string;
    readonly previous: readonly [string, string];
    readonly redeemScripts: readonly [string, string];
    readonly witnessScript: string;
    readonly extracted: string;
  };
}

const { valid, roles } = JSON.parse(readFileSync(new URL('vectors/bip174.json', import.meta.url), 'utf8')) as Vectors;

const fromHex = (hex: string): Buffer => Buffer.from(hex, 'hex');
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const fromText = (psbt: string): Buffer => Buffer.from(psbt, 'base64');

/** `m/0'/0'/0'` to `m/0'/0'/5'` of the master key, as the BIP uses them. */
const master = HDKey.fromExtendedKey(roles.master, { private: 0x04358394, public: 0x043587cf });
const HARDENED = 0x80000000;
const paths = [0, 1, 2, 3, 4, 5].map((step) => [HARDENED, HARDENED, HARDENED + step]);
const keys = [0, 1, 2, 3, 4, 5].map((step) => master.derive(`m/0'/0'/${step}'`));
const derivation = (step: number): [Uint8Array, { fingerprint: number; path: number[] }] => [
  keys[step]!.publicKey!,
  { fingerprint: master.fingerprint, path: paths[step]! },
];

/** The other library in the roles of the BIP, starting with its created PSBT. */
const updated = (): ScureTransaction => {
  const psbt = ScureTransaction.fromPSBT(fromText(roles.created));
  const { outputs } = RawTx.decode(fromHex(roles.previous[1]));
  psbt.updateInput(0, {
    nonWitnessUtxo: fromHex(roles.previous[0]),
    redeemScript: fromHex(roles.redeemScripts[0]),
    sighashType: SIGHASH_ALL,
    bip32Derivation: [derivation(0), derivation(1)],
  });
  psbt.updateInput(1, {
    witnessUtxo: outputs[1]!,
    redeemScript: fromHex(roles.redeemScripts[1]),
    witnessScript: fromHex(roles.witnessScript),
    sighashType: SIGHASH_ALL,
    bip32Derivation: [derivation(2), derivation(3)],
  });
  for (const index of [0, 1]) psbt.updateOutput(index, { bip32Derivation: [derivation(index + 4)] });
  return psbt;
};
const signedThere = (...steps: readonly number[]): Psbt => {
  const psbt = updated();
  for (const step of steps) psbt.sign(keys[step]!.privateKey!);
  return readPsbt(Buffer.from(psbt.toPSBT(0)), curve);
};
const signedHere = (psbt: Psbt, ...steps: readonly number[]): Psbt => {
  const provider = new MemoryProvider(curve);
  for (const step of steps) provider.addKey(keys[step]!.privateKey!, true);
  const signer = { provider, sighashType: SIGHASH_ALL, cache: new SighashCache(psbt.transaction), curve };
  return { ...psbt, inputs: psbt.inputs.map((_, index) => signPsbtInput(psbt, index, signer)) };
};

const halves = [signedThere(0, 2), signedThere(1, 3)] as const;
const combined = combinePsbts(halves[0], [halves[1]])!;
const final = finalizePsbt(combined, curve);

type Entry = readonly [key: Buffer, value: Buffer];

/** The maps of a PSBT: the global one, one for each input, one for each output. */
function mapsOf(bytes: Buffer): Entry[][] {
  const reader = new ByteReader(bytes.subarray(MAGIC.length));
  const maps: Entry[][] = [];
  while (reader.remaining > 0) {
    const map: Entry[] = [];
    for (let key = reader.varBytes(); key.length > 0; key = reader.varBytes()) map.push([key, reader.varBytes()]);
    maps.push(map);
  }
  return maps;
}

function fromMaps(maps: readonly (readonly Entry[])[]): Buffer {
  const writer = new ByteWriter().bytes(MAGIC);
  for (const map of maps) {
    for (const [key, value] of map) writer.varBytes(key).varBytes(value);
    writer.u8(0);
  }
  return writer.finish();
}

/** The PSBT with the first entry of this type within a map changed. */
function changed(bytes: Buffer, map: number, type: number, change: (record: Entry) => readonly Entry[]): Buffer {
  let done = false;
  const maps = mapsOf(bytes).map((records, index) =>
    records.flatMap((record) => {
      if (done || index !== map || record[0][0] !== type) return [record];
      done = true;
      return change(record);
    }),
  );
  if (!done) throw new Error(`there is no entry of type ${type} in map ${map}`);
  return fromMaps(maps);
}

/** A key that consists of its type only gets one more byte; a public key loses its last byte. */
const longer = ([key, value]: Entry): readonly Entry[] => [[Buffer.concat([key, Buffer.of(0)]), value]];
const shorter = ([key, value]: Entry): readonly Entry[] => [[key.subarray(0, -1), value]];

const bases = {
  sighash: fromText(valid.withSighash),
  signature: fromText(valid.withOneSignature),
  outputs: fromText(valid.outputScripts),
  final: writePsbt(final),
};

/** The defects of the BIP's invalid PSBTs, in its order and words, each planted in one of its valid PSBTs. */
const invalid: readonly (readonly [string, Buffer])[] = [
  ['network transaction, not PSBT format', fromHex(roles.extracted)],
  ['missing outputs', fromMaps(mapsOf(bases.sighash).slice(0, -2))],
  [
    'unsigned transaction with a filled in scriptSig',
    changed(bases.signature, 0, 0, ([key, value]) => {
      const { version, inputs, outputs, locktime } = decodeTransaction(value)!;
      return [
        [
          key,
          makeTransaction({ version, inputs: inputs.map((input) => ({ ...input, scriptSig: Buffer.of(0x51) })), outputs, locktime }).bytes,
        ],
      ];
    }),
  ],
  ['no unsigned transaction', changed(bases.signature, 0, 0, () => [])],
  ['duplicate keys in an input', changed(bases.signature, 1, 1, (record) => [record, record])],
  ['invalid global transaction typed key', changed(bases.signature, 0, 0, longer)],
  ['invalid input witness utxo typed key', changed(bases.signature, 1, 1, longer)],
  ['invalid pubkey length for input partial signature typed key', changed(bases.signature, 1, 2, shorter)],
  ['invalid redeemscript typed key', changed(bases.signature, 1, 4, longer)],
  ['invalid witnessscript typed key', changed(bases.signature, 1, 5, longer)],
  ['invalid bip32 typed key', changed(bases.signature, 1, 6, shorter)],
  ['invalid non-witness utxo typed key', changed(bases.final, 1, 0, longer)],
  ['invalid final scriptsig typed key', changed(bases.final, 1, 7, longer)],
  ['invalid final script witness typed key', changed(bases.final, 2, 8, longer)],
  ['invalid pubkey in output BIP32 derivation paths typed key', changed(bases.final, 3, 2, shorter)],
  ['invalid input sighash type typed key', changed(bases.sighash, 1, 3, longer)],
  ['invalid output redeemScript typed key', changed(bases.outputs, 2, 0, longer)],
  ['invalid output witnessScript typed key', changed(bases.outputs, 3, 1, longer)],
];

let passed = 0;
afterAll(() => console.log(`BIP 174: ${passed} of ${Object.keys(valid).length + 1 + invalid.length + 6} vectors passed`));
const count = (): void => void passed++;

describe('the valid PSBTs of BIP 174', () => {
  const { unknownTypes, ...known } = valid;

  it.each(Object.entries({ ...known, created: roles.created }))(
    '%s is read as by another library, and written to the same bytes',
    (_, text) => {
      const psbt = decodePsbt(text, curve);
      const there = ScureTransaction.fromPSBT(fromText(text), { allowUnknownOutputs: true });
      expect(psbt.transaction.txid).toBe(there.id);
      const bytes = (given: Uint8Array | undefined): Buffer | undefined => given && Buffer.from(given);
      for (const [index, input] of psbt.inputs.entries()) {
        const { partialSig = [], bip32Derivation = [], redeemScript, witnessScript, sighashType } = there.getInput(index);
        expect([...input.partialSignatures]).toEqual(partialSig.map(([key, signature]) => [hexOf(key), bytes(signature)]));
        expect([...input.derivations]).toEqual(
          bip32Derivation.map(([key, { fingerprint, path }]) => [
            hexOf(key),
            { fingerprint: fromHex(fingerprint.toString(16).padStart(8, '0')), path },
          ]),
        );
        expect([input.redeemScript, input.witnessScript, input.sighashType]).toEqual([
          bytes(redeemScript),
          bytes(witnessScript),
          sighashType,
        ]);
      }
      for (const [index, output] of psbt.outputs.entries()) {
        const { redeemScript, witnessScript } = there.getOutput(index);
        expect([output.redeemScript, output.witnessScript]).toEqual([bytes(redeemScript), bytes(witnessScript)]);
      }
      // A previous transaction is written without its witness, as by nodes of the family.
      const isWhole = psbt.inputs.every(({ previous }) => previous === undefined || previous.bytes.equals(previous.strippedBytes));
      if (isWhole) expect(encodePsbt(psbt)).toBe(text);
      else expect(encodePsbt(decodePsbt(encodePsbt(psbt), curve))).toBe(encodePsbt(psbt));
      count();
    },
  );

  // The other library follows a later standard, which defined this type.
  it('unknown types in the inputs are kept', () => {
    const psbt = decodePsbt(unknownTypes, curve);
    expect(psbt.inputs.map(({ unknown }) => [...unknown])).toEqual([[['0f010203040506070809', '0102030405060708090a0b0c0d0e0f']]]);
    expect(encodePsbt(psbt)).toBe(unknownTypes);
    count();
  });
});

describe('the invalid PSBTs of BIP 174', () => {
  it.each(invalid)('%s', (_, bytes) => {
    expect(() => readPsbt(bytes, curve)).toThrow(DeserializationError);
    expect(() => ScureTransaction.fromPSBT(bytes)).toThrow();
    count();
  });

  it('differ from valid ones only by their defect', () => {
    for (const base of Object.values(bases)) {
      expect(fromMaps(mapsOf(base)).equals(base)).toBe(true);
      expect(() => readPsbt(base, curve)).not.toThrow();
    }
  });
});

describe('the roles of BIP 174', () => {
  it('Creator', () => {
    const { version, inputs, outputs, locktime } = decodeTransaction(fromHex(roles.extracted))!;
    const bare = inputs.map((input) => ({ ...input, scriptSig: Buffer.alloc(0), witness: [] }));
    expect(encodePsbt(createPsbt(makeTransaction({ version, inputs: bare, outputs, locktime })))).toBe(roles.created);
    count();
  });

  it('Updater: the derivations are those of the BIP', () => {
    const [first] = signedThere().inputs;
    expect([...first!.derivations.keys()]).toEqual(keys.slice(0, 2).map((key) => hexOf(key.publicKey!)));
    expect(first!.derivations.get(hexOf(keys[0]!.publicKey!))).toEqual({ fingerprint: fromHex('d90c6a4f'), path: paths[0] });
    count();
  });

  it('Signer: the signatures of both signers are those of the BIP if these have low R', () => {
    for (const [index, steps] of [
      [0, [0, 2]],
      [1, [1, 3]],
    ] as const) {
      const signed = signedHere(signedThere(), ...steps);
      for (const [at, { partialSignatures }] of signed.inputs.entries()) {
        for (const [key, there] of halves[index]!.inputs[at]!.partialSignatures) {
          expect(roles.extracted).toContain(there.toString('hex'));
          // Signatures are repeated here until R is low; the BIP predates that.
          if (there[3] === 0x20) expect(partialSignatures.get(key)?.toString('hex')).toBe(there.toString('hex'));
          else expect(partialSignatures.get(key)?.[3]).toBe(0x20);
        }
      }
    }
    count();
  });

  it('Combiner', () => {
    expect(combined.inputs.map(({ partialSignatures }) => partialSignatures.size)).toEqual([2, 2]);
    expect(encodePsbt(combinePsbts(halves[1], [halves[0]])!)).toBe(encodePsbt(combined));
    const there = ScureTransaction.fromPSBT(writePsbt(halves[0])).combine(ScureTransaction.fromPSBT(writePsbt(halves[1])));
    expect(encodePsbt(readPsbt(Buffer.from(there.toPSBT(0)), curve))).toBe(encodePsbt(combined));
    count();
  });

  it('Input Finalizer', () => {
    expect(isComplete(final)).toBe(true);
    expect(halves.map((half) => isComplete(finalizePsbt(half, curve)))).toEqual([false, false]);
    count();
  });

  it('Transaction Extractor', () => {
    expect(extractTransaction(final)?.bytes.toString('hex')).toBe(roles.extracted);
    expect(extractTransaction(combined)).toBeUndefined();
    count();
  });
});
