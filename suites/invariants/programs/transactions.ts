import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { multisigScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, serializeWithWitness, txidOf, vsizeOf, type TxInput } from '../../../oracles/transaction.ts';
import { invariant } from '../invariant.ts';
import { poolIds } from '../mempool/reading.ts';
import { keyHashScript, witnessKeyHash } from '../recomputed/locked-coins.ts';
import { contentOf, openLock, payToLocks, tested, type Content, type Locked } from './program.ts';

const MAX_MONEY_SAT = 84_000_000_000_000_000n;
const MAX_UINT32 = 0xffffffff;
/** Value of an output that pays to many others, none of them dust. */
const OUTPUT_SAT = 2_000_000n;
/** The highest sequence that signals that an input is replaceable (BIP 125), and the lowest that does not. */
const REPLACEABLE = 0xfffffffd;
const FINAL_SIGNAL = 0xfffffffe;

const coinsOf = (t: Trial, count: number): Promise<Locked[]> =>
  payToLocks(
    t,
    Array.from({ length: count }, () => openLock(t)),
  );

/** A transaction that spends the coins, pays exactly this fee and has one output. */
function paying(coins: readonly Locked[], feeSat: bigint, sequence = FINAL_SIGNAL): Content {
  const content = contentOf(coins);
  const sum = coins.reduce((total, { amountSat }) => total + amountSat, 0n);
  const outputs = content.outputs.map((output) => ({ ...output, valueSat: sum - feeSat }));
  return { ...content, outputs, inputs: content.inputs.map((input) => ({ ...input, sequence })) };
}

const sizeOf = (content: Content): number => vsizeOf(parseTransaction(serializeWithWitness(content)));

/** Checks that the node takes the transaction. */
async function allows(t: Trial, what: string, content: Content): Promise<void> {
  const { allowed, reason } = await tested(t, serializeWithWitness(content));
  t.equal(allowed, true, `allowed (reject-reason ${reason}) for ${what}`, { path: 'allowed' });
}

async function forbids(t: Trial, what: string, content: Content): Promise<void> {
  const { allowed } = await tested(t, serializeWithWitness(content));
  t.equal(allowed, false, `allowed for ${what}`, { path: 'allowed' });
}

/** Sends the transaction, and returns the output of it as a coin. */
async function sent(t: Trial, content: Content, lock: Locked): Promise<Locked> {
  const bytes = serializeWithWitness(content);
  const txid = await t.result('sendrawtransaction', { hexstring: toHex(bytes) });
  t.equal(txid, txidOf(parseTransaction(bytes)), 'the txid from sendrawtransaction');
  return { ...lock, txid, vout: 0, amountSat: content.outputs[0]?.valueSat ?? 0n };
}

async function judgeConsensus(t: Trial): Promise<void> {
  const coins = await coinsOf(t, 2);
  const [coin, other] = coins as [Locked, Locked];
  const good = paying([coin], 20_000n);
  const [input] = good.inputs as [TxInput];
  const [output] = good.outputs as [Content['outputs'][number]];
  const half = (output.valueSat - (output.valueSat % 2n)) / 2n;
  await allows(t, 'a transaction that spends a coin', good);
  await allows(t, 'a transaction with two inputs', paying(coins, 20_000n));
  await allows(t, 'a transaction with two outputs', { ...good, outputs: [half, half].map((valueSat) => ({ ...output, valueSat })) });
  await forbids(t, 'a transaction that spends one coin twice', { ...good, inputs: [input, input] });
  await forbids(t, 'a transaction that spends one of two coins twice', {
    ...paying(coins, 20_000n),
    inputs: [input, ...paying([other], 0n).inputs, input],
  });
  await forbids(t, 'a transaction with a negative output', {
    ...good,
    outputs: [output, { ...output, valueSat: 2n ** 64n - 1_000n }],
  });
  await forbids(t, 'a transaction with an output of more than all money', {
    ...good,
    outputs: [{ ...output, valueSat: MAX_MONEY_SAT * 2n }],
  });
  await forbids(t, 'a transaction whose outputs are more than all money together', {
    ...good,
    outputs: [
      { ...output, valueSat: MAX_MONEY_SAT },
      { ...output, valueSat: MAX_MONEY_SAT },
    ],
  });
  await forbids(t, 'a transaction whose outputs exceed its inputs by a satoshi', paying([coin], -1n));
  await forbids(t, 'a transaction that spends an unknown output of a known transaction', { ...good, inputs: [{ ...input, vout: 9_999 }] });
  await forbids(t, 'a transaction that spends an unknown transaction', { ...good, inputs: [{ ...input, txid: t.random.hex(32) }] });
  await forbids(t, 'a transaction that spends the null outpoint beside a coin', {
    ...good,
    inputs: [input, { ...input, txid: '0'.repeat(64), vout: MAX_UINT32 }],
  });
  await forbids(t, 'a coinbase outside of a block', {
    ...good,
    inputs: [{ ...input, txid: '0'.repeat(64), vout: MAX_UINT32, scriptSig: Uint8Array.of(0x51, 0x51, 0x51), witness: [] }],
  });
  const height = await t.result('getblockcount');
  await allows(t, 'a lock time of the present height', { ...good, lockTime: height });
  await forbids(t, 'a lock time of a height far ahead', { ...good, lockTime: height + 1_000 });
  await forbids(t, 'a lock time of a time far ahead', { ...good, lockTime: MAX_UINT32 });
  await allows(t, 'a lock time far ahead with a final sequence', { ...paying([coin], 20_000n, MAX_UINT32), lockTime: height + 1_000 });
  await forbids(t, 'a lock time far ahead with one final sequence of two', {
    ...paying(coins, 20_000n),
    inputs: paying(coins, 20_000n).inputs.map((one, index) => ({ ...one, sequence: index === 0 ? MAX_UINT32 : 0 })),
    lockTime: height + 1_000,
  });
  await forbids(t, 'a sequence that locks an input for many blocks (BIP 68)', paying([coin], 20_000n, 1_000));
  await forbids(t, 'a sequence that locks an input for a long time (BIP 68)', paying([coin], 20_000n, 0x00400000 + 60_000));
  await allows(t, 'a sequence without a lock (BIP 68)', paying([coin], 20_000n, 0x80000000 + 1_000));
  await allows(t, 'a sequence of a lock in a transaction of version 1 (BIP 68)', { ...paying([coin], 20_000n, 1_000), version: 1 });
}

async function judgeReplacement(t: Trial): Promise<void> {
  const incrementalSat = satoshis((await t.result('getnetworkinfo')).incrementalfee);
  const [coin, fixed, free] = (await coinsOf(t, 3)) as [Locked, Locked, Locked];
  const [originalSat, childSat] = [6_000n, 5_000n];
  const original = await sent(t, paying([coin], originalSat, REPLACEABLE), coin);
  const child = await sent(t, paying([original], childSat), original);
  const unrelated = await sent(t, paying([fixed], originalSat), fixed);
  await forbids(t, 'a replacement of a transaction that does not signal that it is replaceable', paying([fixed], 20_000n));
  await forbids(t, 'a replacement with the same fee', paying([coin], originalSat, REPLACEABLE - 1));
  const sumSat = originalSat + childSat;
  await forbids(t, 'a replacement that pays less than it replaces together with the child', paying([coin], sumSat - 1_000n));
  const neededSat = sumSat + (incrementalSat * BigInt(sizeOf(paying([coin], sumSat)))) / 1_000n;
  await forbids(t, 'a replacement that pays a satoshi too little for its own relay', paying([coin], neededSat - 1n));
  await allows(t, 'a replacement that pays for its own relay', paying([coin], neededSat));
  await forbids(t, 'a replacement that spends another unconfirmed transaction', paying([coin, unrelated], 20_000n));
  await forbids(t, 'a replacement that spends what it replaces', paying([coin, child], 20_000n));
  await allows(t, 'a replacement that spends another output of the same parent', paying([coin, free], 20_000n));
  const before = await poolIds(t);
  t.ok(
    [original, child, unrelated].every(({ txid }) => before.includes(txid)),
    'a transaction left the pool although its replacement was only tested',
  );
  const replacement = await sent(t, paying([coin], neededSat), coin);
  const after = await poolIds(t);
  t.equal(
    [replacement, unrelated, original, child].map(({ txid }) => after.includes(txid)),
    [true, true, false, false],
    'the list of whether the pool has the replacement, an unrelated transaction, the replaced transaction and its child',
  );
  await forbids(t, 'a replacement of a transaction that replaced one without a signal of its own', paying([coin], neededSat + 50_000n));
}

async function judgeRelayFee(t: Trial): Promise<void> {
  const minSat = satoshis((await t.result('getmempoolinfo')).mempoolminfee);
  const [coin] = (await coinsOf(t, 1)) as [Locked];
  const feeSat = (minSat * BigInt(sizeOf(paying([coin], 1_000n)))) / 1_000n;
  await allows(t, `a transaction that pays mempoolminfee, ${feeSat} satoshis`, paying([coin], feeSat));
  await forbids(t, 'a transaction that pays a satoshi less than mempoolminfee', paying([coin], feeSat - 1n));
  await forbids(t, 'a transaction without a fee', paying([coin], 0n));
}

/** Output scripts that standards name for payments; that they are relayed is what they are for. */
async function judgeOutputs(t: Trial): Promise<void> {
  const [coin] = (await payToLocks(t, [openLock(t)], OUTPUT_SAT)) as [Locked];
  const keys: Uint8Array[] = [];
  while (keys.length < 3) keys.push(fromHex((await t.world.fresh('foreignKey')).publicKey));
  const scripts: (readonly [what: string, script: Uint8Array])[] = [
    ['the hash of a key', keyHashScript(keys)],
    ['the hash of a script (BIP 16)', payToScriptHash(multisigScript(1, keys))],
    ['the hash of a key in a witness (BIP 141)', witnessKeyHash(keys)],
    ['the hash of a script in a witness (BIP 141)', payToWitnessScriptHash(multisigScript(3, keys))],
  ];
  for (const count of [1, 2, 3])
    for (let required = 1; required <= count; required += 1)
      scripts.push([`${required} of ${count} keys (BIP 11)`, multisigScript(required, keys.slice(0, count))]);
  const good = paying([coin], 20_000n);
  const [output] = good.outputs as [Content['outputs'][number]];
  for (const [what, script] of scripts) await allows(t, `a payment to ${what}`, { ...good, outputs: [{ ...output, script }] });
  const valueSat = output.valueSat / BigInt(scripts.length);
  await allows(t, 'a payment to all of them', { ...good, outputs: scripts.map(([, script]) => ({ valueSat, script })) });
}

export const programTransactionInvariants: readonly Case[] = [
  invariant({
    id: 'programs/consensus',
    text: 'A transaction is refused that creates money, spends a coin twice or one that is not there, or is locked.',
    effect: ['wallet'],
    evidence: 'standard',
    source: 'consensus of the family, BIP 68, BIP 113',
    methods: ['testmempoolaccept', 'getblockcount'],
    run: judgeConsensus,
  }),
  invariant({
    id: 'programs/replacement',
    text: 'A transaction replaces others in the pool exactly by the rules of BIP 125.',
    effect: ['wallet'],
    evidence: 'standard',
    source: 'BIP 125',
    methods: ['testmempoolaccept', 'sendrawtransaction', 'getrawmempool', 'getnetworkinfo'],
    run: judgeReplacement,
  }),
  invariant({
    id: 'programs/outputs',
    text: 'The pool takes payments to each form of output that a standard names.',
    effect: ['wallet'],
    evidence: 'standard',
    source: 'BIP 11, BIP 16, BIP 141',
    methods: ['testmempoolaccept'],
    run: judgeOutputs,
  }),
  invariant({
    id: 'programs/relay-fee',
    text: 'A transaction enters the pool from the feerate mempoolminfee on.',
    effect: ['wallet'],
    evidence: 'document',
    source: 'document 2, Memory pool info',
    methods: ['testmempoolaccept', 'getmempoolinfo'],
    run: judgeRelayFee,
  }),
];
