import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { assemble } from '../../../oracles/assemble.ts';
import { joined } from '../../../oracles/bytes.ts';
import { invariant } from '../invariant.ts';
import {
  BIP22,
  blockOn,
  commitmentOutput,
  heightPush,
  made,
  MAX_UINT32,
  NULL_ID,
  OPEN_SCRIPT,
  RESERVED,
  serializedBlock,
  submitOwn,
  NO_SIGNAL,
  type BlockPlan,
  type Content,
  type Place,
} from '../../support/own-blocks.ts';
import { refuses, refusesBytes, takes, wholeBlocks } from './judged-blocks.ts';
import { bare, coinOf, openCoins, segwit, spending, totalOf, witnessed, type OpenCoin } from './open-coins.ts';

const MAX_MONEY_SAT = 84_000_000n * 100_000_000n;
/** Below it a lock time is a height, from it on a time. */
const TIME_LOCKS = 500_000_000;
const HEADER_BYTES = 80;

const withOutputs = (outputs: (usual: Content['outputs']) => Content['outputs']): BlockPlan => ({
  coinbase: (usual) => ({ ...usual, outputs: outputs(usual.outputs) }),
});

const withScriptSig = (scriptSig: Uint8Array): BlockPlan => ({
  coinbase: (usual) => ({ ...usual, inputs: usual.inputs.map((input) => ({ ...input, scriptSig })) }),
});

const withWitness = (witness: readonly Uint8Array[], transactions: readonly Content[]): BlockPlan => ({
  transactions,
  commits: true,
  coinbase: (usual) => ({ ...usual, inputs: usual.inputs.map((input) => ({ ...input, witness })) }),
});

async function judgeTransactions(t: Trial): Promise<void> {
  const { coins, tip } = await openCoins(t, [...Array<typeof bare>(12).fill(bare), witnessed('0')]);
  const [coin, other, ...rest] = coins as readonly [OpenCoin, OpenCoin, ...OpenCoin[]];
  const [closed] = coins.slice(-1) as [OpenCoin];
  const good = spending([coin]);
  const [input] = good.inputs as [Content['inputs'][number]];
  const [output] = good.outputs as [Content['outputs'][number]];
  const paying = (valueSat: bigint): Content => spending([coin], { outputs: [{ ...output, valueSat }] });
  const child = spending([coinOf(good)]);
  const invalid: readonly (readonly [what: string, ...transactions: readonly Content[]])[] = [
    ['a transaction that pays a satoshi more than it spends', paying(coin.amountSat + 1n)],
    ['a transaction that spends an unknown output', spending([{ ...coin, txid: t.random.hex(32) }])],
    ['a transaction that spends an output that its transaction does not have', spending([{ ...coin, vout: 99 }])],
    ['a coin that two transactions spend', good, spending([coin, other])],
    ['a transaction that spends one coin twice', { ...good, inputs: [input, input] }],
    ['a transaction before the one that it spends', child, good],
    ['a transaction without outputs', { ...good, outputs: [] }],
    ['a negative output', { ...good, outputs: [{ ...output, valueSat: 2n ** 64n - 1n }] }],
    ['an output of more than all money', paying(MAX_MONEY_SAT * 2n)],
    ['outputs that are together more than all money', { ...good, outputs: [output, { ...output, valueSat: MAX_MONEY_SAT * 2n }] }],
    [
      'a transaction that spends the null outpoint beside a coin',
      { ...good, inputs: [input, { ...input, txid: NULL_ID, vout: MAX_UINT32 }] },
    ],
    ['a second coinbase', { ...good, inputs: [{ ...input, txid: NULL_ID, vout: MAX_UINT32, scriptSig: heightPush(tip.height + 1) }] }],
    ['a transaction that its script does not allow', spending([closed])],
    ['a transaction that its script does not allow beside a coin', spending([coin, closed])],
    ['a transaction with another witness script', spending([{ ...closed, input: { witness: [assemble('1')] } }])],
  ];
  for (const [what, ...transactions] of invalid) await refuses(t, tip, what, { transactions });
  let at = await takes(t, tip, 'a transaction, and one that spends its output', { transactions: [good, child] });
  const worthless = spending([other], {
    outputs: [
      { ...output, valueSat: 0n },
      { valueSat: 1n, script: assemble('RETURN') },
    ],
  });
  at = await takes(t, at, 'an output of 0 and one that nobody can spend', { transactions: [worthless] });
  await refuses(t, at, 'a transaction that spends an output that nobody can spend', { transactions: [spending([coinOf(worthless, 1)])] });
  at = await takes(t, at, 'a transaction that spends an output of 0', { transactions: [spending([coinOf(worthless)])] });
  await refuses(t, at, 'a transaction that spends what an earlier block spent', { transactions: [good] });
  at = await takes(t, at, 'a transaction with several inputs and outputs', {
    transactions: [
      spending(rest.slice(0, 3), { outputs: rest.slice(0, 3).map(({ amountSat }) => ({ valueSat: amountSat, script: OPEN_SCRIPT })) }),
    ],
  });
  await judgeLockTimes(t, at, rest.slice(3));
}

/** A lock time counts for the height of the block, or for a time that is not below the median time of its parent, unless all inputs are final. */
async function judgeLockTimes(t: Trial, tip: Place, coins: readonly OpenCoin[]): Promise<void> {
  const [a, b, c, d, e] = coins as [OpenCoin, OpenCoin, OpenCoin, OpenCoin, OpenCoin];
  const locked = (coin: OpenCoin, lockTime: number, sequence = 0): Content =>
    spending([coin], { version: 1, lockTime, sequences: [sequence] });
  await refuses(t, tip, 'a lock time of its own height', { transactions: [locked(a, tip.height + 1)] });
  await refuses(t, tip, 'a lock time of its own height beside a transaction without one', {
    transactions: [spending([b]), locked(a, tip.height + 1)],
  });
  await refuses(t, tip, 'a lock time and one of two inputs that is not final', {
    transactions: [spending([a, b], { version: 1, lockTime: tip.height + 1, sequences: [MAX_UINT32, 0] })],
  });
  await refuses(t, tip, 'a coinbase with a lock time that is not reached', {
    coinbase: (usual) => ({ ...usual, lockTime: tip.height + 1, inputs: usual.inputs.map((input) => ({ ...input, sequence: 0 })) }),
  });
  await takes(t, tip, 'lock times that are reached, and one that final inputs do not need', {
    transactions: [
      locked(a, tip.height),
      locked(b, tip.medianTime - 1),
      locked(c, TIME_LOCKS),
      locked(d, MAX_UINT32, MAX_UINT32),
      locked(e, 0),
    ],
  });
}

async function judgeCoinbases(t: Trial): Promise<void> {
  const { tip } = await openCoins(t, [bare]);
  const height = heightPush(tip.height + 1);
  const filled = (length: number): Uint8Array => joined(height, new Uint8Array(Math.max(0, length - height.length)));
  await refuses(t, tip, 'a scriptSig of a byte in its coinbase', withScriptSig(Uint8Array.of(0x51)));
  await refuses(t, tip, 'a scriptSig of 101 bytes in its coinbase', withScriptSig(filled(101)));
  await refuses(
    t,
    tip,
    'a coinbase without outputs',
    withOutputs(() => []),
  );
  await refuses(
    t,
    tip,
    'a negative output in its coinbase',
    withOutputs((usual) => [...usual, { valueSat: 2n ** 64n - 1n, script: OPEN_SCRIPT }]),
  );
  await refuses(
    t,
    tip,
    'a million coins too much in its coinbase',
    withOutputs((usual) => [...usual, { valueSat: 10n ** 14n, script: OPEN_SCRIPT }]),
  );
  const coinbaseOf = blockOn(t, tip).coinbase;
  const header = { version: NO_SIGNAL, time: tip.time + 1, bits: tip.bits, previous: tip.hash };
  await refusesBytes(t, tip, 'two coinbases', serializedBlock(header, [coinbaseOf, blockOn(t, tip).coinbase]));
  let at = await takes(t, tip, 'a scriptSig of 100 bytes in its coinbase', withScriptSig(filled(100)));
  // The height alone, which two bytes hold up to 127.
  if (at.height + 1 < 128) at = await takes(t, at, 'a scriptSig of two bytes in its coinbase', withScriptSig(heightPush(at.height + 1)));
  await takes(t, at, 'a coinbase with a lock time and a final input', { coinbase: (usual) => ({ ...usual, lockTime: MAX_UINT32 }) });
}

/** Submits the faulty block, and the valid one with the same header, which the fault must not keep out. */
async function refusesCopy(
  t: Trial,
  tip: Place,
  what: string,
  { faulty, valid }: { readonly faulty: Uint8Array; readonly valid: Uint8Array },
): Promise<void> {
  const solved = await refusesBytes(t, tip, what, faulty);
  const bytes = joined(solved.subarray(0, HEADER_BYTES), valid.subarray(HEADER_BYTES));
  const { hash, said } = await submitOwn(t, bytes);
  t.equal(await t.result('getbestblockhash'), hash, `the tip after a block with ${what}, and then the valid block of the same hash`);
  t.equal(said, null, `the result of submitblock for the valid block of the same hash as one with ${what}`, BIP22);
}

async function judgeCommitments(t: Trial): Promise<void> {
  const { coins, tip } = await openCoins(t, [...Array<typeof segwit>(8).fill(segwit), bare]);
  const [coin] = coins as [OpenCoin];
  const one = [spending([coin])];
  const [free] = coins.slice(-1) as [OpenCoin];
  const wrong = { valueSat: 0n, script: joined(assemble('0x6a24aa21a9ed'), new Uint8Array(32)) };
  await refuses(t, tip, 'a witness and no commitment to it', { transactions: one, commits: false });
  await refuses(t, tip, 'a witness in one of two transactions, and no commitment to it', {
    transactions: [spending([free]), ...one],
    commits: false,
  });
  await refuses(t, tip, 'a reserved value of 31 bytes', withWitness([RESERVED.subarray(1)], one));
  await refuses(t, tip, 'two reserved values', withWitness([RESERVED, RESERVED], one));
  await refuses(t, tip, 'another reserved value', withWitness([Uint8Array.from(RESERVED, () => 1)], one));
  await refuses(t, tip, 'a commitment to other witnesses', { transactions: one, ...replacing(() => [wrong]) });
  await refuses(t, tip, 'a wrong commitment after the right one', { transactions: one, ...replacing((right) => [...right, wrong]) });
  await refuses(t, tip, 'a wrong commitment and no witness', { ...withOutputs((usual) => [...usual, wrong]), commits: true });
  const two = spending(coins.slice(0, 2));
  let at = await takes(t, tip, 'a commitment to a witness', { transactions: [spending([free]), two] });
  at = await takes(t, at, 'a wrong commitment before the right one', {
    transactions: [spending(coins.slice(2, 3))],
    ...replacing((right) => [wrong, ...right]),
  });
  at = await takes(t, at, 'more bytes after the commitment', {
    transactions: [spending(coins.slice(3, 4))],
    ...replacing((right) => right.map(({ valueSat, script }) => ({ valueSat, script: joined(script, [1, 2, 3]) }))),
  });
  at = await takes(t, at, 'a commitment and no witness but that of the coinbase', { commits: true });
  at = await takes(
    t,
    at,
    'something too short for a commitment, and no witness',
    withOutputs((usual) => [...usual, { ...wrong, script: wrong.script.subarray(0, 37) }]),
  );
  const other = Uint8Array.from(RESERVED, () => t.random.integer(0, 255));
  const last = [spending(coins.slice(4, 5))];
  at = await takes(t, at, 'a reserved value that is not zero', {
    transactions: last,
    commits: true,
    coinbase: (usual) => ({
      ...usual,
      inputs: usual.inputs.map((input) => ({ ...input, witness: [other] })),
      outputs: [...usual.outputs.slice(0, -1), commitmentOutput(last, other)],
    }),
  });
  // What a header does not commit to may be wrong in a copy of a valid block.
  const valid = blockOn(t, at, { transactions: [spending(coins.slice(5, 6))], commits: true });
  const altered = Buffer.from(valid.bytes);
  const end = altered.indexOf(valid.coinbase.bytes) + valid.coinbase.bytes.length - 4 - 1; // before the lock time
  altered[end] = (altered[end] as number) ^ 1;
  await refusesCopy(t, at, 'another reserved value', { faulty: altered, valid: valid.bytes });
}

/** With other commitments in place of the right one. */
const replacing = (commitments: (right: Content['outputs']) => Content['outputs']): BlockPlan => ({
  commits: true,
  coinbase: (usual) => ({ ...usual, outputs: [...usual.outputs.slice(0, -1), ...commitments(usual.outputs.slice(-1))] }),
});

async function judgeMerkleTrees(t: Trial): Promise<void> {
  const { coins, tip } = await openCoins(t, [bare, bare, bare]);
  const transactions = coins.slice(0, 2).map((coin) => spending([coin]));
  const valid = blockOn(t, tip, { transactions });
  const held = [valid.coinbase, ...transactions.map(made)];
  const header = { version: NO_SIGNAL, time: tip.time + 1, bits: tip.bits, previous: tip.hash };
  const other = Buffer.from(serializedBlock(header, held));
  other.set(serializedBlock(header, held.slice(0, 2)).subarray(0, HEADER_BYTES));
  await refusesBytes(t, tip, 'the Merkle root of fewer transactions', other);
  const reversed = Buffer.from(serializedBlock(header, [held[0]!, ...held.slice(1).toReversed()]));
  reversed.set(valid.bytes.subarray(0, HEADER_BYTES));
  await refusesBytes(t, tip, 'the Merkle root of another order', reversed);
  // Of an odd number the tree takes the last one twice, so that the block with it twice has the same root.
  await refusesCopy(t, tip, 'its last transaction twice (CVE-2012-2459)', {
    faulty: serializedBlock(header, [...held, held[2]!]),
    valid: valid.bytes,
  });
  t.equal((await t.result('getblockheader', { hash: await t.result('getbestblockhash') })).nTx, held.length, 'nTx of the block', {
    path: 'nTx',
  });
  t.ok(totalOf(coins) > 0n, 'the coins of the case are worth nothing');
}

export const blockContentInvariants: readonly Case[] = [
  invariant({
    ...wholeBlocks,
    id: 'blocks/transactions',
    text: 'A block becomes the tip if its transactions are valid in their order, and not if one is not.',
    source: 'consensus of the family',
    run: judgeTransactions,
  }),
  invariant({
    ...wholeBlocks,
    id: 'blocks/coinbases',
    text: 'A block has one coinbase, whose scriptSig has 2 to 100 bytes, and which pays no more than it may.',
    source: 'consensus of the family',
    run: judgeCoinbases,
  }),
  invariant({
    ...wholeBlocks,
    id: 'blocks/commitments',
    text: 'A block with a witness has a coinbase that commits to it; of several commitments the last one counts.',
    source: 'BIP 141, Commitment structure',
    run: judgeCommitments,
  }),
  invariant({
    ...wholeBlocks,
    id: 'blocks/merkle-trees',
    text: 'A block has the Merkle root of its transactions; one with a transaction twice keeps the valid block of the same hash out of no chain.',
    source: 'consensus of the family, CVE-2012-2459',
    run: judgeMerkleTrees,
  }),
];
