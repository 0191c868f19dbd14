import type { Curve } from '../crypto/curve.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { WalletError } from './wallet-error.ts';
import type { SigningProvider } from '../script/signing-provider.ts';
import { SighashCache } from '../script/sighash.ts';
import type { Wallet } from './wallet.ts';
import { signPsbtInput, updatePsbtOutput } from '../psbt/sign-input.ts';
import type { Psbt } from '../psbt/types.ts';

export interface FillOptions {
  readonly sign: boolean;
  readonly sighashType: number;
  readonly curve: Curve;
  /** Whether to add the BIP 32 derivation paths of keys. */
  readonly derivations: boolean;
}

/**
 * Adds what a wallet knows of the inputs and outputs to a PSBT, and signs what it can: nothing while it is locked. Throws
 * `WalletError` (sighash-mismatch) if an input requires another sighash type than the requested one.
 */
export function fillFromWallet(psbt: Psbt, wallet: Wallet, { sign, sighashType, curve, derivations }: FillOptions): Psbt {
  const withKeys = sign && !wallet.keychain.ring.locked;
  const full = wallet.keychain.signing({ withKeys });
  const provider: SigningProvider = {
    publicKey: (keyHash) => full.publicKey(keyHash),
    privateKey: (publicKey) => (withKeys ? full.privateKey(publicKey) : undefined),
    script: (scriptHash) => full.script(scriptHash),
    origin: (publicKey) => (derivations ? full.origin(publicKey) : undefined),
  };
  const cache = new SighashCache(psbt.transaction);
  const known: Psbt = {
    ...psbt,
    inputs: psbt.inputs.map((input, index) => {
      const previous = input.previous ?? previousOf(wallet, psbt.transaction.inputs[index]!);
      if (sign && input.sighashType !== undefined && input.sighashType !== sighashType) {
        throw new WalletError('sighash-mismatch', 'Specified sighash value does not match value stored in PSBT');
      }
      return { ...input, ...(previous && { previous }) };
    }),
  };
  return {
    ...known,
    inputs: known.inputs.map((_, index) => signPsbtInput(known, index, { provider, sighashType, cache, curve })),
    outputs: known.outputs.map((_, index) => updatePsbtOutput(known, index, provider)),
  };
}

function previousOf(wallet: Wallet, { txid, vout }: Outpoint): Transaction | undefined {
  const previous = wallet.ledger.get(txid)?.transaction;
  return previous && vout < previous.outputs.length ? previous : undefined;
}
