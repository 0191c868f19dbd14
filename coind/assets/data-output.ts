import { DeserializationError } from '../primitives/deserialization-error.ts';
import { isNullOutpoint } from '../primitives/transaction.ts';
import type { TxOutput, TxParts } from '../primitives/types.ts';
import { op } from '../script/opcodes.ts';
import { pushData, readOp } from '../script/script.ts';
import { MAX_DATA_SCRIPT_SIZE } from './limits.ts';
import { decodePayload, encodePayload } from './payload-codec.ts';
import { type AssetAmount, COIN_GUID, type Payload, serviceVersion } from './types.ts';

/** The payload of a service transaction, and the index of the output that carries it. */
export interface DataOutput {
  readonly payload: Payload;
  readonly vout: number;
  /** What the outputs carry of assets, by output index. */
  readonly carried: ReadonlyMap<number, AssetAmount>;
}

const empty = Buffer.alloc(0);
const nothing: ReadonlyMap<number, AssetAmount> = new Map();
const { coinBurnToBridge: FIRST_VERSION, allocationSend: LAST_VERSION } = serviceVersion;

/** Whether a version is that of a service transaction. */
export function isServiceVersion(version: number): version is Payload['version'] {
  return version >= FIRST_VERSION && version <= LAST_VERSION;
}

/** The script of the data output for a payload. */
export function dataScript(payload: Payload): Buffer {
  const data = encodePayload(payload);
  return Buffer.concat([Buffer.from([op.OP_RETURN]), data.length === 0 ? data : pushData(data)]);
}

function serviceData(script: Buffer): Buffer {
  if (script.length > MAX_DATA_SCRIPT_SIZE) throw new DeserializationError(`a data output of more than ${MAX_DATA_SCRIPT_SIZE} bytes`);
  if (script.length === 1) return empty;
  const push = readOp(script, 1);
  if (push?.data === undefined || push.end !== script.length) throw new DeserializationError('a data output without exactly one push');
  return push.data;
}

/** The assets that outputs carry. Of a mint of coin, the output is an ordinary one. */
function carriedBy(payload: Payload): ReadonlyMap<number, AssetAmount> {
  if (!('allocations' in payload)) return nothing;
  const carried = new Map<number, AssetAmount>();
  for (const { guid, outputs } of payload.allocations) {
    if (guid !== COIN_GUID) for (const { n, amount } of outputs) carried.set(n, { guid, amount });
  }
  return carried;
}

function decode(version: Payload['version'], outputs: readonly TxOutput[]): DataOutput {
  const found = [...outputs.keys()].filter((vout) => outputs[vout]!.scriptPubKey[0] === op.OP_RETURN);
  const [vout] = found;
  if (vout === undefined || found.length > 1) throw new DeserializationError(`expected one data output, found ${found.length}`);
  const payload = decodePayload(version, serviceData(outputs[vout]!.scriptPubKey));
  return { payload, vout, carried: carriedBy(payload) };
}

type Decoded = DataOutput | DeserializationError;

function tryDecode(version: Payload['version'], outputs: readonly TxOutput[]): Decoded {
  try {
    return decode(version, outputs);
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
    return error;
  }
}

/** Decoded once for each transaction: pool, blocks and wallets ask again and again. */
const known = new WeakMap<TxParts, Decoded>();

function decoded(transaction: TxParts): Decoded | undefined {
  const { version, inputs } = transaction;
  if (!isServiceVersion(version) || (inputs.length === 1 && isNullOutpoint(inputs[0]!))) return undefined;
  let result = known.get(transaction);
  if (result === undefined) {
    result = tryDecode(version, transaction.outputs);
    known.set(transaction, result);
  }
  return result;
}

/**
 * The payload of a transaction; undefined if it is no service transaction.
 * @throws DeserializationError if it is one, and its payload is malformed
 */
export function dataOutputOf(transaction: TxParts): DataOutput | undefined {
  const result = decoded(transaction);
  if (result instanceof DeserializationError) throw result;
  return result;
}

/** Coin that a transaction mints by proof, beside what its inputs spend, satoshis. */
export function coinMintedBy(transaction: TxParts): bigint {
  const result = decoded(transaction);
  if (result === undefined || result instanceof DeserializationError || result.payload.version !== serviceVersion.mintByProof) return 0n;
  const minted = result.payload.allocations.find(({ guid }) => guid === COIN_GUID);
  return minted?.outputs.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n;
}

/** What the outputs of a transaction carry of assets, by output index. Nothing if its payload is malformed. */
export function carriedOf(transaction: TxParts): ReadonlyMap<number, AssetAmount> {
  const result = decoded(transaction);
  return result === undefined || result instanceof DeserializationError ? nothing : result.carried;
}
