import { hash256, joined, littleEndian, withLength } from './bytes.ts';
import { outpointBytes, outputBytes, serialize, type RawTransaction } from './transaction.ts';

/** Types of document 1, Shared argument shapes, by the byte after the signature. */
export const SIGHASH = {
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  'ALL|ANYONECANPAY': 0x81,
  'NONE|ANYONECANPAY': 0x82,
  'SINGLE|ANYONECANPAY': 0x83,
} as const;

export type SighashName = keyof typeof SIGHASH;

/** The name of a sighash type; undefined for any other byte. */
export function sighashName(type: number | undefined): SighashName | undefined {
  return (Object.keys(SIGHASH) as SighashName[]).find((name) => SIGHASH[name] === type);
}

const isNone = (type: number): boolean => (type & 0x1f) === SIGHASH.NONE;
const isSingle = (type: number): boolean => (type & 0x1f) === SIGHASH.SINGLE;
const isAnyoneCanPay = (type: number): boolean => (type & 0x80) !== 0;
const NOTHING = new Uint8Array(32);

/** The hash that a signature of an input without witness signs. `scriptCode` must hold no OP_CODESEPARATOR. */
export function legacySighash(transaction: RawTransaction, index: number, scriptCode: Uint8Array, type: number): Uint8Array {
  const { version, lockTime } = transaction;
  // An input without an output of its index signs the number one: a bug of the first node that became consensus.
  if (isSingle(type) && index >= transaction.outputs.length) return littleEndian(1, 32);
  const others = isNone(type) || isSingle(type);
  const inputs = transaction.inputs
    .map((input, at) => ({
      ...input,
      scriptSig: at === index ? scriptCode : new Uint8Array(),
      sequence: at !== index && others ? 0 : input.sequence,
    }))
    .filter((_, at) => at === index || !isAnyoneCanPay(type));
  const outputs = isNone(type)
    ? []
    : isSingle(type)
      ? transaction.outputs.slice(0, index + 1).map((output, at) => (at === index ? output : { valueSat: -1n, script: new Uint8Array() }))
      : transaction.outputs;
  return hash256(joined(serialize({ version, inputs, outputs, lockTime }), littleEndian(type, 4)));
}

/** What a witness signature commits to besides the transaction. */
export interface WitnessSignature {
  readonly scriptCode: Uint8Array;
  readonly type: number;
  readonly amountSat: bigint;
}

/** The hash that a signature of an input with a version 0 witness signs (BIP 143). */
export function witnessSighash(transaction: RawTransaction, index: number, { scriptCode, type, amountSat }: WitnessSignature): Uint8Array {
  const { inputs, outputs } = transaction;
  const input = inputs[index];
  if (!input) throw new RangeError(`the transaction has no input ${index}`);
  const own = outputs[index];
  const sequences = joined(...inputs.map(({ sequence }) => littleEndian(sequence, 4)));
  const single = own ? hash256(outputBytes(own)) : NOTHING;
  return hash256(
    joined(
      littleEndian(transaction.version, 4),
      isAnyoneCanPay(type) ? NOTHING : hash256(joined(...inputs.map(outpointBytes))),
      isAnyoneCanPay(type) || isSingle(type) || isNone(type) ? NOTHING : hash256(sequences),
      outpointBytes(input),
      withLength(scriptCode),
      littleEndian(amountSat, 8),
      littleEndian(input.sequence, 4),
      isNone(type) ? NOTHING : isSingle(type) ? single : hash256(joined(...outputs.map(outputBytes))),
      littleEndian(transaction.lockTime, 4),
      littleEndian(type, 4),
    ),
  );
}
