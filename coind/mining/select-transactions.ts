import type { PoolGraph } from '../mempool/pool-graph.ts';
import { MinHeap } from './min-heap.ts';
import type { PoolEntry } from '../mempool/types.ts';

export interface SelectLimits {
  readonly maxWeight: number;
  readonly maxSigOpCost: number;
  /** Satoshis per 1000 vbytes; packages below are left out. */
  readonly minFeeRate: bigint;
}

interface Package {
  readonly entry: PoolEntry;
  /** Of the entry with those of its ancestors that are not yet chosen. */
  readonly vsize: number;
  readonly feesSat: bigint;
  readonly rate: number;
}

/** After so many misses with less than this weight left, the block is taken for full. */
const MAX_MISSES = 1_000;
const NEARLY_FULL_WEIGHT = 4_000;

/**
 * Chooses what a block should hold: again and again the transaction that, with its unconfirmed ancestors, pays most for its
 * size, until nothing more fits. Parents come before children.
 */
export function selectForBlock(
  graph: PoolGraph,
  limits: SelectLimits,
  isFinal: (entry: PoolEntry) => boolean,
): { readonly entries: readonly PoolEntry[]; readonly feesSat: bigint } {
  const chosen = new Set<string>();
  const entries: PoolEntry[] = [];
  /** Of entries some of whose ancestors are chosen already, the package that is left. */
  const current = new Map<string, Package>();
  /** Nearly all are taken as they stand at first, and sorting them once is cheaper than a heap of all. */
  const first = firstPackages(graph).sort((a, b) => (isBetter(a, b) ? -1 : 1));
  const changed = new MinHeap<Package>(isBetter);
  let position = 0;
  const next = (): Package | undefined => {
    const [one, other] = [first[position], changed.peek()];
    if (other !== undefined && (one === undefined || isBetter(other, one))) return changed.pop();
    position += 1;
    return one;
  };
  /** Satoshis per vbyte: above it there is no need to reckon exactly. */
  const surelyEnough = Number(limits.minFeeRate) / 1000 + 1;
  let weight = 0;
  let sigOpCost = 0;
  let feesSat = 0n;
  let misses = 0;
  for (let best = next(); best !== undefined; best = next()) {
    const { txid } = best.entry;
    if (chosen.has(txid) || (current.get(txid) ?? best) !== best) continue;
    if (best.rate <= surelyEnough && best.feesSat * 1000n < limits.minFeeRate * BigInt(best.vsize)) break;
    const members = best.entry.ancestorCount === 1 ? [best.entry] : packageOf(graph, best.entry, chosen);
    let packageWeight = 0;
    let packageCost = 0;
    for (const member of members) {
      packageWeight += member.weight;
      packageCost += member.sigOpCost;
    }
    if (weight + packageWeight > limits.maxWeight || sigOpCost + packageCost > limits.maxSigOpCost) {
      misses += 1;
      if (misses > MAX_MISSES && weight > limits.maxWeight - NEARLY_FULL_WEIGHT) break;
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
      if (member.descendantCount === 1) continue;
      for (const descendant of graph.downward(member.children).values()) {
        if (chosen.has(descendant.txid)) continue;
        const known = current.get(descendant.txid) ?? packageAt(descendant, descendant.ancestorVsize, descendant.ancestorFeesSat);
        const left = packageAt(descendant, known.vsize - member.vsize, known.feesSat - member.modifiedFeeSat);
        current.set(descendant.txid, left);
        changed.push(left);
      }
    }
  }
  return { entries, feesSat };
}

function firstPackages(graph: PoolGraph): Package[] {
  return Array.from(graph.values(), (entry) => packageAt(entry, entry.ancestorVsize, entry.ancestorFeesSat));
}

function packageAt(entry: PoolEntry, vsize: number, feesSat: bigint): Package {
  return { entry, vsize, feesSat, rate: Number(feesSat) / vsize };
}

function isBetter(a: Package, b: Package): boolean {
  return a.rate === b.rate ? a.entry.txid < b.entry.txid : a.rate > b.rate;
}

/** An entry and those of its ancestors that are not chosen, parents first. */
function packageOf(graph: PoolGraph, entry: PoolEntry, chosen: ReadonlySet<string>): PoolEntry[] {
  return [...graph.upward([entry.txid]).values()].filter(({ txid }) => !chosen.has(txid)).sort((a, b) => a.ancestorCount - b.ancestorCount);
}
