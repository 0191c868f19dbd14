import { boundedMessage } from './message-bounds.ts';

/** Error codes of the node family, which the documents leave open. */
export const RpcCode = {
  misc: -1,
  type: -3,
  wallet: -4,
  invalidAddressOrKey: -5,
  walletInsufficientFunds: -6,
  outOfMemory: -7,
  invalidParameter: -8,
  notConnected: -9,
  inInitialDownload: -10,
  walletInvalidLabel: -11,
  walletKeypoolRanOut: -12,
  walletUnlockNeeded: -13,
  walletPassphraseIncorrect: -14,
  walletWrongEncryptionState: -15,
  walletEncryptionFailed: -16,
  walletAlreadyUnlocked: -17,
  walletNotFound: -18,
  walletNotSpecified: -19,
  database: -20,
  deserialization: -22,
  nodeAlreadyAdded: -23,
  nodeNotAdded: -24,
  verify: -25,
  verifyRejected: -26,
  verifyAlreadyInChain: -27,
  inWarmup: -28,
  nodeNotConnected: -29,
  invalidIpOrSubnet: -30,
  p2pDisabled: -31,
  methodDeprecated: -32,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  internal: -32_603,
  parse: -32_700,
} as const;

/** An error answer of a method. Long values in its message are cut. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  /** One of `RpcCode`. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(boundedMessage(message));
    this.code = code;
  }
}
