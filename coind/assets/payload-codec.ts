import { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { DeserializationError } from '../primitives/deserialization-error.ts';
import { readVarInt, writeVarInt } from '../primitives/var-int.ts';
import { readAllFields, readAmount, readFields, readOwnBytes, readText, writeAmount, writeFields, writeText } from './field-codec.ts';
import { EXT_ADDRESS_SIZE } from './limits.ts';
import { type Allocation, type AssetFields, type MintProof, type Payload, serviceVersion } from './types.ts';

const MAX_U32 = 0xffff_ffffn;

function writeGuid(writer: ByteWriter, guid: number): void {
  writer.bytes(writeVarInt(BigInt(guid)));
}

function readGuid(reader: ByteReader): number {
  const guid = readVarInt(reader);
  if (guid > MAX_U32) throw new DeserializationError(`expected a guid of 32 bits, got ${guid}`);
  return Number(guid);
}

function writeAllocations(writer: ByteWriter, allocations: readonly Allocation[]): void {
  writer.compactSize(allocations.length);
  for (const { guid, outputs } of allocations) {
    writeGuid(writer, guid);
    writer.compactSize(outputs.length);
    for (const { n, amount } of outputs) {
      writer.compactSize(n);
      writeAmount(writer, amount);
    }
  }
}

function readAllocations(reader: ByteReader): Allocation[] {
  const allocations: Allocation[] = [];
  for (let count = reader.compactSize(); count > 0; count--) {
    const guid = readGuid(reader);
    const outputs: { n: number; amount: bigint }[] = [];
    for (let left = reader.compactSize(); left > 0; left--) outputs.push({ n: reader.compactSize(), amount: readAmount(reader) });
    allocations.push({ guid, outputs });
  }
  return allocations;
}

function writeProof(writer: ByteWriter, { blockNumber, transaction, txRoot, merkleProof, merklePath, witness }: MintProof): void {
  writer.u32le(blockNumber).varBytes(transaction).bytes(txRoot).varBytes(merkleProof).varBytes(merklePath).varBytes(witness);
}

function readProof(reader: ByteReader): MintProof {
  return {
    blockNumber: reader.u32le(),
    transaction: readOwnBytes(reader),
    txRoot: Buffer.from(reader.bytes(32)),
    merkleProof: readOwnBytes(reader),
    merklePath: readOwnBytes(reader),
    witness: readOwnBytes(reader),
  };
}

function fieldsOf({ publicValue, contract, maxSupply, notary, notaryDetails, auxFees, updateFlags }: AssetFields): AssetFields {
  return { publicValue, contract, maxSupply, notary, notaryDetails, auxFees, updateFlags };
}

/** The service data of a payload, which follows OP_RETURN in the data output. */
export function encodePayload(payload: Payload): Buffer {
  const writer = new ByteWriter();
  switch (payload.version) {
    case serviceVersion.coinBurnToBridge:
      return payload.address;
    case serviceVersion.coinBurn:
      return writer.finish();
    case serviceVersion.assetNew:
      writeAllocations(writer, payload.allocations);
      writeText(writer, payload.symbol);
      writer.u8(payload.precision);
      writeFields(writer, fieldsOf(payload));
      break;
    case serviceVersion.assetUpdate:
      writeAllocations(writer, payload.allocations);
      writeFields(writer, payload.changes);
      break;
    case serviceVersion.mintByProof:
      writeAllocations(writer, payload.allocations);
      writeProof(writer, payload.proof);
      break;
    case serviceVersion.allocationBurn:
      writeAllocations(writer, payload.allocations);
      writeGuid(writer, payload.burn.guid);
      writeAmount(writer, payload.burn.amount);
      writer.bytes(payload.address);
      break;
    default:
      writeAllocations(writer, payload.allocations);
  }
  return writer.finish();
}

function readPayload(version: Payload['version'], reader: ByteReader): Payload {
  switch (version) {
    case serviceVersion.coinBurnToBridge:
      return { version, address: Buffer.from(reader.bytes(EXT_ADDRESS_SIZE)) };
    case serviceVersion.coinBurn:
      return { version };
    case serviceVersion.assetNew:
      return {
        version,
        allocations: readAllocations(reader),
        symbol: readText(reader),
        precision: reader.u8(),
        ...readAllFields(reader),
      };
    case serviceVersion.assetUpdate:
      return { version, allocations: readAllocations(reader), changes: readFields(reader) };
    case serviceVersion.mintByProof:
      return { version, allocations: readAllocations(reader), proof: readProof(reader) };
    case serviceVersion.allocationBurn:
      return {
        version,
        allocations: readAllocations(reader),
        burn: { guid: readGuid(reader), amount: readAmount(reader) },
        address: Buffer.from(reader.bytes(EXT_ADDRESS_SIZE)),
      };
    default:
      return { version, allocations: readAllocations(reader) };
  }
}

/** The payload of service data. Throws `DeserializationError`, also for bytes after it. */
export function decodePayload(version: Payload['version'], data: Buffer): Payload {
  const reader = new ByteReader(data);
  const payload = readPayload(version, reader);
  if (reader.remaining > 0) throw new DeserializationError(`${reader.remaining} bytes after the service data`);
  return payload;
}
