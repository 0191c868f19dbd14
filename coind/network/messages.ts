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

/** More of something than a message may hold. */
export class TooMany extends Error {
  override name = 'TooMany';
}

/** What a peer says of itself to begin with. */
export interface VersionMessage {
  readonly version: number;
  readonly services: bigint;
  /** Epoch seconds by its own clock. */
  readonly time: bigint;
  /** Under which address it sees the other; undefined where it does not tell. */
  readonly receiver: NetAddress | undefined;
  readonly nonce: bigint;
  readonly userAgent: string;
  readonly startHeight: number;
  /** Whether it wants to hear of transactions. */
  readonly relay: boolean;
}

/** An entry of an inventory, what is wanted or what is there. */
export interface InventoryItem {
  readonly type: number;
  readonly id: string;
}

/** Hashes by which a peer says what it has of the chain, and the last block that it asks about. */
export interface Locator {
  readonly hashes: readonly string[];
  readonly stop: string;
}

/** An address of a peer that somebody knows of. */
export interface KnownAddress extends NetAddress {
  /** When it was last seen there, in epoch seconds. */
  readonly time: number;
  readonly services: bigint;
}

export const isTransaction = ({ type }: InventoryItem): boolean => (type & ~INVENTORY.witnessFlag) === INVENTORY.transaction;
export const isBlock = ({ type }: InventoryItem): boolean => (type & ~INVENTORY.witnessFlag) === INVENTORY.block;
export const wantsWitness = ({ type }: InventoryItem): boolean => (type & INVENTORY.witnessFlag) !== 0;

/** Reads a count that may be no greater than a maximum. Throws `TooMany`. */
function readCount(reader: ByteReader, maximum: number): number {
  const count = reader.compactSize();
  if (count > maximum) throw new TooMany(`${count} items, ${maximum} are allowed`);
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

/** Old peers leave out what stands at the end. */
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

/** @param maximum more is `TooMany` */
export function readInventory(reader: ByteReader, maximum: number): InventoryItem[] {
  return Array.from({ length: readCount(reader, maximum) }, () => ({ type: reader.u32le(), id: reader.id() }));
}

/** Asks for headers (or blocks) after the first hash that the other knows, up to `stop` or as many as it gives. */
export function encodeLocator(hashes: readonly string[], stop: string): Buffer {
  const writer = new ByteWriter(16 + (hashes.length + 1) * 32).u32le(PROTOCOL_VERSION).compactSize(hashes.length);
  for (const hash of hashes) writer.id(hash);
  return writer.id(stop).finish();
}

/** @param maximum more is `TooMany` */
export function readLocator(reader: ByteReader, maximum: number): Locator {
  reader.u32le(); // the version of the protocol, which the handshake has said
  const hashes = Array.from({ length: readCount(reader, maximum) }, () => reader.id());
  return { hashes, stop: reader.id() };
}

/** Headers as if of blocks, each with a count of transactions, which is 0. */
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
