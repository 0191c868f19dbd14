import type { FeeChoice } from '../../wallet/spend/fee-choice.ts';
import { RpcCode, RpcError } from '../errors.ts';

/** Maximum target of fee estimates, in blocks. */
const MAX_TARGET_BLOCKS = 1008;

/** Arguments of a call that choose the fee (document 1, Shared argument shapes). */
export interface FeeArguments {
  readonly feeRate?: bigint | undefined;
  readonly confTarget: number | undefined;
  readonly estimateMode: FeeChoice['estimateMode'];
}

/** Throws `RpcError` -8 for a target out of range, and for a fee rate together with a target or mode. */
export function feeChoiceFrom({ feeRate, confTarget, estimateMode }: FeeArguments): FeeChoice {
  if (confTarget !== undefined) requireTarget(confTarget);
  if (feeRate !== undefined && confTarget !== undefined) {
    throw new RpcError(RpcCode.invalidParameter, 'Cannot specify both conf_target and feeRate: give a target in blocks or a rate');
  }
  if (feeRate !== undefined && estimateMode !== 'UNSET') {
    throw new RpcError(RpcCode.invalidParameter, 'Cannot specify both estimate_mode and feeRate');
  }
  return { feeRate, confTarget, estimateMode };
}

/** Throws `RpcError` -8 for a target out of range. */
export function requireTarget(blocks: number): void {
  if (blocks >= 1 && blocks <= MAX_TARGET_BLOCKS) return;
  throw new RpcError(RpcCode.invalidParameter, `Invalid conf_target, must be between 1 and ${MAX_TARGET_BLOCKS}`);
}
