import { BAN_SCORE } from './protocol.ts';

/** Reasons of a transaction that no state of the chain could make valid: who sends it has not looked at it. */
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
/** Reasons that hold whatever the witness is: whoever changes it changes nothing. Others are told of one form of the transaction. */
const WHATEVER_WITNESS = new Set([
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
/** Said of blocks and headers that may be in order for others, or will be later. */
const BLOCK_SCORES: Readonly<Record<string, number>> = {
  duplicate: 0,
  'duplicate-invalid': 0, // found invalid before, perhaps by hand
  'time-too-new': 0,
  'prev-blk-not-found': 10,
};

/** Whether a transaction is refused because its parents are not known. */
export function lacksParents(reason: string): boolean {
  return MISSING_INPUTS.has(reason);
}

/** Whether a refusal may be due to the witness, which the id of a transaction does not cover. */
export function mayBeWitness(reason: string): boolean {
  return reason.includes('script-verify-flag') || reason.includes('witness');
}

/** Whether every transaction with the same id would be refused, whatever its witness. */
export function isWhateverWitness(reason: string): boolean {
  return WHATEVER_WITNESS.has(reason);
}

/** What a peer gets for a transaction that was refused. */
export function transactionScore(reason: string): number {
  const invalid = INVALID_TRANSACTION.has(reason) || reason.startsWith('mandatory-script-verify-flag');
  return invalid ? BAN_SCORE : 0;
}

/** What a peer gets for a block or header that was refused. */
export function blockScore(reason: string): number {
  return BLOCK_SCORES[reason] ?? BAN_SCORE;
}
