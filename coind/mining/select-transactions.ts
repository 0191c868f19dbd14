import { MAX_BLOCK_SIGOPS_COST } from '../chain/limits.ts';
import type { Chain } from '../chain/types.ts';
import { MinHeap } from '../mempool/min-heap.ts';
import type { Mempool, PoolEntry } from '../mempool/types.ts';

/** Transactions for a block, without its coinbase. */
export interface Selection {
  /** Parents before children. */
  readonly entries: readonly PoolEntry[];
  readonly feesSat: bigint;
}

/** Selects transactions for a block on the tip, up to this weight in total. */
export type SelectTransactions = (maxWeight: number) => Selection;

export interface SelectionSource {
  readonly chain: Pick<Chain, 'tip' | 'isFinal'>;
  readonly mempool: Pick<Mempool, 'entries' | 'ancestors' | 'descendants'>;
  /** Minimum, in satoshis per 1000 vbytes: packages below it are not selected (-blockmintxfee). */
  readonly minFeeRate: bigint;
}

/** An entry with its ancestors that are not selected yet. */
interface Package {
  readonly entry: PoolEntry;
  readonly vsize: number;
  readonly feesSat: bigint;
  readonly rate: number;
}

/** Reserved for the coinbase. */
const COINBASE_SIGOPS_COST = 400;
/** The block counts as full after this many packages in a row did not fit, with less than this weight left. */
const MAX_MISSES = 1_000;
const NEARLY_FULL_WEIGHT = 4_000;

/** Selects from a pool for blocks on the tip of a chain. */
export function selectFrom({ chain, mempool, minFeeRate }: SelectionSource): SelectTransactions {
  return (maxWeight) => {
    const { tip } = chain;
    return selectTransactions(mempool, { maxWeight, minFeeRate }, ({ transaction }) =>
      chain.isFinal(transaction, tip.height + 1, tip.medianTime),
    );
  };
}

/**
 * Selects the package (a transaction with its unconfirmed ancestors) with the highest feerate, until no more fits. Each
 * selection changes the packages of its descendants: these are queued, and their old packages are skipped.
 */
function selectTransactions(
  mempool: SelectionSource['mempool'],
  { maxWeight, minFeeRate }: { readonly maxWeight: number; readonly minFeeRate: bigint },
  isFinal: (entry: PoolEntry) => boolean,
): Selection {
  const chosen = new Set<string>();
  const entries: PoolEntry[] = [];
  const modified = new Map<string, Package>();
  // Sorted once: most pools have few descendants, and sorting costs less than taking each package from a heap.
  const whole = Array.from(mempool.entries(), wholePackage).sort((a, b) => (isBetter(a, b) ? -1 : 1));
  let next = 0;
  const changed = new MinHeap<Package>(isBetter);
  const nextBest = (): Package | undefined => {
    const first = changed.peek();
    const other = whole[next];
    if (first !== undefined && (other === undefined || isBetter(first, other))) return changed.pop();
    next += 1;
    return other;
  };
  let weight = 0;
  let sigOpCost = 0;
  let feesSat = 0n;
  let misses = 0;
  for (let best = nextBest(); best !== undefined; best = nextBest()) {
    const { txid } = best.entry;
    if (chosen.has(txid) || (modified.get(txid) ?? best) !== best) continue;
    if (best.feesSat * 1000n < minFeeRate * BigInt(best.vsize)) break;
    const members = [...mempool.ancestors(txid), best.entry].filter((member) => !chosen.has(member.txid));
    const packageWeight = members.reduce((sum, member) => sum + member.weight, 0);
    const packageCost = members.reduce((sum, member) => sum + member.sigOpCost, 0);
    if (weight + packageWeight > maxWeight || sigOpCost + packageCost > MAX_BLOCK_SIGOPS_COST - COINBASE_SIGOPS_COST) {
      misses += 1;
      if (misses > MAX_MISSES && weight > maxWeight - NEARLY_FULL_WEIGHT) break;
      continue;
    }
    if (!members.every(isFinal)) continue;
    misses = 0;
    weight += packageWeight;
    sigOpCost += packageCost;
    for (const member of members) {
      chosen.add(member.txid);
      entries.push(member);
      feesSat += member.feeSat;
    }
    for (const member of members) {
      for (const descendant of mempool.descendants(member.txid)) {
        if (chosen.has(descendant.txid)) continue;
        const before = modified.get(descendant.txid) ?? wholePackage(descendant);
        const rest = makePackage(descendant, before.vsize - member.vsize, before.feesSat - member.modifiedFeeSat);
        modified.set(descendant.txid, rest);
        changed.push(rest);
      }
    }
  }
  return { entries, feesSat };
}

const wholePackage = (entry: PoolEntry): Package => makePackage(entry, entry.ancestorVsize, entry.ancestorFeesSat);

function makePackage(entry: PoolEntry, vsize: number, feesSat: bigint): Package {
  return { entry, vsize, feesSat, rate: Number(feesSat) / vsize };
}

function isBetter(a: Package, b: Package): boolean {
  return a.rate === b.rate ? a.entry.txid < b.entry.txid : a.rate > b.rate;
}
