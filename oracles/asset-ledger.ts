import { readAllocationList } from './allocation-list.ts';
import { ByteReader, Malformed } from './bytes.ts';
import type { RawBlock } from './block.ts';
import { scriptParts } from './script.ts';
import { txidOf, type RawTransaction } from './transaction.ts';

/** What is counted of a token, in smallest units. */
export interface TokenCount {
  /** What its owner has ever issued. */
  readonly issued: bigint;
  /** What unspent outputs carry. */
  readonly supply: bigint;
  /** Unspent outputs that carry an amount, as `txid:n`, with it. */
  readonly holdings: ReadonlyMap<string, bigint>;
}

export interface Ledger {
  /** By number. */
  readonly tokens: ReadonlyMap<number, TokenCount>;
  /** Value of all unspent outputs, satoshis. */
  readonly coinSat: bigint;
}

/** An amount of a token for an output. */
export interface Allocation {
  readonly guid: number;
  readonly n: number;
  readonly units: bigint;
}

interface Coin {
  readonly valueSat: bigint;
  readonly assets: readonly Allocation[];
}

/** Versions of transactions whose data output begins with allocations, as nodes of this family write them. */
const FIRST_VERSION = 130;
const LAST_VERSION = 135;
/** The version by which an owner issues. */
const ASSET_SEND = 132;
const OP_RETURN = 0x6a;
const MAX_SCRIPT = 10_000;

/**
 * Counts coins and tokens from all blocks after the first one, in their order: from bytes alone, with nothing that a node
 * has counted. Throws `Malformed`.
 */
export function ledgerOf(blocks: Iterable<RawBlock>): Ledger {
  const coins = new Map<string, Coin>();
  const issued = new Map<number, bigint>();
  for (const { transactions } of blocks) {
    for (const transaction of transactions) {
      const txid = txidOf(transaction);
      const allocations = allocationsOf(transaction);
      for (const input of transaction.inputs) coins.delete(`${input.txid}:${input.vout}`);
      for (const [n, { valueSat, script }] of transaction.outputs.entries()) {
        if (script[0] === OP_RETURN || script.length > MAX_SCRIPT) continue;
        coins.set(`${txid}:${n}`, { valueSat, assets: allocations.filter((allocation) => allocation.n === n) });
      }
      for (const { guid, units } of allocations)
        issued.set(guid, (issued.get(guid) ?? 0n) + (transaction.version === ASSET_SEND ? units : 0n));
    }
  }
  const holdings = new Map([...issued.keys()].map((guid) => [guid, new Map<string, bigint>()]));
  let coinSat = 0n;
  for (const [outpoint, { valueSat, assets }] of coins) {
    coinSat += valueSat;
    for (const { guid, units } of assets) if (units > 0n) holdings.get(guid)!.set(outpoint, units);
  }
  const tokens = new Map<number, TokenCount>();
  for (const [guid, held] of holdings) {
    const supply = [...held.values()].reduce((sum, units) => sum + units, 0n);
    tokens.set(guid, { issued: issued.get(guid)!, supply, holdings: held });
  }
  return { tokens, coinSat };
}

/** What a transaction allocates to its outputs; none for one without service data. Throws `Malformed`. */
export function allocationsOf({ version, outputs }: Pick<RawTransaction, 'version' | 'outputs'>): Allocation[] {
  if (version < FIRST_VERSION || version > LAST_VERSION) return [];
  const output = outputs.find(({ script }) => script[0] === OP_RETURN);
  const data = output && scriptParts(output.script)[1]?.push;
  if (data === undefined) throw new Malformed(`a transaction of version ${version} has no data output`);
  return readAllocationList(new ByteReader(data)).flatMap((allocation) =>
    allocation.outputs.map(({ n, amount }) => ({ guid: allocation.guid, n, units: amount })),
  );
}
