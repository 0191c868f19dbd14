/** Why a transaction is refused that spends what is spent, or what is not there. */
export const MISSING_INPUTS = 'bad-txns-inputs-missingorspent';
