import { ExtClientError } from '../ext-client/ext-client-error.ts';
import { DescriptorError } from '../descriptors/descriptor-error.ts';
import { MasternodeError } from '../masternodes/masternode-error.ts';
import { BlockRejectedError } from '../mining/block-rejected-error.ts';
import { GovernanceError } from '../governance/governance-error.ts';
import { NetworkError } from '../network/network-error.ts';
import { TpsTestError } from '../tps-test/tps-test-error.ts';
import { WorkError } from '../turns.ts';
import { AssetError } from '../wallet/assets/asset-error.ts';
import { FundingError } from '../wallet/spend/funding-error.ts';
import { WalletError } from '../wallet/wallet-error.ts';
import { RpcCode, RpcError } from './errors.ts';

/** Error classes that are answers to a caller. Any other error of a handler is an internal error. */
const domainErrors = [
  WalletError,
  FundingError,
  AssetError,
  NetworkError,
  DescriptorError,
  BlockRejectedError,
  TpsTestError,
  ExtClientError,
  MasternodeError,
  GovernanceError,
  WorkError,
] as const;
type DomainReason = InstanceType<(typeof domainErrors)[number]>['reason'];
/** Codes by the reason of an error. */
export type ReasonCodes = Readonly<Record<DomainReason, number>>;

/** The default code of each reason. */
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
  'not-the-owner': RpcCode.wallet,
  'asset-funds': RpcCode.walletInsufficientFunds,
  'asset-refused': RpcCode.verifyRejected,
  'already-added': RpcCode.nodeAlreadyAdded,
  'not-added': RpcCode.nodeNotAdded,
  'not-connected': RpcCode.nodeNotConnected,
  'invalid-subnet': RpcCode.invalidIpOrSubnet,
  'invalid-descriptor': RpcCode.invalidAddressOrKey,
  'block-rejected': RpcCode.verify,
  'invalid-object': RpcCode.invalidParameter,
  'unknown-object': RpcCode.invalidParameter,
  'no-masternode': RpcCode.invalidParameter,
  'fee-not-paid': RpcCode.verify,
  'fee-not-confirmed': RpcCode.verify,
  'vote-refused': RpcCode.verifyRejected,
  'test-disabled': RpcCode.misc,
  'no-ext-client': RpcCode.misc,
  'ext-client-failed': RpcCode.misc,
  'invalid-ext-status': RpcCode.invalidParameter,
  'invalid-ext-header': RpcCode.invalidParameter,
  'conf-invalid': RpcCode.misc,
  'masternode-unknown': RpcCode.invalidParameter,
  'masternode-refused': RpcCode.misc,
  'spork-key-missing': RpcCode.misc,
  'shutting-down': RpcCode.notConnected,
  'state-restored': RpcCode.misc,
};

/**
 * The `RpcError` for a domain error; any other error is returned unchanged.
 * @param own codes of the method that differ from the default
 * @param what prefix of the message
 */
export function refusalOf(error: unknown, own: Partial<ReasonCodes> = {}, what?: string): unknown {
  const known = domainErrors.some((type) => error instanceof type) ? (error as InstanceType<(typeof domainErrors)[number]>) : undefined;
  return known === undefined
    ? error
    : new RpcError(own[known.reason] ?? codes[known.reason], what === undefined ? known.message : `${what}: ${known.message}`);
}

/** Runs an action, and throws its domain errors as `RpcError`, with codes of the method. */
export function mapDomainErrors<T>(own: Partial<ReasonCodes>, action: () => T, what?: string): T {
  try {
    return action();
  } catch (error) {
    throw refusalOf(error, own, what);
  }
}
