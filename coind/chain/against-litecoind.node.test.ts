import { scryptSync } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { makeBlock, makeHeader } from '../primitives/block.ts';
import { hash160 } from '../primitives/hash.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import { op } from '../script/opcodes.ts';
import { buildScript } from '../script/script.ts';
import { needs } from '../../test/require.ts';
import { type Litecoind, startLitecoind } from './testing/litecoind.ts';
import { anyone, type BlockParts, buildBlock, coinbaseInput, coinbaseOutpoint, createTestChain, spend } from './testing/test-chain.ts';
import type { BlockNode } from './block-node.ts';

/** Context of a new block: on one of the two chains, which differ only in their proof of work. */
interface Place {
  readonly parent: BlockNode;
  readonly now: number;
  /** The coinbase at a height. */
  readonly coinbase: (height: number) => string;
}

const coin = 100_000_000n;
/** Above 432, where CSV is activated on litecoind's regtest. */
const startHeight = 440;

const build = ({ parent }: Place, parts: Omit<BlockParts, 'parent'> = {}): Block => buildBlock({ parent, ...parts });

type Input = Parameters<typeof spend>[0][number];

const payment = (
  place: Place,
  height: number,
  valueSat: bigint,
  { input = {}, changes = {} }: { readonly input?: Partial<Input>; readonly changes?: Parameters<typeof spend>[2] } = {},
): Transaction => spend([{ txid: place.coinbase(height), vout: 0, ...input }], [{ valueSat }], changes);

/** A payment to a script and one from it, in one block. */
const through = (place: Place, scriptPubKey: Buffer, scriptSig: Buffer = Buffer.alloc(0)): Block => {
  const into = spend([{ txid: place.coinbase(2), vout: 0 }], [{ valueSat: coin, scriptPubKey }]);
  return build(place, { transactions: [into, spend([{ txid: into.txid, vout: 0, scriptSig }], [{ valueSat: 1n }])] });
};

const withWitness = (place: Place, witness: readonly Buffer[]): Block => {
  const good = build(place, { commit: true });
  const { version, inputs, outputs, locktime } = good.transactions[0]!;
  return makeBlock(good.header, [makeTransaction({ version, outputs, locktime, inputs: [{ ...inputs[0]!, witness }] })]);
};

const heavy = (place: Place): Block => {
  const { inputs, outputs } = build(place, { commit: true }).transactions[0]!;
  const sized = (length: number): Block =>
    build(place, { coinbase: { inputs, outputs: [...outputs, { valueSat: 0n, scriptPubKey: Buffer.alloc(length) }] } });
  return sized(990_001 + Math.floor((4_000_000 - sized(990_000).weight) / 4));
};

const manyChecks = Buffer.concat([
  Buffer.from([op.OP_0, op.OP_IF]),
  Buffer.alloc(199, op.OP_CHECKSIG),
  Buffer.from([op.OP_ENDIF, op.OP_1]),
]);
const wrapped = (redeem: Buffer): Buffer => buildScript([op.OP_HASH160, hash160(redeem), op.OP_EQUAL]);

const checksByHash = (place: Place): Block => {
  const into = spend(
    [{ txid: place.coinbase(2), vout: 0 }],
    Array.from({ length: 101 }, () => ({ valueSat: 1n, scriptPubKey: wrapped(manyChecks) })),
  );
  const from = Array.from({ length: 101 }, (_, vout) => ({ txid: into.txid, vout, scriptSig: buildScript([manyChecks]) }));
  return build(place, { transactions: [into, spend(from, [{ valueSat: 1n }])] });
};

const repeated: NonNullable<BlockParts['coinbase']> = { inputs: [coinbaseInput(1, 9)], outputs: [{ valueSat: 1n, scriptPubKey: anyone }] };

/** By name, in this order: accepted blocks stay in the chain. */
const cases: Readonly<Record<string, (place: Place) => Block>> = {
  'nothing wrong': (at) => build(at),
  'other target': (at) => build(at, { header: { bits: 0x207ffffe } }),
  'no target': (at) => build(at, { header: { bits: 0x21000001 } }),
  'too early': (at) => build(at, { header: { time: at.parent.medianTime } }),
  'too late': (at) => build(at, { header: { time: at.now + 7_201 } }),
  'nearly too late': (at) => build(at, { header: { time: at.now + 7_200 } }),
  'unknown parent': (at) => build(at, { header: { previousHash: '77'.repeat(32) } }),
  'other merkle root': (at) => build(at, { header: { merkleRoot: '77'.repeat(32) } }),
  'ambiguous merkle root': (at) => {
    const good = build(at, { transactions: [payment(at, 1, coin), payment(at, 2, coin)] });
    return makeBlock(good.header, [...good.transactions, good.transactions[2]!]);
  },
  'second coinbase': (at) =>
    build(at, {
      transactions: [
        makeTransaction({ version: 1, inputs: [coinbaseInput(7)], outputs: [{ valueSat: 0n, scriptPubKey: anyone }], locktime: 0 }),
      ],
    }),
  'too long': (at) => build(at, { coinbase: { outputs: [{ valueSat: 0n, scriptPubKey: Buffer.alloc(1_000_000) }] } }),
  'too heavy': heavy,
  'no outputs': (at) => build(at, { transactions: [spend([{ txid: at.coinbase(1), vout: 0 }], [])] }),
  'negative value': (at) => build(at, { transactions: [payment(at, 1, -1n)] }),
  'value too large': (at) => build(at, { transactions: [payment(at, 1, 84_000_000n * coin + 1n)] }),
  'sum too large': (at) =>
    build(at, { transactions: [spend([{ txid: at.coinbase(1), vout: 0 }], [{ valueSat: 84_000_000n * coin }, { valueSat: 1n }])] }),
  'same input twice': (at) =>
    build(at, {
      transactions: [
        spend(
          [1, 1].map((height) => ({ txid: at.coinbase(height), vout: 0 })),
          [{ valueSat: 1n }],
        ),
      ],
    }),
  'null input': (at) =>
    build(at, {
      transactions: [
        spend(
          [
            { txid: at.coinbase(1), vout: 0 },
            { txid: '00'.repeat(32), vout: 0xffffffff },
          ],
          [{ valueSat: 1n }],
        ),
      ],
    }),
  'long coinbase script': (at) => build(at, { coinbase: { inputs: [{ ...coinbaseInput(1), scriptSig: Buffer.alloc(101) }] } }),
  'too many sigops': (at) => build(at, { coinbase: { outputs: [{ valueSat: 0n, scriptPubKey: Buffer.alloc(20_001, op.OP_CHECKSIG) }] } }),
  'as many sigops as may be': (at) =>
    build(at, { coinbase: { outputs: [{ valueSat: 0n, scriptPubKey: Buffer.alloc(20_000, op.OP_CHECKSIG) }] } }),
  'locked by height': (at) =>
    build(at, { transactions: [payment(at, 1, coin, { input: { sequence: 0 }, changes: { locktime: at.parent.height + 1 } })] }),
  'locked by time': (at) =>
    build(at, {
      transactions: [payment(at, 1, coin, { input: { sequence: 0 }, changes: { locktime: at.parent.medianTime } })],
      header: { time: at.now + 7_000 },
    }),
  'witness without commitment': (at) =>
    build(at, { transactions: [payment(at, 1, coin, { input: { witness: [Buffer.from('x')] } })], commit: false }),
  'short witness nonce': (at) => withWitness(at, [Buffer.alloc(31)]),
  'other witness nonce': (at) => withWitness(at, [Buffer.alloc(32, 1)]),
  'no witness nonce, which is then filled in': (at) => withWitness(at, []),
  'unknown coin': (at) => build(at, { transactions: [spend([{ txid: '22'.repeat(32), vout: 0 }], [{ valueSat: 1n }])] }),
  'immature coinbase': (at) => build(at, { transactions: [payment(at, at.parent.height + 2 - 100, 1n)] }),
  'just mature coinbase': (at) => build(at, { transactions: [payment(at, at.parent.height + 1 - 100, 1n)] }),
  'more out than in': (at) => build(at, { transactions: [payment(at, 1, 50n * coin + 1n)] }),
  'coinbase takes too much': (at) => build(at, { valueSat: 1_250_000_001n }),
  'coinbase takes all': (at) => build(at, { valueSat: 1_250_000_000n }),
  'child before parent': (at) => {
    const parent = payment(at, 1, coin);
    return build(at, { transactions: [spend([{ txid: parent.txid, vout: 0 }], [{ valueSat: 1n }]), parent] });
  },
  'relative lock by height': (at) => build(at, { transactions: [payment(at, 1, coin, { input: { sequence: 0xffff } })] }),
  'relative lock by time': (at) => build(at, { transactions: [payment(at, 1, coin, { input: { sequence: 0x0040ffff } })] }),
  'relative lock, version 1': (at) =>
    build(at, { transactions: [payment(at, 1, coin, { input: { sequence: 0xffff }, changes: { version: 1 } })] }),
  'false script': (at) => through(at, Buffer.from([op.OP_0])),
  CSV: (at) => through(at, buildScript([op.OP_1, op.OP_CHECKSEQUENCEVERIFY])),
  'CLTV, not yet a rule': (at) => through(at, buildScript([Buffer.from([0, 0xca, 0x9a, 0x3b, 0]), op.OP_CHECKLOCKTIMEVERIFY])),
  'false redeem script': (at) => through(at, wrapped(Buffer.from([op.OP_0])), buildScript([Buffer.from([op.OP_0])])),
  'too many sigops in redeem scripts': checksByHash,
  'coinbase, to be repeated': (at) => build(at, { coinbase: repeated }),
  'coinbase repeated': (at) => build(at, { coinbase: repeated }),
};

let litecoind: Litecoind | undefined;
const test = createTestChain();

afterAll(async () => {
  await litecoind?.stop();
});

/** The same block with litecoind's proof of work, which is scrypt. */
function withProofOfWork({ header, transactions }: Block): Block {
  for (let nonce = 0; ; nonce++) {
    const own = makeHeader({ ...header, nonce });
    if (scryptSync(own.bytes, own.bytes, 32, { N: 1024, r: 1, p: 1 })[31]! < 0x7f) return makeBlock(own, transactions);
  }
}

it('refuses invalid blocks for the same reasons as litecoind', async (context) => {
  await needs(context, 'litecoind');
  const other = (litecoind = await startLitecoind());
  const now = Math.floor(Date.now() / 1000);
  test.clock.now = now;
  await other.call('setmocktime', now);
  await other.call('generatetodescriptor', startHeight, 'raw(51)');
  test.mine(startHeight);
  const { chain, miner } = test;
  const reasons: Record<string, unknown> = {};
  for (const [name, make] of Object.entries(cases)) {
    const hash = (await other.call('getbestblockhash')) as string;
    const { height, mediantime } = (await other.call('getblockheader', hash)) as { height: number; mediantime: number };
    expect(height, `height before '${name}'`).toBe(chain.tip.height);
    const theirs = new Map<number, string>();
    for (const coinbaseHeight of [1, 2, height + 1 - 100, height + 2 - 100]) {
      const block = (await other.call('getblock', await other.call('getblockhash', coinbaseHeight))) as { tx: string[] };
      theirs.set(coinbaseHeight, block.tx[0]!);
    }
    const ours = miner.submit(make({ parent: chain.tip, now, coinbase: (coinbaseHeight) => coinbaseOutpoint(chain, coinbaseHeight).txid }));
    const block = withProofOfWork(
      make({
        parent: { ...chain.tip, hash, height, medianTime: mediantime },
        now,
        coinbase: (coinbaseHeight) => theirs.get(coinbaseHeight)!,
      }),
    );
    reasons[name] = ours.ok ? null : ours.reason;
    expect(await other.call('submitblock', block.bytes.toString('hex')), name).toBe(reasons[name]);
  }
  expect(new Set(Object.values(reasons)).size).toBeGreaterThan(25); // they are different
  const { txouts } = (await other.call('gettxoutsetinfo')) as { txouts: number };
  expect(chain.coinCount).toBe(txouts);
  const [mine, their] = [
    chain.block(chain.atHeight(20)!.hash)!.transactions[0]!.bytes.toString('hex'),
    await other.call('getblock', await other.call('getblockhash', 20), 0),
  ];
  expect(their, 'the coinbase is the same to the last byte').toContain(mine);
});
