import { RLP } from '@ethereumjs/rlp';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeRlp, type RlpItem } from './rlp.ts';

type Nested = Uint8Array | Nested[];

const plain = (item: RlpItem): Nested => (item.kind === 'bytes' ? Uint8Array.from(item.bytes) : item.items.map(plain));
const decode = (bytes: Uint8Array): RlpItem => decodeRlp(Buffer.from(bytes), 'proof-malformed', 'the input');
const malformed = expect.objectContaining({ name: 'ProofError', reason: 'proof-malformed' }) as Error;

const item = fc.letrec<{ item: Nested }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.uint8Array({ maxLength: 90 }),
    fc.uint8Array({ minLength: 250, maxLength: 700 }),
    fc.array(tie('item'), { maxLength: 6 }),
  ),
})).item;

describe('an item', () => {
  test('is what another implementation encoded', () => {
    fc.assert(
      fc.property(item, (value) => {
        expect(plain(decode(RLP.encode(value)))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('has one encoding: other bytes that are accepted encode to themselves', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        let read: RlpItem;
        try {
          read = decode(bytes);
        } catch (error) {
          expect(error).toEqual(malformed);
          return;
        }
        expect(Buffer.from(RLP.encode(plain(read))).equals(Buffer.from(bytes))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['nothing', ''],
    ['bytes that follow', '0102'],
    ['a byte below 128 with a prefix', '817f'],
    ['a long form of a short length', 'b801aa'],
    ['a length with a leading zero', `b90038${'aa'.repeat(56)}`],
    ['a length beyond the data', 'b838aa'],
    ['a length beyond the list', 'c283aabb'],
    ['a length of 8 bytes', 'bfffffffffffffffff'],
    ['a list with a length of 8 bytes', 'ffffffffffffffffff'],
    ['the end within a length', 'b9'],
  ])('is refused with %s', (_, hex) => {
    expect(() => decode(Buffer.from(hex, 'hex'))).toThrow(malformed);
  });
});

describe('hostile input', () => {
  test('is refused by its nesting before it exhausts the stack', () => {
    let nested: Uint8Array = Uint8Array.of(0xc0);
    for (let depth = 0; depth < 5_000; depth++) nested = Buffer.concat([lengthPrefix(nested.length), nested]);
    expect(() => decode(nested)).toThrow(/nested deeper/);
  });

  test('is refused by its number of items', () => {
    const many = Buffer.alloc(10_000, 0xc0);
    expect(() => decode(Buffer.concat([lengthPrefix(many.length), many]))).toThrow(/more than 2000 items/);
  });
});

/** Prefix of a list. */
function lengthPrefix(length: number): Buffer {
  if (length <= 55) return Buffer.from([0xc0 + length]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([0xf7 + bytes.length]), bytes]);
}
