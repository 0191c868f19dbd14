import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AssetAllocation, allocationListBytes, readAllocationList } from './allocation-list.ts';
import { ByteReader, fromHex, Malformed, toHex } from './bytes.ts';

const list: fc.Arbitrary<AssetAllocation[]> = fc.array(
  fc.record({
    guid: fc.nat(0xffffffff),
    outputs: fc.array(fc.record({ n: fc.nat(70_000), amount: fc.bigInt(0n, 10n ** 18n) }), { maxLength: 6 }),
  }),
  { maxLength: 4 },
);

function read(bytes: Uint8Array): AssetAllocation[] {
  const reader = new ByteReader(bytes);
  const result = readAllocationList(reader);
  reader.end();
  return result;
}

/** VARINTs of 127, 128 and 16,511 are 7f, 8000 and ff7f; amounts 1, 10^8 and 21 million coins compress to 1, 9 and 21,000,000. */
test.each([
  ['00', []],
  ['01' + '7f' + '00', [{ guid: 127, outputs: [] }]],
  ['01' + '8000' + '01' + '00' + '09', [{ guid: 128, outputs: [{ n: 0, amount: 100_000_000n }] }]],
  [
    '01' + 'ff7f' + '03' + '02' + '00' + 'fdfd00' + '01' + '04' + '8980dd40',
    [
      {
        guid: 16_511,
        outputs: [
          { n: 2, amount: 0n },
          { n: 253, amount: 1n },
          { n: 4, amount: 2_100_000_000_000_000n },
        ],
      },
    ],
  ],
])('%s is read and written', (text, allocations) => {
  expect(read(fromHex(text))).toEqual(allocations);
  expect(toHex(allocationListBytes(allocations))).toBe(text);
});

// Published vectors of the two forms of numbers.
test.each([
  ['00', 0],
  ['7f', 127],
  ['8000', 128],
  ['807f', 255],
  ['8100', 256],
  ['fe7f', 16_383],
  ['ff00', 16_384],
  ['ff7f', 16_511],
  ['82fe7f', 65_535],
  ['8efefefe7f', 2 ** 32 - 1],
])('%s is the number %s', (hex, guid) => {
  expect(read(fromHex(`01${hex}00`))).toEqual([{ guid, outputs: [] }]);
});

test.each([
  ['00', 0n],
  ['01', 1n],
  ['07', 1_000_000n],
  ['09', 100_000_000n],
  ['32', 5_000_000_000n],
  ['8980dd40', 2_100_000_000_000_000n],
])('the compressed amount %s stands for %s', (hex, amount) => {
  expect(read(fromHex(`01000100${hex}`))).toEqual([{ guid: 0, outputs: [{ n: 0, amount }] }]);
});

test('every list is read as it was written', () => {
  fc.assert(
    fc.property(list, (allocations) => {
      expect(read(allocationListBytes(allocations))).toEqual(allocations);
    }),
  );
});

test('a list that ends too early, and a guid of more than 32 bits, are malformed', () => {
  expect(() => read(fromHex('0180'))).toThrow(Malformed);
  expect(() => read(fromHex('01' + '8efefeff00' + '00'))).toThrow('expected a guid of 32 bits, got 4294967296');
});
