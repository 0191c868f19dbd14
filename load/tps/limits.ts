/** A call that is not part of the measurement and takes longer has failed. */
export const CALL_MS = 60_000;
/** Until nodes are connected, and have the same tip. */
export const CONNECT_MS = 15_000;
/** Transactions of one round: `tpstestinfo` of more would be larger than what the client reads. */
export const MAX_TRANSACTIONS = 500_000;
/** Named in a report; results hold the count of all. */
export const MAX_EXAMPLES = 20;
