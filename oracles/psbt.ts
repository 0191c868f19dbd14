import { base64 } from '@scure/base';
import { ByteReader, Malformed, compactSize, joined, toHex } from './bytes.ts';
import { parseTransaction, type RawTransaction, type TxOutput } from './transaction.ts';

export interface Derivation {
  /** 4 bytes, hex. */
  readonly fingerprint: string;
  /** `m/0'/1`. */
  readonly path: string;
}

export interface PsbtInput {
  readonly previous?: RawTransaction;
  readonly witnessOutput?: TxOutput;
  /** Public key to signature, in hex. */
  readonly partialSignatures: ReadonlyMap<string, string>;
  readonly sighashType?: number;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  /** Public key in hex to its derivation. */
  readonly derivations: ReadonlyMap<string, Derivation>;
  readonly finalScriptSig?: Uint8Array;
  readonly finalWitness?: readonly Uint8Array[];
  readonly unknown: Unknown;
}

/** Records of types that BIP 174 does not define: key to value, in hex. */
export type Unknown = ReadonlyMap<string, string>;

export interface PsbtOutput {
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  readonly derivations: ReadonlyMap<string, Derivation>;
  readonly unknown: Unknown;
}

export interface Psbt {
  readonly transaction: RawTransaction;
  readonly unknown: Unknown;
  readonly inputs: readonly PsbtInput[];
  readonly outputs: readonly PsbtOutput[];
}

/** Key type to the records of that type: the rest of the key, and the value. */
type RecordMap = ReadonlyMap<number, readonly { readonly key: Uint8Array; readonly value: Uint8Array }[]>;

const MAGIC = '70736274ff';

/** The highest types in the first version of BIP 174. Later standards define more, so tests use much higher types. */
const GLOBAL_KNOWN = 0x00;
const INPUT_KNOWN = 0x08;
const OUTPUT_KNOWN = 0x02;

/** Parses a PSBT (BIP 174, version 0). Throws `Malformed`. */
export function parsePsbt(text: string): Psbt {
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(text);
  } catch {
    throw new Malformed('expected base64');
  }
  const reader = new ByteReader(bytes);
  if (toHex(reader.take(5)) !== MAGIC) throw new Malformed('expected the magic bytes of a PSBT');
  const global = readMap(reader);
  const unsigned = single(global, 0x00);
  if (!unsigned) throw new Malformed('the PSBT has no transaction');
  const transaction = parseTransaction(unsigned, { witness: false });
  const inputs = transaction.inputs.map(() => toInput(readMap(reader)));
  const outputs = transaction.outputs.map(() => toOutput(readMap(reader)));
  reader.end();
  return { transaction, unknown: unknownOf(global, GLOBAL_KNOWN), inputs, outputs };
}

function readMap(reader: ByteReader): RecordMap {
  const map = new Map<number, { key: Uint8Array; value: Uint8Array }[]>();
  const seen = new Set<string>();
  for (let key = reader.withLength(); key.length > 0; key = reader.withLength()) {
    if (seen.has(toHex(key))) throw new Malformed(`the key ${toHex(key)} occurs twice in one map`);
    seen.add(toHex(key));
    const within = new ByteReader(key);
    const type = within.compactSize();
    map.set(type, [...(map.get(type) ?? []), { key: within.take(within.left), value: reader.withLength() }]);
  }
  return map;
}

function single(map: RecordMap, type: number): Uint8Array | undefined {
  const [record, ...more] = map.get(type) ?? [];
  if (more.length > 0 || (record && record.key.length > 0)) throw new Malformed(`expected no key data for key type ${type}`);
  return record?.value;
}

function toInput(map: RecordMap): PsbtInput {
  const previous = single(map, 0x00);
  const witnessOutput = single(map, 0x01);
  const sighashType = single(map, 0x03);
  const finalWitness = single(map, 0x08);
  return {
    partialSignatures: new Map((map.get(0x02) ?? []).map(({ key, value }) => [toHex(key), toHex(value)])),
    derivations: toDerivations(map, 0x06),
    ...(previous && { previous: parseTransaction(previous) }),
    ...(witnessOutput && { witnessOutput: whole(witnessOutput, (from) => ({ valueSat: from.uint64(), script: from.withLength() })) }),
    ...(sighashType && { sighashType: whole(sighashType, (from) => from.uint(4)) }),
    ...optional('redeemScript', single(map, 0x04)),
    ...optional('witnessScript', single(map, 0x05)),
    ...optional('finalScriptSig', single(map, 0x07)),
    ...(finalWitness && { finalWitness: whole(finalWitness, (from) => from.list((each) => each.withLength())) }),
    unknown: unknownOf(map, INPUT_KNOWN),
  };
}

function toOutput(map: RecordMap): PsbtOutput {
  return {
    derivations: toDerivations(map, 0x02),
    ...optional('redeemScript', single(map, 0x00)),
    ...optional('witnessScript', single(map, 0x01)),
    unknown: unknownOf(map, OUTPUT_KNOWN),
  };
}

function unknownOf(map: RecordMap, known: number): Unknown {
  const records = [...map]
    .filter(([type]) => type > known)
    .flatMap(([type, list]) => list.map(({ key, value }) => [toHex(joined(compactSize(type), key)), toHex(value)] as const));
  return new Map(records);
}

function optional<N extends string>(name: N, value: Uint8Array | undefined): { readonly [K in N]?: Uint8Array } {
  return (value && { [name]: value }) as { readonly [K in N]?: Uint8Array };
}

function whole<T>(bytes: Uint8Array, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = read(reader);
  reader.end();
  return value;
}

function toDerivations(map: RecordMap, type: number): ReadonlyMap<string, Derivation> {
  return new Map((map.get(type) ?? []).map(({ key, value }) => [toHex(key), toDerivation(value)]));
}

function toDerivation(value: Uint8Array): Derivation {
  const reader = new ByteReader(value);
  const fingerprint = toHex(reader.take(4));
  const steps: string[] = ['m'];
  while (reader.left > 0) {
    const step = reader.uint(4);
    steps.push(step >= 0x80000000 ? `${step - 0x80000000}'` : `${step}`);
  }
  return { fingerprint, path: steps.join('/') };
}
