import { ByteReader, Malformed, compactSize, fromHex, hash256, idOf, joined, littleEndian, withLength } from './bytes.ts';

export interface TxInput {
  /** Transaction and index of the output that it spends. */
  readonly txid: string;
  readonly vout: number;
  readonly scriptSig: Uint8Array;
  readonly sequence: number;
  readonly witness: readonly Uint8Array[];
}

export interface TxOutput {
  readonly valueSat: bigint;
  readonly script: Uint8Array;
}

export interface RawTransaction {
  readonly version: number;
  readonly inputs: readonly TxInput[];
  readonly outputs: readonly TxOutput[];
  readonly lockTime: number;
  /** All bytes as they were read, with the witness if there is one. */
  readonly bytes: Uint8Array;
  /** The bytes without marker, flag and witness (BIP 144). */
  readonly strippedBytes: Uint8Array;
}

/** Set where it is known whether the bytes are in the witness format. */
export interface Format {
  readonly witness?: boolean;
}

/** Parses a whole transaction. Throws `Malformed`. */
export function parseTransaction(source: string | Uint8Array, format: Format = {}): RawTransaction {
  const bytes = typeof source === 'string' ? fromHex(source) : source;
  const whole = (witness: boolean): RawTransaction => {
    const reader = new ByteReader(bytes);
    const transaction = readAs(reader, witness);
    reader.end();
    return transaction;
  };
  if (format.witness !== undefined) return whole(format.witness);
  if (!hasMarker(bytes)) return whole(false);
  try {
    return whole(true);
  } catch (error) {
    // A transaction without inputs begins with the same bytes as one with a witness.
    if (!(error instanceof Malformed)) throw error;
    return whole(false);
  }
}

/** Reads one transaction from longer data, such as a block. Throws `Malformed`. */
export function readTransaction(reader: ByteReader): RawTransaction {
  return readAs(reader, hasMarker(reader.bytes.subarray(reader.at)));
}

/** BIP 144: a marker 00 after the version, in place of the number of inputs, and a flag 01. */
function hasMarker(bytes: Uint8Array): boolean {
  return bytes[4] === 0 && bytes[5] === 1;
}

function readAs(reader: ByteReader, hasWitness: boolean): RawTransaction {
  const start = reader.at;
  const version = reader.int32();
  if (hasWitness && (reader.uint(1) !== 0 || reader.uint(1) !== 1))
    throw new Malformed('expected the marker and flag of the witness format');
  const spent = reader.list((from) => ({
    txid: idOf(from.take(32)),
    vout: from.uint(4),
    scriptSig: from.withLength(),
    sequence: from.uint(4),
  }));
  const outputs = reader.list((from) => ({ valueSat: from.uint64(), script: from.withLength() }));
  const inputs = spent.map((input) => ({ ...input, witness: hasWitness ? reader.list((from) => from.withLength()) : [] }));
  if (hasWitness && inputs.every((input) => input.witness.length === 0))
    throw new Malformed('the transaction is in the witness format, but no input has a witness');
  const lockTime = reader.uint(4);
  const bytes = reader.bytes.slice(start, reader.at);
  const content = { version, inputs, outputs, lockTime };
  return { ...content, bytes, strippedBytes: hasWitness ? serialize(content) : bytes };
}

const VERSION_BYTES = 4;
const LOCK_TIME_BYTES = 4;

type Content = Pick<RawTransaction, 'version' | 'inputs' | 'outputs' | 'lockTime'>;

/** The bytes of a transaction without witness. */
export function serialize({ version, inputs, outputs, lockTime }: Content): Uint8Array {
  return joined(
    littleEndian(version, 4),
    compactSize(inputs.length),
    ...inputs.map((input) => joined(outpointBytes(input), withLength(input.scriptSig), littleEndian(input.sequence, 4))),
    compactSize(outputs.length),
    ...outputs.map(outputBytes),
    littleEndian(lockTime, 4),
  );
}

/** The bytes of a transaction, with its witness if there is one (BIP 144). */
export function serializeWithWitness(content: Content): Uint8Array {
  const stripped = serialize(content);
  if (content.inputs.every(({ witness }) => witness.length === 0)) return stripped;
  return joined(
    stripped.subarray(0, VERSION_BYTES),
    [0x00, 0x01],
    stripped.subarray(VERSION_BYTES, -LOCK_TIME_BYTES),
    ...content.inputs.map(({ witness }) => joined(compactSize(witness.length), ...witness.map(withLength))),
    stripped.subarray(-LOCK_TIME_BYTES),
  );
}

export function outpointBytes({ txid, vout }: Pick<TxInput, 'txid' | 'vout'>): Uint8Array {
  return joined(fromHex(txid).reverse(), littleEndian(vout, 4));
}

export function outputBytes({ valueSat, script }: TxOutput): Uint8Array {
  return joined(littleEndian(valueSat, 8), withLength(script));
}

/** Hash of all but the witness (BIP 141). */
export const txidOf = (transaction: RawTransaction): string => idOf(hash256(transaction.strippedBytes));

/** Hash of all bytes (BIP 141); equal to the txid for a transaction without witness. */
export const wtxidOf = (transaction: RawTransaction): string => idOf(hash256(transaction.bytes));

/** BIP 141: three times the size without witness and once the size with it. */
export const weightOf = ({ bytes, strippedBytes }: RawTransaction): number => strippedBytes.length * 3 + bytes.length;

/** BIP 141: a quarter of the weight, rounded up. */
export const vsizeOf = (transaction: RawTransaction): number => Math.ceil(weightOf(transaction) / 4);

export const hasWitness = (transaction: RawTransaction): boolean => transaction.inputs.some((input) => input.witness.length > 0);

/** Whether it is a coinbase: its only input spends no output. */
export function isCoinbase({ inputs }: RawTransaction): boolean {
  return inputs.length === 1 && inputs[0]?.vout === 0xffffffff && /^0+$/.test(inputs[0].txid);
}

export const totalOut = ({ outputs }: Pick<RawTransaction, 'outputs'>): bigint =>
  outputs.reduce((sum, output) => sum + output.valueSat, 0n);
