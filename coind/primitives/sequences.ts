/** The highest sequence number that opts in to replacement, BIP 125. */
export const SEQUENCE_REPLACEABLE = 0xfffffffd;
/** Keeps the locktime in effect without opting in to replacement. */
export const SEQUENCE_NOT_FINAL = 0xfffffffe;
/** Disables the locktime of the transaction for this input. */
export const SEQUENCE_FINAL = 0xffffffff;
