import type { MempoolEntries, MempoolEntry } from '../../../specs/model/generated/methods.d.ts';
import type { PoolEntry } from '../../mempool/types.ts';
import { Amount } from './json-text.ts';

/**
 * An entry of the pool (document 2, Memory pool entry). Of the deprecated fee fields, those of the transaction are in coin
 * units and those of its ancestors and descendants in satoshis, as in nodes of this family.
 */
export function poolEntryJson(entry: PoolEntry): MempoolEntry {
  const base = new Amount(entry.feeSat);
  const modified = new Amount(entry.modifiedFeeSat);
  return {
    size: entry.vsize,
    fee: base,
    modifiedfee: modified,
    time: entry.time,
    height: entry.height,
    descendantcount: entry.descendantCount,
    descendantsize: entry.descendantVsize,
    descendantfees: entry.descendantFeesSat,
    ancestorcount: entry.ancestorCount,
    ancestorsize: entry.ancestorVsize,
    ancestorfees: entry.ancestorFeesSat,
    wtxid: entry.wtxid,
    fees: { base, modified, ancestor: new Amount(entry.ancestorFeesSat), descendant: new Amount(entry.descendantFeesSat) },
    depends: entry.parents,
    spentby: entry.children,
  };
}

/** A list of ids, or entries by id. */
export function poolListJson(entries: Iterable<PoolEntry>, verbose: boolean): string[] | MempoolEntries {
  if (!verbose) return Array.from(entries, ({ txid }) => txid);
  return Object.fromEntries(Array.from(entries, (entry) => [entry.txid, poolEntryJson(entry)]));
}
