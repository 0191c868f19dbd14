import type { PreparedKind } from '../../load/transactions/types.ts';

/** What the transactions of a throughput test are called. */
export const transactionsText = (kind: PreparedKind): string => (kind === 'asset' ? 'asset transfers' : 'transactions');
