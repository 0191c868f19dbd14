import { DescriptorError } from '../descriptors/descriptor-error.ts';
import { BlockRejectedError } from '../mining/block-rejected-error.ts';
import { NetworkError } from '../network/network-error.ts';
import { WorkError } from '../turns.ts';
import { FundingError } from '../wallet/spend/funding-error.ts';
import { WalletError } from '../wallet/wallet-error.ts';
import { RpcCode, RpcError } from './errors.ts';

/** Classes whose errors are answers to a caller. What else a handler throws is a fault of the node. */
const domainErrors = [WalletError, FundingError, NetworkError, DescriptorError, BlockRejectedError, WorkError] as const;
type DomainReason = InstanceType<(typeof domainErrors)[number]>['reason'];
/** Codes by the reason of an error. */
export type ReasonCodes = Readonly<Record<DomainReason, number>>;

/** The code of each reason, where a method has none of its own for it. */
const codes: ReasonCodes = {
  refused: RpcCode.wallet,
  locked: RpcCode.walletUnlockNeeded,
  'wrong-passphrase': RpcCode.walletPassphraseIncorrect,
  'wrong-encryption-state': RpcCode.walletWrongEncryptionState,
  'encryption-failed': RpcCode.walletEncryptionFailed,
  'keypool-ran-out': RpcCode.walletKeypoolRanOut,
  'wallet-not-found': RpcCode.walletNotFound,
  'invalid-address': RpcCode.type,
  'invalid-key-or-transaction': RpcCode.invalidAddressOrKey,
  'invalid-request': RpcCode.invalidParameter,
  'sighash-mismatch': RpcCode.deserialization,
  'cannot-fund': RpcCode.wallet,
  'already-added': RpcCode.nodeAlreadyAdded,
  'not-added': RpcCode.nodeNotAdded,
  'not-connected': RpcCode.nodeNotConnected,
  'invalid-subnet': RpcCode.invalidIpOrSubnet,
  'invalid-descriptor': RpcCode.invalidAddressOrKey,
  'block-rejected': RpcCode.verify,
  'shutting-down': RpcCode.notConnected,
  'state-restored': RpcCode.misc,
};

/**
 * What a caller is answered for an error of the rooms below. Anything else comes back as it is.
 * @param own codes of a method for reasons that have another one elsewhere
 * @param what goes before the message
 */
export function refusalOf(error: unknown, own: Partial<ReasonCodes> = {}, what?: string): unknown {
  const known = domainErrors.some((type) => error instanceof type) ? (error as InstanceType<(typeof domainErrors)[number]>) : undefined;
  return known === undefined
    ? error
    : new RpcError(own[known.reason] ?? codes[known.reason], what === undefined ? known.message : `${what}: ${known.message}`);
}

/** Does what may be refused for a reason that has a code of the method's own. */
export function orRefuse<T>(own: Partial<ReasonCodes>, action: () => T, what?: string): T {
  try {
    return action();
  } catch (error) {
    throw refusalOf(error, own, what);
  }
}
