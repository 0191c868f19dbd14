import type { FundingOptionsArgument } from '../../../specs/model/generated/methods.d.ts';
import type { ChainParams } from '../../params.ts';
import type { TxParts } from '../../primitives/types.ts';
import { scriptOf } from '../../script/addresses.ts';
import { fundTransaction, type FundedTransaction, type FundingRequest } from '../../wallet/spend/fund-transaction.ts';
import { RpcCode, RpcError } from '../errors.ts';
import type { Call } from '../handler.ts';
import { feeChoiceFrom } from './fee-choice.ts';

/**
 * Funds a transaction from the wallet of a call (document 1, Shared argument shapes). Throws `FundingError` if the wallet
 * cannot, `RpcError` -8 for options that contradict each other or the transaction, -5 for an invalid address.
 */
export function fundedBy(transaction: TxParts, options: FundingOptionsArgument, call: Call): FundedTransaction {
  if (transaction.outputs.length === 0) throw new RpcError(RpcCode.invalidParameter, 'TX must have at least one output');
  const request = fundingRequest(options, transaction.outputs.length, call.node.params);
  const wallet = call.wallet();
  return fundTransaction(transaction, request, wallet, call.node);
}

/** The family's value for any position. */
const ANY_POSITION = -1;

function fundingRequest(options: FundingOptionsArgument, outputs: number, params: ChainParams): FundingRequest {
  const { changeAddress, change_type: type, feeRate, replaceable } = options;
  const changePosition = options.changePosition === ANY_POSITION ? undefined : options.changePosition;
  if (changeAddress !== undefined && type !== undefined) {
    throw new RpcError(RpcCode.invalidParameter, 'Cannot specify both changeAddress and address_type options');
  }
  const script = changeAddress === undefined ? undefined : scriptOf(changeAddress, params);
  if (changeAddress !== undefined && script === undefined)
    throw new RpcError(RpcCode.invalidAddressOrKey, 'changeAddress must be a valid address');
  if (changePosition !== undefined && (changePosition < 0 || changePosition > outputs)) {
    throw new RpcError(RpcCode.invalidParameter, 'changePosition out of bounds');
  }
  const fee = feeChoiceFrom({ feeRate, confTarget: options.conf_target, estimateMode: options.estimate_mode });
  return {
    change: { script, type, position: changePosition },
    fee,
    feeBearers: feeBearers(options.subtractFeeFromOutputs ?? [], outputs),
    replaceable,
    includeWatchOnly: options.includeWatching,
    lockUnspents: options.lockUnspents,
  };
}

function feeBearers(positions: readonly number[], outputs: number): Set<number> {
  const bearers = new Set<number>();
  for (const position of positions) {
    if (bearers.has(position)) throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, duplicated position: ${position}`);
    if (position < 0) throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, negative position: ${position}`);
    if (position >= outputs) throw new RpcError(RpcCode.invalidParameter, `Invalid parameter, position too large: ${position}`);
    bearers.add(position);
  }
  return bearers;
}
