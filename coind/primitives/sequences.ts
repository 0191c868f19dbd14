/** The highest sequence number that opts in to replacement, BIP 125. */
export const SEQUENCE_REPLACEABLE = 0xfffffffd;
/** Leaves the lock time in force, and does not opt in. */
export const SEQUENCE_NOT_FINAL = 0xfffffffe;
/** Of an input that does not hold its transaction back. */
export const SEQUENCE_FINAL = 0xffffffff;
