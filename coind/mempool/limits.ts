import type { Rejection } from '../chain/types.ts';
import type { PoolEntry } from './types.ts';

/** Limits of chains of unconfirmed transactions. Counts and sizes (virtual bytes) include the transaction itself. */
export interface ChainLimits {
  readonly ancestorCount: number;
  readonly ancestorVsize: number;
  readonly descendantCount: number;
  readonly descendantVsize: number;
}

/** Size of one extra child with a single unconfirmed ancestor that is accepted above the limit, so that fees can be bumped. */
const EXTRA_DESCENDANT_VSIZE = 10_000;

/** A transaction in a chain of unconfirmed ones. */
export type ChainLink = Pick<PoolEntry, 'vsize' | 'parents' | 'descendantCount' | 'descendantVsize'>;

/** Unconfirmed transactions, by txid. */
export interface ChainLinks<Link extends ChainLink> {
  get(txid: string): Link | undefined;
}

type Ancestors<Link> = { readonly ok: true; readonly ancestors: Map<string, Link> } | ({ readonly ok: false } & Rejection);

/** All unconfirmed ancestors of a transaction of this size with these parents, or a message about the exceeded limit. */
export function ancestorsWithinLimits<Link extends ChainLink>(
  links: ChainLinks<Link>,
  parents: readonly string[],
  vsize: number,
  limits: ChainLimits,
): Ancestors<Link> {
  if (parents.length === 0) return { ok: true, ancestors: new Map() };
  const found = gather(links, parents, vsize, limits);
  if (typeof found !== 'string') return { ok: true, ancestors: found };
  if (vsize <= EXTRA_DESCENDANT_VSIZE) {
    const retried = gather(links, parents, vsize, {
      ancestorCount: 2,
      ancestorVsize: limits.ancestorVsize,
      descendantCount: limits.descendantCount + 1,
      descendantVsize: limits.descendantVsize + EXTRA_DESCENDANT_VSIZE,
    });
    if (typeof retried !== 'string') return { ok: true, ancestors: retried };
  }
  return { ok: false, reason: 'too-long-mempool-chain', detail: found };
}

function gather<Link extends ChainLink>(
  links: ChainLinks<Link>,
  parents: readonly string[],
  vsize: number,
  limits: ChainLimits,
): Map<string, Link> | string {
  if (parents.length + 1 > limits.ancestorCount) return `too many unconfirmed parents [limit: ${limits.ancestorCount}]`;
  const ancestors = new Map<string, Link>();
  const pending = new Set(parents);
  let total = vsize;
  for (const txid of pending) {
    pending.delete(txid);
    const entry = links.get(txid)!;
    ancestors.set(txid, entry);
    total += entry.vsize;
    if (entry.descendantVsize + vsize > limits.descendantVsize)
      return `exceeds descendant size limit for tx ${txid} [limit: ${limits.descendantVsize}]`;
    if (entry.descendantCount + 1 > limits.descendantCount) return `too many descendants for tx ${txid} [limit: ${limits.descendantCount}]`;
    if (total > limits.ancestorVsize) return `exceeds ancestor size limit [limit: ${limits.ancestorVsize}]`;
    for (const parent of entry.parents) {
      if (!ancestors.has(parent)) pending.add(parent);
      if (pending.size + ancestors.size + 1 > limits.ancestorCount)
        return `too many unconfirmed ancestors [limit: ${limits.ancestorCount}]`;
    }
  }
  return ancestors;
}
