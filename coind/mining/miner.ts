import type { PoolEntry } from '../mempool/types.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../clock.ts';
import { makeBlock, makeHeader } from '../primitives/block.ts';
import { hash256 } from '../primitives/hash.ts';
import { merkleRoot } from '../primitives/merkle-root.ts';
import { makeTransaction, NULL_ID } from '../primitives/transaction.ts';
import type { Block, BlockHeader, BlockHeaderParts, Transaction } from '../primitives/types.ts';
import { pushData, pushNumber } from '../script/script.ts';
import { scriptNumber } from '../script/script-number.ts';
import { isFailed } from '../chain/block-tree.ts';
import { MAX_BLOCK_WEIGHT } from '../chain/limits.ts';
import type { ChainParams } from '../params.ts';
import { targetHex } from '../chain/pow.ts';
import type { Acceptance, Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import { commitmentScript, withCoinbaseWitness } from '../chain/witness-commitment.ts';
import { BlockRejectedError } from './block-rejected-error.ts';
import type { Freezable } from '../state/types.ts';
import type { SelectTransactions } from './select-transactions.ts';

/** Template of the next block on the tip. */
export interface BlockTemplate {
  readonly version: number;
  readonly previousHash: string;
  readonly height: number;
  /** Epoch seconds; `minTime` is the earliest valid time. */
  readonly time: number;
  readonly minTime: number;
  readonly bits: number;
  /** Without the coinbase, parents before children. */
  readonly entries: readonly PoolEntry[];
  readonly feesSat: bigint;
  readonly subsidySat: bigint;
  /** Output script that commits to the witnesses. */
  readonly witnessCommitment: Buffer;
}

/** The last assembled block, for `getmininginfo`. */
export interface AssembledBlock {
  readonly weight: number;
  /** Number of transactions without the coinbase. */
  readonly transactions: number;
}

export interface Miner extends Freezable {
  /** Template of the next block, from the pool. */
  template(): BlockTemplate;
  /**
   * Mines `count` blocks with transactions of the pool. @returns their hashes; fewer if `maxTries` nonces in total did not suffice
   * @throws BlockRejectedError
   */
  mine(count: number, script: Buffer, options: { readonly maxTries: number }): string[];
  /** Mines one block on the current tip at each step, and gives its hash. Ends once `maxTries` nonces in total were tried. */
  blocks(script: Buffer, options: { readonly maxTries: number }): IterableIterator<string>;
  /** Mines one block with these transactions only, in this order. @throws BlockRejectedError; the chain is unchanged then */
  mineTransactions(script: Buffer, transactions: readonly Transaction[]): Block;
  /** Accepts or rejects a block of another miner, with the reasons of `submitblock`: `duplicate`, `inconclusive` and so on. */
  submit(block: Block): Acceptance;
  readonly lastAssembled: AssembledBlock | undefined;
}

export interface MinerDeps {
  readonly chain: Chain;
  readonly select: SelectTransactions;
  readonly params: ChainParams;
  readonly clock: Pick<Clock, 'seconds'>;
  readonly log: Log;
  /** Maximum weight of assembled blocks (-blockmaxweight). */
  readonly blockMaxWeight?: number;
}

/** Weight reserved for the header and the coinbase. */
const RESERVED_WEIGHT = 4_000;
const MAX_NONCE = 0xffffffff;
const NONCE_OFFSET = 76;
/** The latest time that a header can hold. */
const MAX_TIME = 0xffffffff;
const witnessNonce = Buffer.alloc(32);

/** Compares as numbers. Both are in the byte order of the hash function, little-endian. */
function isBelow(hash: Buffer, target: Buffer): boolean {
  for (let i = 31; i >= 0; i--) if (hash[i] !== target[i]) return hash[i]! < target[i]!;
  return true;
}

/** The header with the first nonce that meets the target, and the number of tries; no header if `maxTries` did not suffice. */
function solve(parts: BlockHeaderParts, maxTries: number): { readonly header: BlockHeader | undefined; readonly tries: number } {
  const target = Buffer.from(targetHex(parts.bits)!, 'hex').reverse();
  const bytes = Buffer.from(makeHeader(parts).bytes);
  for (let nonce = 0; nonce < maxTries && nonce <= MAX_NONCE; nonce++) {
    bytes.writeUInt32LE(nonce, NONCE_OFFSET);
    if (isBelow(hash256(bytes), target)) return { header: makeHeader({ ...parts, nonce }), tries: nonce + 1 };
  }
  return { header: undefined, tries: maxTries };
}

/** Time of a block on the tip, in epoch seconds. If no later time fits a header, the block is rejected for its time. */
function timeAfter({ medianTime }: BlockNode, clock: MinerDeps['clock']): number {
  return Math.min(Math.max(medianTime + 1, clock.seconds()), MAX_TIME);
}

/** What a coinbase is made of. */
interface CoinbaseParts {
  readonly script: Buffer;
  readonly rewardSat: bigint;
  readonly witnessCommitment: Buffer;
  readonly extraNonce: number;
}

class BlockMiner implements Miner {
  readonly #deps: MinerDeps;
  readonly #maxSelectWeight: number;
  #lastAssembled: AssembledBlock | undefined;

  constructor(deps: MinerDeps) {
    this.#deps = deps;
    const maxWeight = MAX_BLOCK_WEIGHT - RESERVED_WEIGHT;
    this.#maxSelectWeight = Math.max(Math.min(deps.blockMaxWeight ?? maxWeight, maxWeight) - RESERVED_WEIGHT, 0);
  }

  get lastAssembled(): AssembledBlock | undefined {
    return this.#lastAssembled;
  }

  freeze(): () => void {
    const last = this.#lastAssembled;
    return () => {
      this.#lastAssembled = last;
    };
  }

  template(): BlockTemplate {
    const { chain, select, params, clock } = this.#deps;
    const { tip } = chain;
    const { entries, feesSat } = select(this.#maxSelectWeight);
    const height = tip.height + 1;
    const minTime = tip.medianTime + 1;
    const subsidySat = chain.subsidy(height);
    const witnessCommitment = commitmentScript(
      entries.map(({ transaction }) => transaction),
      witnessNonce,
    );
    return {
      version: chain.versionBits.blockVersion(tip),
      previousHash: tip.hash,
      height,
      time: timeAfter(tip, clock),
      minTime,
      bits: params.powLimitBits,
      entries,
      feesSat,
      subsidySat,
      witnessCommitment,
    };
  }

  mine(count: number, script: Buffer, options: { readonly maxTries: number }): string[] {
    const hashes: string[] = [];
    if (count <= 0) return hashes;
    for (const hash of this.blocks(script, options)) if (hashes.push(hash) >= count) break;
    return hashes;
  }

  *blocks(script: Buffer, { maxTries }: { readonly maxTries: number }): IterableIterator<string> {
    const { chain, select } = this.#deps;
    for (let triesLeft = maxTries; triesLeft > 0;) {
      const { entries, feesSat } = select(this.#maxSelectWeight);
      const { block, tries } = this.#assemble(
        script,
        entries.map(({ transaction }) => transaction),
        feesSat,
        triesLeft,
      );
      triesLeft -= tries;
      if (block === undefined) return;
      const acceptance = chain.acceptBlock(block, { assembled: true });
      if (!acceptance.ok) throw new BlockRejectedError(acceptance);
      yield block.header.hash;
    }
  }

  mineTransactions(script: Buffer, transactions: readonly Transaction[]): Block {
    const { chain } = this.#deps;
    // The coinbase does not claim the fees, as in nodes of this family.
    const { block } = this.#assemble(script, transactions, 0n, Infinity);
    if (block === undefined) throw new BlockRejectedError({ reason: 'high-hash' });
    const test = chain.testBlock(block);
    if (!test.ok) throw new BlockRejectedError(test);
    const acceptance = chain.acceptBlock(block, { assembled: true });
    if (!acceptance.ok) throw new BlockRejectedError(acceptance);
    return block;
  }

  submit(block: Block): Acceptance {
    const { chain } = this.#deps;
    const { hash } = block.header;
    const known = chain.node(hash);
    if (known !== undefined && isFailed(known)) return { ok: false, reason: 'duplicate-invalid' };
    if (known?.validity === 'valid') return { ok: false, reason: 'duplicate' };
    const acceptance = chain.acceptBlock(withCoinbaseWitness(block));
    if (!acceptance.ok) return acceptance;
    if (known !== undefined && known.txCount > 0) return { ok: false, reason: 'duplicate-inconclusive' };
    return chain.node(hash)?.validity === 'valid' ? acceptance : { ok: false, reason: 'inconclusive' };
  }

  /** A solved new block on the tip. */
  #assemble(
    script: Buffer,
    transactions: readonly Transaction[],
    feesSat: bigint,
    maxTries: number,
  ): { readonly block: Block | undefined; readonly tries: number } {
    const { chain, params, clock } = this.#deps;
    const { tip } = chain;
    const rewardSat = chain.subsidy(tip.height + 1) + feesSat;
    const witnessCommitment = commitmentScript(transactions, witnessNonce);
    const time = timeAfter(tip, clock);
    const version = chain.versionBits.blockVersion(tip);
    const ids = [NULL_ID, ...transactions.map(({ txid }) => txid)];
    let tries = 0;
    // At an unchanged time the block may exist already, or be marked invalid. Another coinbase makes a different block.
    for (let extraNonce = 1; tries < maxTries; extraNonce++) {
      const coinbase = this.#coinbase(tip, { script, rewardSat, witnessCommitment, extraNonce });
      ids[0] = coinbase.txid;
      const { root } = merkleRoot(ids);
      const solved = solve(
        { version, previousHash: tip.hash, merkleRoot: root, time, bits: params.powLimitBits, nonce: 0 },
        maxTries - tries,
      );
      tries += solved.tries;
      if (solved.header === undefined || chain.node(solved.header.hash) !== undefined) continue;
      const block = makeBlock(solved.header, [coinbase, ...transactions]);
      this.#lastAssembled = { weight: block.weight, transactions: transactions.length };
      return { block, tries };
    }
    return { block: undefined, tries };
  }

  #coinbase(tip: BlockNode, { script, rewardSat, witnessCommitment, extraNonce }: CoinbaseParts): Transaction {
    const payments = this.#deps.chain.coinbasePayments({ height: tip.height + 1, rewardSat });
    const valueSat = payments.reduce((rest, { output, from }) => (from === 'reward' ? rest - output.valueSat : rest), rewardSat);
    return makeTransaction({
      version: 2,
      inputs: [
        {
          txid: NULL_ID,
          vout: MAX_NONCE,
          sequence: 0xffffffff,
          witness: [witnessNonce],
          scriptSig: Buffer.concat([pushNumber(tip.height + 1), pushData(scriptNumber.encode(extraNonce))]),
        },
      ],
      outputs: [
        { valueSat, scriptPubKey: script },
        ...payments.map(({ output }) => output),
        { valueSat: 0n, scriptPubKey: witnessCommitment },
      ],
      locktime: 0,
    });
  }
}

export function createMiner(deps: MinerDeps): Miner {
  return new BlockMiner(deps);
}
