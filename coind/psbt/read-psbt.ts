import type { Curve } from '../crypto/curve.ts';
import { ByteReader } from '../primitives/byte-reader.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { readTransaction } from '../primitives/transaction.ts';
import type { Transaction, TxOutput } from '../primitives/types.ts';
import type { KeyOrigin } from '../script/signature-data.ts';
import { GLOBAL, INPUT, MAGIC, OUTPUT } from './key-types.ts';
import { createPsbt, type Psbt, type PsbtInput, type PsbtOutput, type UnknownEntries } from './types.ts';

/** Reads a PSBT from base64. Throws `DeserializationError` with the reason. */
export function decodePsbt(base64: string, curve: Curve): Psbt {
  const bytes = Buffer.from(base64, 'base64');
  // Buffer ignores invalid base64 characters.
  if (bytes.toString('base64') !== base64) throw new DeserializationError('invalid base64');
  return readPsbt(bytes, curve);
}

/** Reads a PSBT, BIP 174. Throws `DeserializationError` with the reason. */
export function readPsbt(bytes: Buffer, curve: Curve): Psbt {
  const reader = new ByteReader(bytes);
  if (!reader.bytes(MAGIC.length).equals(MAGIC)) throw new DeserializationError('Invalid PSBT magic bytes');
  const global = readMap(reader);
  const unsigned = single(global, GLOBAL.unsignedTransaction, 'unsigned transaction');
  if (unsigned === undefined) throw new DeserializationError('No unsigned transaction was provided');
  const transaction = readWhole(unsigned, (part) => readTransaction(part, { allowWitness: false }));
  if (transaction.inputs.some(({ scriptSig }) => scriptSig.length > 0)) {
    throw new DeserializationError('Unsigned tx does not have empty scriptSigs and scriptWitnesses.');
  }
  const unknown = rest(global);
  const { inputs, outputs } = createPsbt(transaction);
  const psbt: Psbt = {
    transaction,
    unknown,
    inputs: inputs.map((_, index) => {
      if (reader.remaining === 0) throw new DeserializationError('Inputs provided does not match the number of inputs in transaction.');
      return readInput(readMap(reader), transaction, index, curve);
    }),
    outputs: outputs.map(() => {
      if (reader.remaining === 0) throw new DeserializationError('Outputs provided does not match the number of outputs in transaction.');
      return readOutput(readMap(reader), curve);
    }),
  };
  if (reader.remaining > 0) throw new DeserializationError('extra data after PSBT');
  return psbt;
}

/** Entries of one map by key in hex. Known entries are removed as they are read. */
type Entries = Map<string, Buffer>;

function readMap(reader: ByteReader): Entries {
  const entries: Entries = new Map();
  for (;;) {
    const key = reader.varBytes().toString('hex');
    if (key === '') return entries;
    if (entries.has(key)) throw new DeserializationError(`Duplicate Key, ${key} already provided`);
    entries.set(key, reader.varBytes());
  }
}

function readInput(entries: Entries, transaction: Transaction, index: number, curve: Curve): PsbtInput {
  const previous = single(entries, INPUT.nonWitnessUtxo, 'non-witness utxo');
  const witnessOutput = single(entries, INPUT.witnessUtxo, 'witness utxo');
  const sighashType = single(entries, INPUT.sighashType, 'sighash type');
  const finalWitness = single(entries, INPUT.finalWitness, 'final scriptWitness');
  return {
    ...(previous && {
      previous: previousOf(
        readWhole(previous, (part) => readTransaction(part)),
        transaction,
        index,
      ),
    }),
    ...(witnessOutput && { witnessOutput: readWhole(witnessOutput, readOutputOf) }),
    partialSignatures: byPublicKey(entries, { type: INPUT.partialSignature, curve, what: 'partial signature', read: (value) => value }),
    ...(sighashType && { sighashType: readWhole(sighashType, (part) => part.u32le()) }),
    ...optional('redeemScript', single(entries, INPUT.redeemScript, 'redeemScript')),
    ...optional('witnessScript', single(entries, INPUT.witnessScript, 'witnessScript')),
    derivations: byPublicKey(entries, { type: INPUT.derivation, curve, what: 'BIP32 keypath', read: readOrigin }),
    ...optional('finalScriptSig', single(entries, INPUT.finalScriptSig, 'final scriptSig')),
    ...(finalWitness && {
      finalWitness: readWhole(finalWitness, (part) => Array.from({ length: part.compactSize() }, () => part.varBytes())),
    }),
    unknown: rest(entries),
  };
}

function readOutput(entries: Entries, curve: Curve): PsbtOutput {
  return {
    ...optional('redeemScript', single(entries, OUTPUT.redeemScript, 'redeemScript')),
    ...optional('witnessScript', single(entries, OUTPUT.witnessScript, 'witnessScript')),
    derivations: byPublicKey(entries, { type: OUTPUT.derivation, curve, what: 'BIP32 keypath', read: readOrigin }),
    unknown: rest(entries),
  };
}

/** Checks that the previous transaction of an input is the one that it spends. */
function previousOf(previous: Transaction, { inputs }: Transaction, index: number): Transaction {
  const spends = inputs[index];
  if (spends === undefined || previous.txid !== spends.txid)
    throw new DeserializationError('Non-witness UTXO does not match outpoint hash');
  return previous;
}

function readOutputOf(reader: ByteReader): TxOutput {
  return { valueSat: reader.i64le(), scriptPubKey: reader.varBytes() };
}

function readOrigin(value: Buffer): KeyOrigin {
  if (value.length % 4 !== 0) throw new DeserializationError('Invalid length for HD key path');
  const reader = new ByteReader(value);
  return { fingerprint: reader.bytes(4), path: Array.from({ length: reader.remaining / 4 }, () => reader.u32le()) };
}

/** The value under a key that consists of its type only. */
function single(entries: Entries, type: number, what: string): Buffer | undefined {
  const prefix = typePrefix(type);
  for (const key of entries.keys()) {
    if (key.startsWith(prefix) && key !== prefix) throw new DeserializationError(`Key of ${what} is more than one byte type`);
  }
  const value = entries.get(prefix);
  entries.delete(prefix);
  return value;
}

/** Keys of one type, and how their values are read. */
interface KeyedBy<T> {
  readonly type: number;
  readonly curve: Curve;
  readonly what: string;
  readonly read: (value: Buffer) => T;
}

/** Values under keys that consist of a type and a public key. */
function byPublicKey<T>(entries: Entries, { type, curve, what, read }: KeyedBy<T>): Map<string, T> {
  const prefix = typePrefix(type);
  const found = new Map<string, T>();
  for (const [key, value] of entries) {
    if (!key.startsWith(prefix)) continue;
    const publicKey = Buffer.from(key.slice(2), 'hex');
    if (publicKey.length !== 33 && publicKey.length !== 65)
      throw new DeserializationError(`Size of key was not the expected size for the type ${what}`);
    if (!curve.isPublicKey(publicKey)) throw new DeserializationError('Invalid pubkey');
    found.set(key.slice(2), read(value));
    entries.delete(key);
  }
  return found;
}

function rest(entries: Entries): UnknownEntries {
  return new Map([...entries].map(([key, value]) => [key, value.toString('hex')]));
}

const typePrefix = (type: number): string => type.toString(16).padStart(2, '0');

function readWhole<T>(bytes: Buffer, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = read(reader);
  if (reader.remaining > 0) throw new DeserializationError('Size of value was not the stated size');
  return value;
}

const optional = <Name extends string>(name: Name, value: Buffer | undefined): { [N in Name]?: Buffer } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Buffer };
