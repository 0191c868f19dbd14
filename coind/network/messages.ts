import type { ByteReader } from '../primitives/byte-reader.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';
import { readHeader } from '../primitives/block.ts';
import type { BlockHeader } from '../primitives/types.ts';
import { ipBytes, ipText, type NetAddress } from '../primitives/net-address.ts';
import { INVENTORY, MAX_USER_AGENT_BYTES, PROTOCOL_VERSION } from './protocol.ts';

export const NO_PAYLOAD = Buffer.alloc(0);
const HEADER_BYTES = 80;
const ITEM_BYTES = 36;
const UNSAFE = /[^A-Za-z0-9 .,;\-_/:?@()]/g;

/** A message has more items than allowed. */
export class TooManyItemsError extends Error {
  override name = 'TooManyItemsError';
}

/** First message of each side of a connection. */
export interface VersionMessage {
  readonly version: number;
  readonly services: bigint;
  /** Epoch seconds by the sender's clock. */
  readonly time: bigint;
  /** Address of the receiver as the sender sees it; undefined if not given. */
  readonly receiver: NetAddress | undefined;
  readonly nonce: bigint;
  readonly userAgent: string;
  readonly startHeight: number;
  /** Whether the sender wants transactions to be announced. */
  readonly relay: boolean;
}

/** An entry of an inventory: an announced or requested block or transaction. */
export interface InventoryItem {
  readonly type: number;
  readonly id: string;
}

/** Hashes that show which part of the chain a peer has, and the last block that it asks for. */
export interface Locator {
  readonly hashes: readonly string[];
  readonly stop: string;
}

/** A known address of a node. */
export interface KnownAddress extends NetAddress {
  /** Last time the node was seen there, in epoch seconds. */
  readonly time: number;
  readonly services: bigint;
}

export const isTransaction = ({ type }: InventoryItem): boolean => (type & ~INVENTORY.witnessFlag) === INVENTORY.transaction;
export const isBlock = ({ type }: InventoryItem): boolean => (type & ~INVENTORY.witnessFlag) === INVENTORY.block;
export const wantsWitness = ({ type }: InventoryItem): boolean => (type & INVENTORY.witnessFlag) !== 0;

/** Reads a count up to a maximum. Throws `TooManyItemsError` above it. */
function readCount(reader: ByteReader, maximum: number): number {
  const count = reader.compactSize();
  if (count > maximum) throw new TooManyItemsError(`${count} items, the maximum is ${maximum}`);
  return count;
}

function readAddress(reader: ByteReader): { services: bigint; host: string; port: number } {
  return { services: reader.u64le(), host: ipText(reader.bytes(16)), port: reader.u16be() };
}

function writeAddress(writer: ByteWriter, services: bigint, address: NetAddress | undefined): ByteWriter {
  return writer
    .u64le(services)
    .bytes((address && ipBytes(address.host)) ?? Buffer.alloc(16))
    .u16be(address?.port ?? 0);
}

export function encodeVersion(message: VersionMessage): Buffer {
  const writer = new ByteWriter().i32le(message.version).u64le(message.services).i64le(message.time);
  writeAddress(writer, 0n, message.receiver);
  writeAddress(writer, message.services, undefined);
  return writer
    .u64le(message.nonce)
    .varBytes(Buffer.from(message.userAgent))
    .i32le(message.startHeight)
    .u8(message.relay ? 1 : 0)
    .finish();
}

/** Reads a version message. Old peers leave out the last fields. */
export function readVersion(reader: ByteReader): VersionMessage {
  const [version, services, time] = [reader.i32le(), reader.u64le(), reader.i64le()];
  const seen = readAddress(reader);
  if (reader.remaining > 0) readAddress(reader);
  const nonce = reader.remaining > 0 ? reader.u64le() : 0n;
  const agent = reader.remaining > 0 ? reader.bytes(readCount(reader, MAX_USER_AGENT_BYTES)).toString('latin1') : '';
  const startHeight = reader.remaining > 0 ? reader.i32le() : -1;
  const relay = reader.remaining > 0 ? reader.u8() !== 0 : true;
  const receiver = seen.port === 0 || seen.host === '::' || seen.host === '0.0.0.0' ? undefined : { host: seen.host, port: seen.port };
  return { version, services, time, receiver, nonce, userAgent: agent.replace(UNSAFE, ''), startHeight, relay };
}

export function encodeInventory(items: readonly InventoryItem[]): Buffer {
  const writer = new ByteWriter(9 + items.length * ITEM_BYTES).compactSize(items.length);
  for (const { type, id } of items) writer.u32le(type).id(id);
  return writer.finish();
}

/** @param maximum throws `TooManyItemsError` above it */
export function readInventory(reader: ByteReader, maximum: number): InventoryItem[] {
  return Array.from({ length: readCount(reader, maximum) }, () => ({ type: reader.u32le(), id: reader.id() }));
}

/** Requests headers (or blocks) after the first hash that the peer knows, up to `stop` or the peer's maximum. */
export function encodeLocator(hashes: readonly string[], stop: string): Buffer {
  const writer = new ByteWriter(16 + (hashes.length + 1) * 32).u32le(PROTOCOL_VERSION).compactSize(hashes.length);
  for (const hash of hashes) writer.id(hash);
  return writer.id(stop).finish();
}

/** @param maximum throws `TooManyItemsError` above it */
export function readLocator(reader: ByteReader, maximum: number): Locator {
  reader.u32le(); // the protocol version, known from the handshake
  const hashes = Array.from({ length: readCount(reader, maximum) }, () => reader.id());
  return { hashes, stop: reader.id() };
}

/** Headers in the format of blocks, each with a transaction count of 0. */
export function encodeHeaders(headers: readonly BlockHeader[]): Buffer {
  const writer = new ByteWriter(9 + headers.length * (HEADER_BYTES + 1)).compactSize(headers.length);
  for (const { bytes } of headers) writer.bytes(bytes).u8(0);
  return writer.finish();
}

export function readHeaders(reader: ByteReader, maximum: number): BlockHeader[] {
  return Array.from({ length: readCount(reader, maximum) }, () => {
    const header = readHeader(reader);
    reader.compactSize();
    return header;
  });
}

export function encodeAddresses(addresses: readonly KnownAddress[]): Buffer {
  const writer = new ByteWriter(9 + addresses.length * 30).compactSize(addresses.length);
  for (const address of addresses) writeAddress(writer.u32le(address.time), address.services, address);
  return writer.finish();
}

export function readAddresses(reader: ByteReader, maximum: number): KnownAddress[] {
  return Array.from({ length: readCount(reader, maximum) }, () => ({ time: reader.u32le(), ...readAddress(reader) }));
}

export function encodeU64(value: bigint): Buffer {
  return new ByteWriter(8).u64le(value).finish();
}
