import { createHash } from 'node:crypto';
import { ByteWriter, compactSizeLength } from '../primitives/byte-writer.ts';
import { sha256 } from '../primitives/hash.ts';
import { fromId, toId, writeId } from '../primitives/ids.ts';
import type { Outpoint } from '../primitives/types.ts';
import { putVarInt } from '../primitives/var-int.ts';
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

interface Place {
  readonly txid: string;
  readonly vout: number;
  /** The first bytes of the txid in wire order as a number: numbers are compared much faster than bytes. */
  readonly prefix: number;
  readonly coin: Coin;
}

const PREFIX_BYTES = 6; // exact as a number
/** Serialised coins are hashed in pieces of this size, bytes. */
const PIECE_BYTES = 1 << 16;

/** Coins ordered by the bytes of the txid and by output index. */
function inOrder(coins: Iterable<readonly [Outpoint, Coin]>): Place[] {
  const places: Place[] = [];
  const id = Buffer.alloc(32);
  let before = '';
  let prefix = 0;
  for (const [{ txid, vout }, coin] of coins) {
    if (txid !== before) {
      writeId(txid, id, 0);
      prefix = id.readUIntBE(0, PREFIX_BYTES);
      before = txid;
    }
    places.push({ txid, vout, prefix, coin });
  }
  return places.sort((a, b) => a.prefix - b.prefix || (a.txid === b.txid ? a.vout - b.vout : fromId(a.txid).compare(fromId(b.txid))));
}

/** The family's hash_serialized_2: a hash of all coins and of the block at which they are unspent. */
function hashOf(bestBlock: string, places: readonly Place[]): string {
  const hash = createHash('sha256').update(fromId(bestBlock));
  const id = Buffer.alloc(32);
  let writer = new ByteWriter(PIECE_BYTES);
  let before: string | undefined;
  for (const { txid, vout, coin } of places) {
    if (txid !== before) {
      if (before !== undefined) writer.u8(0);
      before = txid;
      writeId(txid, id, 0);
      // Intended as height and coinbase; nodes of this family hash whether either is nonzero, and must stay compatible.
      writer.bytes(id).u8(coin.height > 0 || coin.coinbase ? 1 : 0);
    }
    putVarInt(writer, vout + 1);
    writer.varBytes(coin.scriptPubKey);
    putVarInt(writer, Number(coin.valueSat)); // exact: the maximum amount is below 2^53 satoshis
    if (writer.length < PIECE_BYTES) continue;
    hash.update(writer.finish());
    writer = new ByteWriter(PIECE_BYTES);
  }
  if (before !== undefined) writer.u8(0);
  return toId(sha256(hash.update(writer.finish()).digest()));
}

/** The hash of `gettxoutsetinfo` for these coins, in any order. */
export function hashSerialized2(bestBlock: string, coins: Iterable<readonly [Outpoint, Coin]>): string {
  return hashOf(bestBlock, inOrder(coins));
}

/** Figures on all unspent outputs of the active chain. */
export function coinStats(chain: Pick<Chain, 'tip' | 'coins'>): CoinStats {
  const { tip } = chain;
  const places = inOrder(chain.coins());
  let transactions = 0;
  let bogosize = 0;
  let diskSize = 0;
  let totalSat = 0n;
  for (const [at, { txid, coin }] of places.entries()) {
    const { length } = coin.scriptPubKey;
    if (txid !== places[at - 1]?.txid) transactions += 1;
    totalSat += coin.valueSat;
    bogosize += 32 + 4 + 4 + 8 + 2 + length;
    diskSize += 32 + 1 + 4 + 8 + compactSizeLength(length) + length;
  }
  return {
    height: tip.height,
    bestblock: tip.hash,
    transactions,
    txouts: places.length,
    bogosize,
    hashSerialized2: hashOf(tip.hash, places),
    diskSize,
    totalSat,
  };
}
