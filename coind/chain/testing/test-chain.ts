import type { MintVerifier } from '../../assets/types.ts';
import { createScriptCache, type ScriptCache } from '../../script/script-cache.ts';
import type { PoolEntry } from '../../mempool/types.ts';
import { makeBlock, makeHeader } from '../../primitives/block.ts';
import { merkleRoot } from '../../primitives/merkle-root.ts';
import { makeTransaction, NULL_ID } from '../../primitives/transaction.ts';
import type { Block, BlockHeaderParts, Outpoint, Transaction, TxInput, TxOutput, TxParts } from '../../primitives/types.ts';
import { pushNumber } from '../../script/script.ts';
import { createState } from '../../state/state.ts';
import type { State } from '../../state/types.ts';
import { createChain } from '../chain.ts';
import { createMiner, type Miner } from '../../mining/miner.ts';
import type { Selection } from '../../mining/select-transactions.ts';
import { regtest } from '../../regtest.ts';
import { meetsTarget } from '../pow.ts';
import type { Acceptance, Chain } from '../types.ts';
import type { BlockNode } from '../block-node.ts';
import { commitmentScript } from '../witness-commitment.ts';
import { curve } from '../../crypto/testing/curve.ts';

/** Anyone can spend this without a signature. */
export const anyone: Buffer = Buffer.from([0x51]);

const witnessNonce = Buffer.alloc(32);

/** A clock that only the test advances. Epoch seconds. */
export interface TestClock {
  now: number;
  seconds(): number;
}

export interface TestChain {
  readonly state: State;
  readonly chain: Chain;
  readonly miner: Miner;
  readonly clock: TestClock;
  readonly scriptCache: ScriptCache;
  /** Transactions offered to the miner. */
  pool: { readonly transactions: readonly Transaction[]; readonly feesSat: bigint };
  /** Mines blocks on the tip. @returns their hashes */
  mine(count: number): string[];
}

/** A separate chain, in memory unless a folder is given. */
export function createTestChain(
  options: {
    readonly datadir?: string;
    readonly txindex?: boolean;
    readonly prune?: 'manual' | bigint;
    readonly mints?: MintVerifier;
  } = {},
): TestChain {
  const state = createState({ datadir: options.datadir });
  const clock: TestClock = { now: 1_700_000_000, seconds: () => clock.now };
  const log = (): void => {};
  const scriptCache = createScriptCache();
  const chain = createChain({
    state,
    params: regtest,
    clock,
    log,
    scriptCache,
    curve,
    ...(options.mints !== undefined && { mints: options.mints }),
    options: { txindex: options.txindex ?? false, prune: options.prune },
  });
  const select = (): Selection => {
    const { transactions, feesSat } = test.pool;
    return { entries: transactions.map((transaction) => ({ transaction }) as PoolEntry), feesSat };
  };
  const miner = createMiner({ chain, params: regtest, clock, log, select });
  const test: TestChain = {
    state,
    chain,
    miner,
    clock,
    scriptCache,
    pool: { transactions: [], feesSat: 0n },
    mine: (count) => miner.mine(count, anyone, { maxTries: 1_000_000 }),
  };
  return test;
}

export interface BlockParts {
  readonly parent: Pick<BlockNode, 'hash' | 'height' | 'medianTime'>;
  /** Transactions after the coinbase. */
  readonly transactions?: readonly Transaction[];
  /** Changes to the coinbase. */
  readonly coinbase?: Partial<TxParts>;
  /** Changes to the header, including merkle root and previous hash. */
  readonly header?: Partial<BlockHeaderParts>;
  /** Whether the coinbase has a witness commitment; by default if there are witnesses. */
  readonly commit?: boolean;
  readonly valueSat?: bigint;
}

/** The input of a coinbase at this height; `tag` makes it unique. */
export function coinbaseInput(height: number, tag = 0, witness: readonly Buffer[] = []): TxInput {
  return {
    txid: NULL_ID,
    vout: 0xffffffff,
    scriptSig: Buffer.concat([pushNumber(height), Buffer.from([2, tag & 0xff, tag >> 8])]),
    sequence: 0xffffffff,
    witness,
  };
}

let tags = 0;

/** Creates a block that meets its target and is valid except for the requested changes. */
export function buildBlock({ parent, transactions = [], coinbase = {}, header = {}, commit, valueSat = 0n }: BlockParts): Block {
  const height = parent.height + 1;
  const committing = commit ?? transactions.some(({ hasWitness }) => hasWitness);
  const outputs: TxOutput[] = [{ valueSat, scriptPubKey: anyone }];
  if (committing) outputs.push({ valueSat: 0n, scriptPubKey: commitmentScript(transactions, witnessNonce) });
  tags += 1;
  const first = makeTransaction({
    version: 1,
    inputs: [coinbaseInput(height, tags, committing ? [witnessNonce] : [])],
    outputs,
    locktime: 0,
    ...coinbase,
  });
  const all = [first, ...transactions];
  const parts: BlockHeaderParts = {
    version: 0x20000000,
    previousHash: parent.hash,
    merkleRoot: merkleRoot(all.map(({ txid }) => txid)).root,
    time: parent.medianTime + 1,
    bits: regtest.powLimitBits,
    nonce: 0,
    ...header,
  };
  return makeBlock(makeHeader(solved(parts)), all);
}

function solved(parts: BlockHeaderParts): BlockHeaderParts {
  for (let { nonce } = parts; ; nonce++) {
    if (meetsTarget(makeHeader({ ...parts, nonce }).hash, regtest.powLimitBits, regtest)) return { ...parts, nonce };
  }
}

/** Spends anyone-can-spend coins into outputs of `valuesSat`. */
export function spend(
  from: readonly (Outpoint & { readonly sequence?: number; readonly scriptSig?: Buffer; readonly witness?: readonly Buffer[] })[],
  outputs: readonly { readonly valueSat: bigint; readonly scriptPubKey?: Buffer }[],
  changes: { readonly version?: number; readonly locktime?: number } = {},
): Transaction {
  return makeTransaction({
    version: changes.version ?? 2,
    inputs: from.map(({ txid, vout, sequence = 0xffffffff, scriptSig = Buffer.alloc(0), witness = [] }) => ({
      txid,
      vout,
      sequence,
      scriptSig,
      witness,
    })),
    outputs: outputs.map(({ valueSat, scriptPubKey = anyone }) => ({ valueSat, scriptPubKey })),
    locktime: changes.locktime ?? 0,
  });
}

/** The first output of the coinbase at a height of the active chain. */
export function coinbaseOutpoint(chain: Chain, height: number): Outpoint {
  return { txid: chain.block(chain.atHeight(height)!.hash)!.transactions[0]!.txid, vout: 0 };
}

/** The reason of a rejection; undefined if accepted. */
export function reasonOf(acceptance: Acceptance): string | undefined {
  return acceptance.ok ? undefined : acceptance.reason;
}

/** Result of `verify`, run to its end. */
export function isVerified(chain: Chain, level: number, blocks: number): boolean {
  const check = chain.verify(level, blocks);
  let step = check.next();
  while (step.done !== true) step = check.next();
  return step.value;
}

/** Everything in which two equal chains must agree, as text. */
export function digest(chain: Chain): string {
  const coins = [...chain.coins()]
    .map(
      ([{ txid, vout }, { valueSat, height, coinbase, scriptPubKey }]) =>
        `${txid}:${vout}=${valueSat} ${height} ${coinbase} ${scriptPubKey.toString('hex')}`,
    )
    .sort();
  const nodes = [...chain.nodes()]
    .map((node) => `${node.hash} ${node.height} ${node.validity} ${node.chainTxCount} ${node.hasData} ${node.hasUndo} ${node.chainWork}`)
    .sort();
  return [chain.tip.hash, chain.bestHeader.hash, chain.coinCount, chain.prunedBelow, chain.sizeOnDisk, ...coins, ...nodes].join('\n');
}
