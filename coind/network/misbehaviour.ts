import { BAN_SCORE } from './protocol.ts';

/** Reasons that hold in every state of the chain: an honest peer would never send such a transaction. */
const INVALID_TRANSACTION = new Set([
  'coinbase',
  'bad-txns-vin-empty',
  'bad-txns-vout-empty',
  'bad-txns-oversize',
  'bad-txns-vout-negative',
  'bad-txns-vout-toolarge',
  'bad-txns-txouttotal-toolarge',
  'bad-txns-inputs-duplicate',
  'bad-txns-prevout-null',
  'bad-txns-inputvalues-outofrange',
  'bad-txns-in-belowout',
  'bad-txns-fee-outofrange',
]);
/** Reasons that do not depend on the witness. Other reasons apply to one form of the transaction only. */
const WITNESS_INDEPENDENT = new Set([
  ...INVALID_TRANSACTION,
  'version',
  'scriptsig-size',
  'scriptsig-not-pushonly',
  'scriptpubkey',
  'dust',
  'multi-op-return',
  'tx-size-small',
  'non-final',
  'non-BIP68-final',
  'txn-mempool-conflict',
  'bad-txns-premature-spend-of-coinbase',
  'bad-txns-nonstandard-inputs',
  'bad-txns-spends-conflicting-tx',
]);
const MISSING_INPUTS = new Set(['missing-inputs', 'bad-txns-inputs-missingorspent']);
/** Scores for blocks and headers that may be valid for other nodes, or become valid later. */
const BLOCK_SCORES: Readonly<Record<string, number>> = {
  duplicate: 0,
  'duplicate-invalid': 0, // found invalid before, perhaps marked by the user
  'time-too-new': 0,
  'prev-blk-not-found': 10,
};

/** Whether a transaction was rejected because its inputs are unknown. */
export function hasMissingInputs(reason: string): boolean {
  return MISSING_INPUTS.has(reason);
}

/** Whether the witness may be the reason, which the transaction id does not cover. */
export function mayBeDueToWitness(reason: string): boolean {
  return reason.includes('script-verify-flag') || reason.includes('witness');
}

/** Whether every transaction with the same id would be rejected, with any witness. */
export function isWitnessIndependent(reason: string): boolean {
  return WITNESS_INDEPENDENT.has(reason);
}

/** Misbehaviour score of a peer for a rejected transaction. */
export function transactionScore(reason: string): number {
  const invalid = INVALID_TRANSACTION.has(reason) || reason.startsWith('mandatory-script-verify-flag');
  return invalid ? BAN_SCORE : 0;
}

/** Misbehaviour score of a peer for a rejected block or header. */
export function blockScore(reason: string): number {
  return BLOCK_SCORES[reason] ?? BAN_SCORE;
}
