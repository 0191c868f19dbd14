/** Reason of a refusal if an input is spent already or does not exist. */
export const MISSING_INPUTS = 'bad-txns-inputs-missingorspent';
