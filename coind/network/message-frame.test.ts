import { describe, expect, it } from 'vitest';
import { ByteReader } from '../primitives/byte-reader.ts';
import { encodeFrame, FrameError, FrameReader } from './message-frame.ts';
import { encodeAddresses, encodeVersion, readAddresses, readInventory, readVersion, TooManyItemsError } from './messages.ts';

// Example messages of the public protocol documentation, with the magic of the main network.
const MAGIC = Buffer.from('f9beb4d9', 'hex');
const VERACK = Buffer.from('f9beb4d976657261636b000000000000000000005df6e0e2', 'hex');
const VERSION = Buffer.from(
  'f9beb4d976657273696f6e000000000064000000358d4932' +
    '62ea0000010000000000000011b2d05000000000' +
    '010000000000000000000000000000000000ffff000000000000' +
    '000000000000000000000000000000000000ffff000000000000' +
    '3b2eb35d8ce617650f2f5361746f7368693a302e372e322fc03e0300',
  'hex',
);
const ADDR = Buffer.from(
  'f9beb4d96164647200000000000000001f000000ed52399b01e215104d010000000000000000000000000000000000ffff0a000001208d',
  'hex',
);

function read(...chunks: readonly Buffer[]): FrameReader {
  const reader = new FrameReader(MAGIC);
  for (const chunk of chunks) reader.push(chunk);
  return reader;
}

describe('frames', () => {
  it('writes the verack of the documentation', () => {
    expect(encodeFrame(MAGIC, 'verack', Buffer.alloc(0)).toString('hex')).toBe(VERACK.toString('hex'));
  });

  it('reads messages from chunks of any size', () => {
    const all = Buffer.concat([VERSION, VERACK, ADDR]);
    for (const size of [1, 2, 7, 24, 25, 100, all.length]) {
      const reader = new FrameReader(MAGIC);
      const commands: string[] = [];
      for (let at = 0; at < all.length; at += size) {
        reader.push(all.subarray(at, at + size));
        for (let frame = reader.next(); frame; frame = reader.next())
          commands.push(`${frame.command} ${frame.payload.length} ${frame.intact}`);
      }
      expect(commands).toEqual(['version 100 true', 'verack 0 true', 'addr 31 true']);
    }
  });

  it('marks a message with a wrong checksum', () => {
    const broken = Buffer.from(ADDR);
    broken[40]! ^= 1;
    expect(read(broken).next()?.intact).toBe(false);
  });

  it('marks a message whose command has invalid bytes', () => {
    for (const at of [5, 15]) {
      const odd = Buffer.from(VERACK);
      odd[at] = at === 5 ? 0 : 0xff;
      expect(read(odd).next()).toMatchObject({ command: '', intact: false });
    }
  });

  it('rejects another magic and lengths above its maximum', () => {
    const magic = Buffer.from(VERACK);
    magic[0] = 0xfa;
    expect(() => read(magic).next()).toThrow(FrameError);
    const long = Buffer.from(VERACK);
    long.writeUInt32LE(4_000_001, 16);
    expect(() => read(long).next()).toThrow(FrameError);
    const short = read(VERSION);
    short.maxPayloadBytes = 99;
    expect(() => short.next()).toThrow(FrameError);
  });
});

describe('payloads', () => {
  it('reads and writes the version message of the documentation', () => {
    const { payload } = read(VERSION).next()!;
    const message = readVersion(new ByteReader(payload));
    expect(message).toEqual({
      version: 60002,
      services: 1n,
      time: 0x50d0b211n,
      receiver: undefined,
      nonce: 0x6517e68c5db32e3bn,
      userAgent: '/Satoshi:0.7.2/',
      startHeight: 212672,
      relay: true,
    });
    const again = readVersion(new ByteReader(encodeVersion({ ...message, receiver: { host: '2001:db8::1', port: 8333 }, relay: false })));
    expect(again).toEqual({ ...message, receiver: { host: '2001:db8::1', port: 8333 }, relay: false });
  });

  it('reads and writes the addresses of the documentation', () => {
    const { payload } = read(ADDR).next()!;
    const addresses = readAddresses(new ByteReader(payload), 1000);
    expect(addresses).toEqual([{ time: 0x4d1015e2, services: 1n, host: '10.0.0.1', port: 8333 }]);
    expect(encodeAddresses(addresses).equals(payload)).toBe(true);
  });

  it('rejects a count above the maximum before it reads an item', () => {
    expect(() => readInventory(new ByteReader(Buffer.from('fd51c3', 'hex')), 50_000)).toThrow(TooManyItemsError);
    expect(() => readAddresses(new ByteReader(Buffer.from('fde903', 'hex')), 1_000)).toThrow(TooManyItemsError);
  });
});
