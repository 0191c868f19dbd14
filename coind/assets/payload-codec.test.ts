import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compressAmount, decompressAmount } from './compressed-amount.ts';
import { decodePayload, encodePayload } from './payload-codec.ts';
import { type AssetFields, type Payload, serviceVersion } from './types.ts';

const bytes = (size?: number) =>
  fc.uint8Array(size === undefined ? { maxLength: 300 } : { minLength: size, maxLength: size }).map((array) => Buffer.from(array));
const amount = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });
const guid = fc.integer({ min: 0, max: 0xffffffff });
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const allocations = fc.array(fc.record({ guid, outputs: fc.array(fc.record({ n: fc.nat(100_000), amount }), { maxLength: 6 }) }), {
  maxLength: 4,
});
const fields: { [Name in keyof AssetFields]: fc.Arbitrary<AssetFields[Name]> } = {
  publicValue: text,
  contract: bytes(20),
  maxSupply: amount,
  notary: bytes(),
  notaryDetails: fc.option(fc.record({ endpoint: text, instantTransfers: fc.boolean(), hdRequired: fc.boolean() }), { nil: undefined }),
  auxFees: fc.option(
    fc.record({ script: bytes(), levels: fc.array(fc.record({ bound: amount, share: fc.nat(0xffff) }), { maxLength: 5 }) }),
    { nil: undefined },
  ),
  updateFlags: fc.nat(127),
};

const proof = fc.record({
  blockNumber: fc.nat(0xffffffff),
  transaction: bytes(),
  txRoot: bytes(32),
  merkleProof: bytes(),
  merklePath: bytes(),
  witness: bytes(),
});

const payload: fc.Arbitrary<Payload> = fc.oneof(
  fc.record({ version: fc.constant(serviceVersion.coinBurnToBridge), address: bytes(20) }),
  fc.record({ version: fc.constant(serviceVersion.coinBurn) }),
  fc.record({ version: fc.constant(serviceVersion.assetNew), allocations, symbol: text, precision: fc.nat(255), ...fields }),
  fc.record({
    version: fc.constant(serviceVersion.assetUpdate),
    allocations,
    changes: fc.record(fields, { requiredKeys: [] }),
  }),
  fc.record({ version: fc.constant(serviceVersion.assetSend), allocations }),
  fc.record({ version: fc.constant(serviceVersion.mintByProof), allocations, proof }),
  fc.record({ version: fc.constant(serviceVersion.allocationBurn), allocations, burn: fc.record({ guid, amount }), address: bytes(20) }),
  fc.record({ version: fc.constant(serviceVersion.allocationSend), allocations }),
);

it('every payload is read as it was written', () => {
  fc.assert(
    fc.property(payload, (original) => {
      expect(decodePayload(original.version, encodePayload(original))).toEqual(original);
    }),
  );
});

it('a payload that ends too early, and one with a byte more, are refused', () => {
  fc.assert(
    fc.property(
      payload.filter((candidate) => encodePayload(candidate).length > 0),
      (original) => {
        const data = encodePayload(original);
        expect(() => decodePayload(original.version, data.subarray(0, -1))).toThrow();
        expect(() => decodePayload(original.version, Buffer.concat([data, Buffer.alloc(1)]))).toThrow('1 bytes after the service data');
      },
    ),
  );
});

it('service data is in the layout of the family: allocations first, the guid as a VARINT, amounts compressed', () => {
  const data = encodePayload({
    version: serviceVersion.allocationSend,
    allocations: [
      { guid: 128, outputs: [{ n: 0, amount: 100_000_000n }] },
      {
        guid: 1,
        outputs: [
          { n: 2, amount: 0n },
          { n: 3, amount: 1n },
        ],
      },
    ],
  });
  // Two assets: guid 128 with 1 output, n 0, 10^8 units as 9; guid 1 with 2 outputs, n 2 and 3.
  expect(data.toString('hex')).toBe('0280000100090102020003' + '01');
});

it('compression of amounts has the known examples and loses nothing', () => {
  const examples: readonly (readonly [bigint, bigint])[] = [
    [0n, 0n],
    [1n, 1n],
    [1_000_000n, 7n],
    [100_000_000n, 9n],
    [5_000_000_000n, 50n],
    [2_100_000_000_000_000n, 21_000_000n],
  ];
  for (const [plain, compressed] of examples) expect(compressAmount(plain)).toBe(compressed);
  fc.assert(
    fc.property(amount, (value) => {
      expect(decompressAmount(compressAmount(value))).toBe(value);
    }),
  );
  fc.assert(
    fc.property(amount, (value) => {
      expect(compressAmount(decompressAmount(value))).toBe(value);
    }),
  );
});
