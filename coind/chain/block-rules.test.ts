import { describe, expect, it } from 'vitest';
import { makeBlock, makeHeader } from '../primitives/block.ts';
import { MAX_MONEY } from '../primitives/amount.ts';
import { hash160 } from '../primitives/hash.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import { op } from '../script/opcodes.ts';
import { buildScript } from '../script/script.ts';
import {
  anyone,
  type BlockParts,
  buildBlock,
  coinbaseInput,
  coinbaseOutpoint,
  createTestChain,
  reasonOf,
  spend,
  type TestChain,
} from './testing/test-chain.ts';
import type { Acceptance } from './types.ts';

const coin = 100_000_000n;

/** A chain with mature coinbases at heights 1 to `height - 100`. */
function chainOf(height: number): TestChain {
  const test = createTestChain();
  test.mine(height);
  return test;
}

function add(test: TestChain, parts: Omit<BlockParts, 'parent'>): Acceptance {
  return test.chain.acceptBlock(buildBlock({ parent: test.chain.tip, ...parts }));
}

/** Checks that a block is refused for this reason without changing chain or coins, and that a valid block is then accepted. */
function refuses(test: TestChain, block: Block, reason: string, marked: 'unknown' | 'failed' | 'header'): void {
  const { tip, coinCount } = test.chain;
  expect(reasonOf(test.chain.acceptBlock(block))).toBe(reason);
  expect(test.chain.tip).toBe(tip);
  expect(test.chain.coinCount).toBe(coinCount);
  expect(test.chain.node(block.header.hash)?.validity).toBe(marked === 'unknown' ? undefined : marked);
  expect(test.mine(1)).toHaveLength(1);
}

const tx = (test: TestChain, height: number, valueSat = 50n * coin): Transaction =>
  spend([coinbaseOutpoint(test.chain, height)], [{ valueSat }]);

describe('headers', () => {
  it('must have the right target and meet it, and have a known and valid parent', () => {
    const test = chainOf(3);
    const { tip } = test.chain;
    const good = buildBlock({ parent: tip });
    let nonce = 0;
    while (makeHeader({ ...good.header, nonce }).hash < '8') nonce += 1;
    const weak = makeBlock(makeHeader({ ...good.header, nonce }), good.transactions);
    refuses(test, weak, 'high-hash', 'unknown');
    expect(reasonOf(test.chain.acceptHeader(weak.header))).toBe('high-hash');
    for (const bits of [0x207fffff + 1, 0x21000001, 0, 0x20800000]) {
      expect(reasonOf(add(test, { header: { bits } }))).toBe('high-hash'); // not a target of this chain
    }
    expect(reasonOf(add(test, { header: { previousHash: '77'.repeat(32) } }))).toBe('prev-blk-not-found');
    const harder = buildBlock({ parent: test.chain.tip, header: { bits: 0x207ffffe } });
    expect(reasonOf(test.chain.acceptHeader(harder.header))).toBe('bad-diffbits');
  });

  it('must be later than the median time of the eleven before, and at most two hours ahead', () => {
    const test = chainOf(20);
    const { tip } = test.chain;
    const times = Array.from({ length: 11 }, (_, i) => test.chain.atHeight(20 - i)!.header.time).sort((a, b) => a - b);
    expect(tip.medianTime).toBe(times[5]);
    refuses(test, buildBlock({ parent: tip, header: { time: tip.medianTime } }), 'time-too-old', 'unknown');
    const late = { time: test.clock.now + 7_201 };
    refuses(test, buildBlock({ parent: test.chain.tip, header: late }), 'time-too-new', 'unknown');
    expect(reasonOf(add(test, { header: { time: test.clock.now + 7_200 } }))).toBeUndefined();
  });

  it('need versions 2, 3 and 4 from the heights of BIP 34, 66 and 65 on', () => {
    const test = createTestChain();
    for (const [height, version] of [
      [500, 1],
      [1251, 2],
      [1351, 3],
    ] as const) {
      test.mine(height - 2 - test.chain.tip.height);
      expect(reasonOf(add(test, { header: { version } }))).toBeUndefined(); // the last block that may have it
      expect(test.chain.tip.height).toBe(height - 1);
      expect(reasonOf(add(test, { header: { version } }))).toBe(`bad-version(0x0000000${version})`);
      expect(reasonOf(add(test, { header: { version: -1 } }))).toBe('bad-version(0xffffffff)');
      expect(reasonOf(add(test, { header: { version: version + 1 } }))).toBeUndefined();
    }
  });
});

describe('blocks without context', () => {
  it('must match their merkle root, which must not be ambiguous', () => {
    const test = chainOf(103);
    const parent = test.chain.tip;
    refuses(test, buildBlock({ parent, header: { merkleRoot: '11'.repeat(32) } }), 'bad-txnmrklroot', 'unknown');
    const good = buildBlock({ parent: test.chain.tip, transactions: [tx(test, 1), tx(test, 2)] });
    const twice = makeBlock(good.header, [...good.transactions, good.transactions[2]!]);
    expect(reasonOf(test.chain.acceptBlock(twice))).toBe('bad-txns-duplicate');
    expect(reasonOf(test.chain.acceptBlock(good))).toBeUndefined(); // the mutated copy did not mark it as failed
    expect(test.chain.tip.hash).toBe(good.header.hash);
  });

  it('must contain transactions within the limits, and exactly one coinbase, the first', () => {
    const test = chainOf(101);
    const parent = test.chain.tip;
    const header = buildBlock({ parent, header: { merkleRoot: '00'.repeat(32) } }).header;
    expect(reasonOf(test.chain.acceptBlock(makeBlock(header, [])))).toBe('bad-blk-length');
    const data = { valueSat: 0n, scriptPubKey: Buffer.alloc(1_000_000) };
    expect(reasonOf(add(test, { coinbase: { outputs: [data] } }))).toBe('bad-blk-length');
    expect(reasonOf(add(test, { coinbase: { inputs: tx(test, 1).inputs } }))).toBe('bad-cb-missing');
    const second = makeTransaction({
      version: 1,
      inputs: [coinbaseInput(7)],
      outputs: [{ valueSat: 0n, scriptPubKey: anyone }],
      locktime: 0,
    });
    expect(reasonOf(add(test, { transactions: [second] }))).toBe('bad-cb-multiple');
  });

  it('must contain no transaction that is invalid without context', () => {
    const test = chainOf(101);
    const from = coinbaseOutpoint(test.chain, 1);
    const cases: readonly (readonly [string, Transaction])[] = [
      ['bad-txns-vin-empty', spend([], [{ valueSat: 1n }])],
      ['bad-txns-vout-empty', spend([from], [])],
      ['bad-txns-vout-negative', spend([from], [{ valueSat: -1n }])],
      ['bad-txns-vout-toolarge', spend([from], [{ valueSat: MAX_MONEY + 1n }])],
      ['bad-txns-txouttotal-toolarge', spend([from], [{ valueSat: MAX_MONEY }, { valueSat: 1n }])],
      ['bad-txns-inputs-duplicate', spend([from, from], [{ valueSat: 1n }])],
      ['bad-txns-prevout-null', spend([from, { txid: '00'.repeat(32), vout: 0xffffffff }], [{ valueSat: 1n }])],
    ];
    for (const [reason, transaction] of cases) expect(reasonOf(add(test, { transactions: [transaction] })), reason).toBe(reason);
    for (const length of [1, 101]) {
      expect(reasonOf(add(test, { coinbase: { inputs: [{ ...coinbaseInput(102), scriptSig: Buffer.alloc(length) }] } }))).toBe(
        'bad-cb-length',
      );
    }
  });

  it('may have signature operations up to the limit', () => {
    const test = chainOf(102);
    const checks = (count: number): NonNullable<BlockParts['coinbase']> => ({
      outputs: [{ valueSat: 0n, scriptPubKey: Buffer.alloc(count, op.OP_CHECKSIG) }],
    });
    expect(reasonOf(add(test, { coinbase: checks(20_001) }))).toBe('bad-blk-sigops');
    expect(reasonOf(add(test, { coinbase: checks(20_000) }))).toBeUndefined();
  });
});

describe('blocks in context', () => {
  it('must contain only final transactions, by height and by the median time of the parent', () => {
    const test = chainOf(110);
    const from = { ...coinbaseOutpoint(test.chain, 1), sequence: 0 };
    const locked = (locktime: number): Transaction => spend([from], [{ valueSat: coin }], { locktime });
    const { height, medianTime } = test.chain.tip;
    refuses(test, buildBlock({ parent: test.chain.tip, transactions: [locked(height + 1)] }), 'bad-txns-nonfinal', 'failed');
    const after = test.chain.tip;
    expect(reasonOf(add(test, { transactions: [locked(after.medianTime)], header: { time: test.clock.now + 7_000 } }))).toBe(
      'bad-txns-nonfinal',
    );
    expect(after.medianTime).toBeGreaterThanOrEqual(medianTime);
    expect(reasonOf(add(test, { transactions: [locked(after.medianTime - 1)] }))).toBeUndefined();
    const second = { ...coinbaseOutpoint(test.chain, 2), sequence: 0xffffffff };
    expect(reasonOf(add(test, { transactions: [spend([second], [{ valueSat: coin }], { locktime: 4_000_000_000 })] }))).toBeUndefined();
  });

  it('must contain their height from block 500 on', () => {
    const test = chainOf(498);
    const wrong = { coinbase: { inputs: [coinbaseInput(7)] } };
    expect(reasonOf(add(test, wrong))).toBeUndefined();
    refuses(test, buildBlock({ parent: test.chain.tip, ...wrong }), 'bad-cb-height', 'failed');
  });

  it('must commit correctly to witnesses, with a nonce of 32 bytes', () => {
    const test = chainOf(104);
    const parent = test.chain.tip;
    const [first, second] = [1, 2].map((height) =>
      spend([{ ...coinbaseOutpoint(test.chain, height), witness: [Buffer.from('x')] }], [{ valueSat: coin }]),
    ) as [Transaction, Transaction];
    // An OP_TRUE output takes no witness, but scripts are checked last: these rules come first, and reject only this copy.
    expect(reasonOf(add(test, { transactions: [first], commit: false }))).toBe('unexpected-witness');
    const good = buildBlock({ parent, transactions: [], commit: true });
    const [coinbase] = good.transactions as [Transaction];
    const altered = (witness: readonly Buffer[]): Block =>
      makeBlock(good.header, [
        makeTransaction({
          ...coinbase,
          inputs: [{ ...coinbase.inputs[0]!, witness }],
          outputs: coinbase.outputs,
          version: coinbase.version,
          locktime: coinbase.locktime,
        }),
      ]);
    expect(reasonOf(test.chain.acceptBlock(altered([])))).toBe('bad-witness-nonce-size');
    expect(reasonOf(test.chain.acceptBlock(altered([Buffer.alloc(31)])))).toBe('bad-witness-nonce-size');
    expect(reasonOf(test.chain.acceptBlock(altered([Buffer.alloc(32), Buffer.alloc(32)])))).toBe('bad-witness-nonce-size');
    expect(reasonOf(test.chain.acceptBlock(altered([Buffer.alloc(32, 1)])))).toBe('bad-witness-merkle-match');
    expect(test.chain.node(good.header.hash)?.validity).toBe('header'); // not marked as failed
    expect(reasonOf(test.chain.acceptBlock(good))).toBeUndefined();
    expect(second.hasWitness).toBe(true);
  });

  it('may weigh up to the limit', () => {
    const test = chainOf(2);
    const sized = (extra: number): Block => {
      const witness = [Buffer.alloc(32)];
      const build = (length: number): Block =>
        buildBlock({
          parent: test.chain.tip,
          coinbase: { inputs: [coinbaseInput(3, 5, witness)], outputs: [{ valueSat: 0n, scriptPubKey: Buffer.alloc(length) }] },
          commit: false,
        });
      const { weight } = build(990_000);
      return build(990_000 + Math.floor((4_000_000 - weight) / 4) + extra);
    };
    // A witness without a commitment is refused before the weight is checked: so this block has a commitment.
    const heavy = sized(0);
    expect(heavy.weight).toBeGreaterThan(3_999_990);
    expect(reasonOf(test.chain.acceptBlock(sized(0)))).toBe('unexpected-witness');
    const withCommitment = (length: number): Block => {
      const base = buildBlock({ parent: test.chain.tip, commit: true });
      const [coinbase] = base.transactions as [Transaction];
      return buildBlock({
        parent: test.chain.tip,
        coinbase: { inputs: coinbase.inputs, outputs: [...coinbase.outputs, { valueSat: 0n, scriptPubKey: Buffer.alloc(length) }] },
      });
    };
    const room = Math.floor((4_000_000 - withCommitment(990_000).weight) / 4);
    const over = withCommitment(990_000 + room + 1);
    expect(over.strippedSize).toBeLessThanOrEqual(1_000_000);
    expect(reasonOf(test.chain.acceptBlock(over))).toBe('bad-blk-weight');
    expect(test.chain.node(over.header.hash)?.validity).toBe('failed');
    expect(reasonOf(test.chain.acceptBlock(withCommitment(990_000 + room)))).toBeUndefined();
  });
});

describe('blocks and the coins they spend', () => {
  it('must spend existing coins, once, and no immature coinbase', () => {
    const test = chainOf(105);
    const parent = test.chain.tip;
    refuses(
      test,
      buildBlock({ parent, transactions: [spend([{ txid: '22'.repeat(32), vout: 0 }], [{ valueSat: 1n }])] }),
      'bad-txns-inputs-missingorspent',
      'failed',
    );
    const first = tx(test, 1);
    const conflict = spend([coinbaseOutpoint(test.chain, 1)], [{ valueSat: coin }]);
    expect(reasonOf(add(test, { transactions: [first, conflict] }))).toBe('bad-txns-inputs-missingorspent');
    const child = spend([{ txid: first.txid, vout: 0 }], [{ valueSat: coin }]);
    expect(reasonOf(add(test, { transactions: [child, first] }))).toBe('bad-txns-inputs-missingorspent'); // in the wrong order
    const { height } = test.chain.tip;
    expect(reasonOf(add(test, { transactions: [tx(test, height + 2 - 100)] }))).toBe('bad-txns-premature-spend-of-coinbase');
    expect(reasonOf(add(test, { transactions: [tx(test, height + 1 - 100)] }))).toBeUndefined();
    const { coinCount } = test.chain;
    expect(reasonOf(add(test, { transactions: [first, child] }))).toBeUndefined();
    expect(test.chain.coinCount).toBe(coinCount + 1);
    expect(test.chain.coin({ txid: first.txid, vout: 0 })).toBeUndefined();
    expect(test.chain.coin({ txid: child.txid, vout: 0 })?.valueSat).toBe(coin);
  });

  it('must not pay more than their inputs, nor the coinbase more than subsidy and fees', () => {
    const test = chainOf(105);
    expect(reasonOf(add(test, { transactions: [tx(test, 1, 50n * coin + 1n)] }))).toBe('bad-txns-in-belowout');
    expect(reasonOf(add(test, { valueSat: 50n * coin + 1n }))).toBe('bad-cb-amount');
    const fee = [tx(test, 1, 49n * coin)];
    expect(reasonOf(add(test, { transactions: fee, valueSat: 51n * coin + 1n }))).toBe('bad-cb-amount');
    expect(reasonOf(add(test, { transactions: fee, valueSat: 51n * coin }))).toBeUndefined();
  });

  it('must not overwrite coins of an older transaction with the same id (BIP 30)', () => {
    const test = chainOf(2);
    const coinbase = { inputs: [coinbaseInput(1, 9)], outputs: [{ valueSat: 1n, scriptPubKey: anyone }] };
    expect(reasonOf(add(test, { coinbase }))).toBeUndefined();
    expect(reasonOf(add(test, { coinbase }))).toBe('bad-txns-BIP30');
  });

  it('must respect relative locktimes, by height and by time (BIP 68)', () => {
    const test = chainOf(120);
    const base = spend([coinbaseOutpoint(test.chain, 1)], [{ valueSat: coin }, { valueSat: coin }, { valueSat: coin }]);
    expect(reasonOf(add(test, { transactions: [base] }))).toBeUndefined();
    const born = test.chain.tip.height;
    const locked = (vout: number, sequence: number, version = 2): Transaction =>
      spend([{ txid: base.txid, vout, sequence }], [{ valueSat: 1n }], { version });
    const tries = (transaction: Transaction): string | undefined =>
      reasonOf(test.chain.testBlock(buildBlock({ parent: test.chain.tip, transactions: [transaction] })));
    expect(tries(locked(0, 3))).toBe('bad-txns-nonfinal');
    expect(tries(locked(0, 3, 1))).toBeUndefined(); // not for version 1
    expect(tries(locked(0, 3, -1))).toBe('bad-txns-nonfinal');
    expect(tries(locked(0, 0x80000003))).toBeUndefined();
    test.mine(2);
    expect(test.chain.tip.height).toBe(born + 2);
    expect(tries(locked(0, 4))).toBe('bad-txns-nonfinal');
    expect(tries(locked(0, 3))).toBeUndefined();
    const start = test.chain.atHeight(born - 1)!.medianTime;
    test.clock.now = start + 511;
    test.mine(11);
    expect(test.chain.tip.medianTime).toBe(start + 511);
    expect(tries(locked(1, 0x00400001))).toBe('bad-txns-nonfinal');
    test.clock.now = start + 512;
    test.mine(6);
    expect(test.chain.tip.medianTime).toBeGreaterThanOrEqual(start + 512);
    expect(tries(locked(1, 0x00400001))).toBeUndefined();
  });

  it('must satisfy scripts, under the rules at their height', () => {
    const test = chainOf(110);
    const pay = (scriptPubKey: Buffer): Transaction => {
      const height = test.chain.tip.height - 99;
      const payment = spend([coinbaseOutpoint(test.chain, height)], [{ valueSat: coin, scriptPubKey }]);
      expect(reasonOf(add(test, { transactions: [payment] }))).toBeUndefined();
      return payment;
    };
    const claim = (
      payment: Transaction,
      changes: { sequence?: number; scriptSig?: Buffer; witness?: Buffer[] } = {},
    ): string | undefined => {
      const block = buildBlock({
        parent: test.chain.tip,
        transactions: [spend([{ txid: payment.txid, vout: 0, ...changes }], [{ valueSat: 1n }])],
      });
      return reasonOf(test.chain.testBlock(block));
    };
    expect(claim(pay(Buffer.from([op.OP_0])))).toBe('block-validation-failed');
    const csv = pay(buildScript([op.OP_1, op.OP_CHECKSEQUENCEVERIFY]));
    expect(claim(csv, { sequence: 0xffffffff })).toBe('block-validation-failed');
    test.mine(1);
    expect(claim(csv, { sequence: 1 })).toBeUndefined();
    const redeem = Buffer.from([op.OP_0]);
    const wrapped = pay(buildScript([op.OP_HASH160, hash160(redeem), op.OP_EQUAL]));
    expect(claim(wrapped, { scriptSig: buildScript([redeem]) })).toBe('block-validation-failed');
    const program = pay(buildScript([op.OP_0, Buffer.alloc(20)]));
    expect(claim(program)).toBe('block-validation-failed');
    expect(claim(pay(anyone), { witness: [Buffer.from('x')] })).toBe('block-validation-failed'); // an unexpected witness
    const cltv = pay(buildScript([Buffer.from([0x00, 0xca, 0x9a, 0x3b, 0x00]), op.OP_CHECKLOCKTIMEVERIFY]));
    expect(claim(cltv)).toBeUndefined(); // not a rule yet
    const noKeys = pay(Buffer.from([op.OP_0, op.OP_0, op.OP_CHECKMULTISIG])); // removes one extra element
    expect(claim(noKeys, { scriptSig: Buffer.from([op.OP_0]) })).toBeUndefined();
    expect(claim(noKeys, { scriptSig: Buffer.from([op.OP_1]) })).toBe('block-validation-failed');
    const notSigned = pay(buildScript([Buffer.alloc(33, 2), op.OP_CHECKSIG, op.OP_NOT]));
    const rubbish = { scriptSig: buildScript([Buffer.alloc(70, 1)]) };
    test.mine(1251 - 2 - test.chain.tip.height);
    expect(claim(notSigned, rubbish)).toBeUndefined(); // an invalid signature, as the script requires
    test.mine(1);
    expect(claim(notSigned, rubbish)).toBe('block-validation-failed'); // now it must be validly encoded
    test.mine(1351 - 2 - test.chain.tip.height);
    expect(claim(cltv)).toBeUndefined();
    test.mine(1);
    expect(claim(cltv)).toBe('block-validation-failed');
  });

  it('may have signature operations in redeem scripts up to the limit', () => {
    const test = chainOf(101);
    const redeem = Buffer.concat([
      Buffer.from([op.OP_0, op.OP_IF]),
      Buffer.alloc(199, op.OP_CHECKSIG),
      Buffer.from([op.OP_ENDIF, op.OP_1]),
    ]);
    const scriptPubKey = buildScript([op.OP_HASH160, hash160(redeem), op.OP_EQUAL]);
    const payment = spend(
      [coinbaseOutpoint(test.chain, 1)],
      Array.from({ length: 101 }, () => ({ valueSat: 1n, scriptPubKey })),
    );
    expect(reasonOf(add(test, { transactions: [payment] }))).toBeUndefined();
    const claim = (count: number): string | undefined =>
      reasonOf(
        add(test, {
          transactions: [
            spend(
              Array.from({ length: count }, (_, vout) => ({ txid: payment.txid, vout, scriptSig: buildScript([redeem]) })),
              [{ valueSat: 1n }],
            ),
          ],
        }),
      );
    expect(claim(101)).toBe('bad-blk-sigops');
    expect(claim(100)).toBeUndefined();
  });
});
