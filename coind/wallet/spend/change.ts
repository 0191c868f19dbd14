import { dustThresholdSat } from '../../mempool/policy.ts';
import type { TxOutput } from '../../primitives/types.ts';
import { witnessProgram } from '../../script/script.ts';
import { p2pkh, p2sh, p2wpkh } from '../../script/standard.ts';
import type { AddressType } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import { outputSize } from './input-weight.ts';
import type { SpendDeps } from './spend-deps.ts';

/** Requested properties of the change output. */
export interface ChangeChoice {
  /** Default: a new address of the wallet. */
  readonly script?: Buffer | undefined;
  /** Type of a new address. Default: see `-changetype`. */
  readonly type?: AddressType | undefined;
  /** Index among the outputs. Default: random. */
  readonly position?: number | undefined;
}

/** A possible change output. */
export interface Change {
  /** Size of the output, bytes. */
  readonly size: number;
  /** Size of an input that spends it, virtual bytes. */
  readonly spendingVsize: number;
  /** Smaller change is added to the fee. */
  readonly dustSat: bigint;
  /** Reserves a key of the keypool; returns the script. Throws `WalletError` as `Wallet.reserveChange` does. */
  take(): Buffer;
  keep(): void;
  release(): void;
}

const anyHash = Buffer.alloc(20);
/** Scripts of the right size for each address type, so that no key is reserved before it is needed. */
const prototypes: { readonly [Type in AddressType]: Buffer } = {
  legacy: p2pkh(anyHash),
  'p2sh-segwit': p2sh(anyHash),
  bech32: p2wpkh(anyHash),
};
const SPENDING_VSIZE: { readonly [Type in AddressType]: number } = { legacy: 148, 'p2sh-segwit': 91, bech32: 68 };

export function changeFor(
  { script, type }: ChangeChoice,
  payments: readonly TxOutput[],
  wallet: Wallet,
  options: SpendDeps['options'],
): Change {
  if (script) {
    const spendingVsize = witnessProgram(script) ? SPENDING_VSIZE.bech32 : SPENDING_VSIZE.legacy;
    return {
      size: outputSize(script),
      spendingVsize,
      dustSat: dustThresholdSat(script),
      take: () => script,
      keep: () => undefined,
      release: () => undefined,
    };
  }
  const changeType = type ?? changeTypeFor(payments, options);
  const prototype = prototypes[changeType];
  let reserved: ReturnType<Wallet['reserveChange']> | undefined;
  return {
    size: outputSize(prototype),
    spendingVsize: SPENDING_VSIZE[changeType],
    dustSat: dustThresholdSat(prototype),
    take: () => (reserved ??= wallet.reserveChange(changeType)).script,
    keep: () => reserved?.keep(),
    release: () => reserved?.release(),
  };
}

/** The type of the payments, so that the change is hard to identify, unless -changetype is set. */
function changeTypeFor(payments: readonly TxOutput[], { wallet: { addressType, changeType } }: SpendDeps['options']): AddressType {
  if (changeType !== undefined) return changeType;
  if (addressType === 'legacy') return 'legacy';
  return payments.some(({ scriptPubKey }) => witnessProgram(scriptPubKey)) ? 'bech32' : addressType;
}
