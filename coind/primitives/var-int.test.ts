import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { putVarInt, readVarInt, writeVarInt } from './var-int.ts';

it('numbers are encoded as in the public examples', () => {
  const examples: readonly (readonly [bigint, string])[] = [
    [0n, '00'],
    [1n, '01'],
    [127n, '7f'],
    [128n, '8000'],
    [255n, '807f'],
    [256n, '8100'],
    [16_383n, 'fe7f'],
    [16_384n, 'ff00'],
    [16_511n, 'ff7f'],
    [65_535n, '82fe7f'],
    [4_294_967_296n, '8efefeff00'],
    [BigInt(Number.MAX_SAFE_INTEGER), '8efefefefefefe7f'],
  ];
  for (const [value, hex] of examples) {
    expect(writeVarInt(value).toString('hex')).toBe(hex);
    const writer = new ByteWriter();
    putVarInt(writer, Number(value));
    expect(writer.finish().toString('hex')).toBe(hex);
    expect(readVarInt(new ByteReader(Buffer.from(hex, 'hex')))).toBe(value);
  }
});

it('each number up to 64 bits is read as it was written, and no byte is left', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (value) => {
      const reader = new ByteReader(writeVarInt(value));
      expect(readVarInt(reader)).toBe(value);
      expect(reader.remaining).toBe(0);
    }),
  );
});

it('a larger number, and one that ends too early, are refused', () => {
  expect(() => readVarInt(new ByteReader(writeVarInt(2n ** 64n)))).toThrow('number has more than 64 bits');
  expect(() => readVarInt(new ByteReader(Buffer.from('ff', 'hex')))).toThrow('end of data');
});
