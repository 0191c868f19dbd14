import type { FeeChoice } from '../../wallet/spend/fee-choice.ts';
import { RpcCode, RpcError } from '../errors.ts';

/** The longest that fees are estimated for, in blocks. */
const MAX_TARGET_BLOCKS = 1008;

/** How a call says what is to be paid (document 1, Shared argument shapes). */
export interface FeeArguments {
  readonly feeRate?: bigint | undefined;
  readonly confTarget: number | undefined;
  readonly estimateMode: FeeChoice['estimateMode'];
}

/** Throws `RpcError` -8 for a target that nothing is estimated for, and for a rate together with what it would be estimated by. */
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

/** Throws `RpcError` -8 for a number of blocks that nothing is estimated for. */
export function requireTarget(blocks: number): void {
  if (blocks >= 1 && blocks <= MAX_TARGET_BLOCKS) return;
  throw new RpcError(RpcCode.invalidParameter, `Invalid conf_target, must be between 1 and ${MAX_TARGET_BLOCKS}`);
}
