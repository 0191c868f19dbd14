import { hash256 } from '../primitives/hash.ts';
import { fromId } from '../primitives/ids.ts';
import type { Outpoint } from '../primitives/types.ts';
import { writeOutpoint } from './signing.ts';
import { ByteWriter } from '../primitives/byte-writer.ts';

/** A masternode that may be elected. */
export interface Candidate {
  readonly outpoint: Outpoint;
  readonly payeeScript: Buffer;
  /** Height of the block that paid it last, or will pay it; 0 for none. */
  readonly lastPaidBlock: number;
}

/** One in so many of those that have waited longest is drawn from. */
const WAITING_PART = 10;

/** The score of a masternode at a block: the same on every node, and not known before the block. */
export function scoreOf(outpoint: Outpoint, blockHash: string): Buffer {
  return hash256(writeOutpoint(new ByteWriter(68).bytes(fromId(blockHash)), outpoint).finish());
}

/** Masternodes in the order of their ranks at a block: the highest score first. */
export function ranked<T extends { readonly outpoint: Outpoint }>(masternodes: readonly T[], blockHash: string): T[] {
  return masternodes
    .map((masternode) => ({ masternode, score: scoreOf(masternode.outpoint, blockHash) }))
    .sort((a, b) => b.score.compare(a.score))
    .map(({ masternode }) => masternode);
}

/**
 * The masternode to be paid: of the tenth that has waited longest for a payment, the one with the highest score at a
 * block. Undefined without candidates. Every node with the same candidates elects the same one.
 */
export function elect<T extends Candidate>(candidates: readonly T[], blockHash: string): T | undefined {
  const waiting = ranked(candidates, blockHash).sort((a, b) => a.lastPaidBlock - b.lastPaidBlock); // stable: by rank where equal
  return ranked(waiting.slice(0, Math.ceil(waiting.length / WAITING_PART)), blockHash)[0];
}
