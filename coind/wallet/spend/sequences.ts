/** The highest sequence number that opts in to replacement, BIP 125. */
export const SEQUENCE_REPLACEABLE = 0xfffffffd;
/** Leaves the lock time in force, and does not opt in. */
export const SEQUENCE_NOT_FINAL = 0xfffffffe;
