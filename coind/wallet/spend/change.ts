import { dustThresholdSat } from '../../mempool/policy.ts';
import type { TxOutput } from '../../primitives/types.ts';
import { witnessProgram } from '../../script/script.ts';
import { p2pkh, p2sh, p2wpkh } from '../../script/standard.ts';
import type { AddressType } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import { outputSize } from './input-weight.ts';
import type { SpendDeps } from './spend-deps.ts';

/** Where the change is to go. */
export interface ChangeChoice {
  /** Default: a new one of the wallet. */
  readonly script?: Buffer | undefined;
  /** Of a new address. Default: see `-changetype`. */
  readonly type?: AddressType | undefined;
  /** Among the outputs. Default: any. */
  readonly position?: number | undefined;
}

/** Change that may be made. */
export interface Change {
  /** Bytes of its output. */
  readonly size: number;
  /** Virtual bytes of an input that spends it. */
  readonly spendingVsize: number;
  /** Less than this is not worth an output. */
  readonly dustSat: bigint;
  /** Its script; a key of the pool is put aside for it. Throws `WalletError` as `Wallet.reserveChange` does. */
  take(): Buffer;
  keep(): void;
  giveBack(): void;
}

const anyHash = Buffer.alloc(20);
/** Scripts of the size that a new address of the type has, so that no key is taken before it is needed. */
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
      giveBack: () => undefined,
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
    giveBack: () => reserved?.giveBack(),
  };
}

/** Change looks like what is paid, so as not to stand out, unless the node was told a type. */
function changeTypeFor(payments: readonly TxOutput[], { wallet: { addressType, changeType } }: SpendDeps['options']): AddressType {
  if (changeType !== undefined) return changeType;
  if (addressType === 'legacy') return 'legacy';
  return payments.some(({ scriptPubKey }) => witnessProgram(scriptPubKey)) ? 'bech32' : addressType;
}
