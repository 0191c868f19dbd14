import { SEQUENCE_REPLACEABLE } from '../primitives/sequences.ts';
import type { Rejection } from '../chain/types.ts';
import { formatSat } from '../primitives/amount.ts';
import type { Transaction } from '../primitives/types.ts';
import { feeAt, feeRateOf } from './fee-rate.ts';
import type { PoolGraph } from './pool-graph.ts';
import type { PoolEntry } from './types.ts';

/** Maximum number of transactions that one may replace, BIP 125 rule 5. */
const MAX_REPLACED = 100;

export function signalsReplacement(transaction: Transaction): boolean {
  return transaction.inputs.some((input) => input.sequence <= SEQUENCE_REPLACEABLE);
}

/** The entries that conflict with the transaction, or a refusal if one of them is not replaceable. */
export function findConflicts(graph: PoolGraph, transaction: Transaction): Map<string, PoolEntry> | Rejection {
  const conflicts = new Map<string, PoolEntry>();
  for (const input of transaction.inputs) {
    const spender = graph.spender(input);
    if (spender === undefined || conflicts.has(spender)) continue;
    const entry = graph.get(spender)!;
    // Rule 1. As in this family, signals of unconfirmed ancestors do not count.
    if (!signalsReplacement(entry.transaction)) return { reason: 'txn-mempool-conflict' };
    conflicts.set(spender, entry);
  }
  return conflicts;
}

export interface Replacement {
  readonly transaction: Transaction;
  readonly modifiedFeeSat: bigint;
  readonly vsize: number;
  readonly conflicts: ReadonlyMap<string, PoolEntry>;
  readonly incrementalFeeRate: bigint;
}

/** Rules 2 to 5 of BIP 125. Returns all entries to be removed, or the reason for a refusal. */
export function checkReplacement(graph: PoolGraph, replacement: Replacement): Map<string, PoolEntry> | Rejection {
  const { transaction, modifiedFeeSat, vsize, conflicts, incrementalFeeRate } = replacement;
  const { txid } = transaction;
  const feeRate = feeRateOf(modifiedFeeSat, vsize);
  const spentByConflicts = new Set<string>();
  let count = 0;
  for (const conflict of conflicts.values()) {
    // Not a rule of BIP 125: a higher fee at a lower feerate could reduce a miner's income.
    const conflictRate = feeRateOf(conflict.modifiedFeeSat, conflict.vsize);
    if (feeRate <= conflictRate)
      return insufficient(`rejecting replacement ${txid}; new feerate ${formatRate(feeRate)} <= old feerate ${formatRate(conflictRate)}`);
    for (const input of conflict.transaction.inputs) spentByConflicts.add(input.txid);
    count += conflict.descendantCount;
  }
  if (count > MAX_REPLACED)
    return {
      reason: 'too many potential replacements',
      detail: `rejecting replacement ${txid}; too many potential replacements (${count} > ${MAX_REPLACED})`,
    };
  const replaced = graph.withDescendants(conflicts.keys());
  let replacedFeesSat = 0n;
  for (const entry of replaced.values()) replacedFeesSat += entry.modifiedFeeSat;
  for (const [index, input] of transaction.inputs.entries()) {
    if (!spentByConflicts.has(input.txid) && graph.has(input.txid))
      return { reason: 'replacement-adds-unconfirmed', detail: `replacement ${txid} adds unconfirmed input, idx ${index}` };
  }
  const compared = (less: bigint, more: bigint): string => `${formatMoney(less)} < ${formatMoney(more)}`;
  if (modifiedFeeSat < replacedFeesSat)
    return insufficient(`rejecting replacement ${txid}, less fees than conflicting txs; ${compared(modifiedFeeSat, replacedFeesSat)}`);
  const added = modifiedFeeSat - replacedFeesSat;
  const needed = feeAt(incrementalFeeRate, vsize);
  if (added < needed) return insufficient(`rejecting replacement ${txid}, not enough additional fees to relay; ${compared(added, needed)}`);
  return replaced;
}

function insufficient(detail: string): Rejection {
  return { reason: 'insufficient fee', detail };
}

/** Amount in coins with at least two decimal places and no more than needed: the family's form in these messages. */
function formatMoney(sat: bigint): string {
  return formatSat(sat).replace(/0{1,6}$/, '');
}

function formatRate(ratePerKvb: bigint): string {
  return `${formatSat(ratePerKvb)} COIN/kvB`;
}
