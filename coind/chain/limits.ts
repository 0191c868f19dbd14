/** BIP 141: of a block; a byte without the witness counts four, one of the witness counts one. */
export const MAX_BLOCK_WEIGHT = 4_000_000;
export const WITNESS_SCALE = 4;
/** BIP 141: signature operations of a block, in the same reckoning. */
export const MAX_BLOCK_SIGOPS_COST = 80_000;
/** How far a block may be ahead of the clock. */
export const MAX_FUTURE_BLOCK_SECONDS = 2 * 60 * 60;
/** Blocks at the tip that pruning leaves alone. */
export const MIN_BLOCKS_TO_KEEP = 288;
/** Blocks whose times make the median, BIP 113. */
export const MEDIAN_TIME_SPAN = 11;
/** Stands for the height of what is in no block yet: above that of every block. */
export const UNCONFIRMED_HEIGHT = 0x7fffffff;
