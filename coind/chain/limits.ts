/** BIP 141: maximum weight of a block; a witness byte counts 1, any other byte 4. */
export const MAX_BLOCK_WEIGHT = 4_000_000;
export const WITNESS_SCALE = 4;
/** BIP 141: maximum cost of the signature operations of a block; those in a witness count 1, others 4. */
export const MAX_BLOCK_SIGOPS_COST = 80_000;
/** Maximum time by which a block may be ahead of the clock. */
export const MAX_FUTURE_BLOCK_SECONDS = 2 * 60 * 60;
/** Number of blocks at the tip that are never pruned. */
export const MIN_BLOCKS_TO_KEEP = 288;
/** Number of blocks for the median time, BIP 113. */
export const MEDIAN_TIME_SPAN = 11;
/** Height of unconfirmed coins: above that of every block. */
export const UNCONFIRMED_HEIGHT = 0x7fffffff;
