import { createHash } from 'node:crypto';
import { ByteWriter, compactSizeLength } from '../primitives/byte-writer.ts';
import { sha256 } from '../primitives/hash.ts';
import { fromId, toId } from '../primitives/ids.ts';
import type { Outpoint } from '../primitives/types.ts';
import { writeVarInt } from '../primitives/var-int.ts';
import type { Chain, Coin } from './types.ts';

/** Figures of `gettxoutsetinfo`. */
export interface CoinStats {
  readonly height: number;
  readonly bestblock: string;
  /** Number of transactions with unspent outputs. */
  readonly transactions: number;
  readonly txouts: number;
  /** A size that does not depend on the storage format. */
  readonly bogosize: number;
  readonly hashSerialized2: string;
  /** Bytes, estimated. */
  readonly diskSize: number;
  readonly totalSat: bigint;
}

/** The coins of a transaction. */
interface TxCoins {
  /** The txid in wire order. */
  readonly id: Buffer;
  /** Its first bytes as a number: numbers are compared much faster than bytes. */
  readonly prefix: number;
  readonly coins: (readonly [vout: number, coin: Coin])[];
}

const PREFIX_BYTES = 6; // exact as a number

/** Serialised coins are hashed in pieces of this size, bytes. */
const PIECE_BYTES = 1 << 16;

/** Coins by transaction, ordered by the bytes of the txid and by output index. */
function inOrder(coins: Iterable<readonly [Outpoint, Coin]>): TxCoins[] {
  const byTransaction = new Map<string, TxCoins>();
  for (const [{ txid, vout }, coin] of coins) {
    const known = byTransaction.get(txid);
    if (known !== undefined) {
      known.coins.push([vout, coin]);
      continue;
    }
    const id = fromId(txid);
    byTransaction.set(txid, { id, prefix: id.readUIntBE(0, PREFIX_BYTES), coins: [[vout, coin]] });
  }
  for (const { coins: list } of byTransaction.values()) if (list.length > 1) list.sort(([a], [b]) => a - b);
  return [...byTransaction.values()].sort((a, b) => a.prefix - b.prefix || a.id.compare(b.id));
}

/** The family's hash_serialized_2: a hash of all coins and of the block at which they are unspent. */
function hashOf(bestBlock: string, transactions: readonly TxCoins[]): string {
  const hash = createHash('sha256').update(fromId(bestBlock));
  let writer = new ByteWriter(PIECE_BYTES);
  for (const { id, coins } of transactions) {
    const first = coins[0]![1];
    // Intended as height and coinbase; nodes of this family hash whether either is nonzero, and must stay compatible.
    writer.bytes(id).u8(first.height > 0 || first.coinbase ? 1 : 0);
    for (const [vout, { scriptPubKey, valueSat }] of coins)
      writer
        .bytes(writeVarInt(BigInt(vout + 1)))
        .varBytes(scriptPubKey)
        .bytes(writeVarInt(valueSat));
    writer.u8(0);
    if (writer.length < PIECE_BYTES) continue;
    hash.update(writer.finish());
    writer = new ByteWriter(PIECE_BYTES);
  }
  return toId(sha256(hash.update(writer.finish()).digest()));
}

/** The hash of `gettxoutsetinfo` for these coins, in any order. */
export function hashSerialized2(bestBlock: string, coins: Iterable<readonly [Outpoint, Coin]>): string {
  return hashOf(bestBlock, inOrder(coins));
}

/** Figures on all unspent outputs of the active chain. */
export function coinStats(chain: Pick<Chain, 'tip' | 'coins'>): CoinStats {
  const { tip } = chain;
  const transactions = inOrder(chain.coins());
  let txouts = 0;
  let bogosize = 0;
  let diskSize = 0;
  let totalSat = 0n;
  for (const { coins: list } of transactions) {
    txouts += list.length;
    for (const [, { scriptPubKey, valueSat }] of list) {
      totalSat += valueSat;
      bogosize += 32 + 4 + 4 + 8 + 2 + scriptPubKey.length;
      diskSize += 32 + 1 + 4 + 8 + compactSizeLength(scriptPubKey.length) + scriptPubKey.length;
    }
  }
  return {
    height: tip.height,
    bestblock: tip.hash,
    transactions: transactions.length,
    txouts,
    bogosize,
    hashSerialized2: hashOf(tip.hash, transactions),
    diskSize,
    totalSat,
  };
}
