import { hash160 } from '../primitives/hash.ts';
import { moneyInRange } from '../primitives/amount.ts';
import { noProvider } from '../script/memory-provider.ts';
import { solve } from '../script/standard.ts';
import { unlock } from '../script/unlocking.ts';
import { signatureDataOf } from './sign-input.ts';
import { isFinal, spentOutput, type Psbt } from './types.ts';

/** The roles of BIP 174 that can be next, in order; `creator`: the PSBT must be created again. */
export const PSBT_ROLES = ['creator', 'updater', 'signer', 'finalizer', 'extractor'] as const;
export type PsbtRole = (typeof PSBT_ROLES)[number];

/** Data that an input lacks. */
export interface MissingParts {
  /** HASH160 of public keys. */
  readonly publicKeys: readonly Buffer[];
  /** HASH160 of the public keys whose signatures are missing. */
  readonly signatures: readonly Buffer[];
  /** HASH160. */
  readonly redeemScript?: Buffer;
  /** SHA256. */
  readonly witnessScript?: Buffer;
}

export interface InputAnalysis {
  readonly hasOutput: boolean;
  readonly isFinal: boolean;
  readonly next: PsbtRole;
  readonly missing: MissingParts;
}

const nothing: MissingParts = { publicKeys: [], signatures: [] };

/** The missing data of an input of a PSBT, and the next role for it. */
export function analyzeInput(psbt: Psbt, index: number): InputAnalysis {
  const input = psbt.inputs[index]!;
  const output = spentOutput(psbt, index);
  if (output === undefined) return { hasOutput: false, isFinal: false, next: 'updater', missing: nothing };
  if (isFinal(input)) return { hasOutput: true, isFinal: true, next: 'extractor', missing: nothing };
  const { missing, whole } = missingParts(psbt, index, output.scriptPubKey);
  if (whole) return { hasOutput: true, isFinal: false, next: 'finalizer', missing: nothing };
  const lacksSignaturesOnly =
    missing.signatures.length > 0 && missing.publicKeys.length === 0 && !missing.redeemScript && !missing.witnessScript;
  return { hasOutput: true, isFinal: false, next: lacksSignaturesOnly ? 'signer' : 'updater', missing };
}

/** Tries to unlock the output with the data of the PSBT, and records which data is missing. */
function missingParts(psbt: Psbt, index: number, scriptPubKey: Buffer): { readonly missing: MissingParts; readonly whole: boolean } {
  const publicKeys: Buffer[] = [];
  const signatures: Buffer[] = [];
  const data = signatureDataOf(psbt.inputs[index]!);
  const { whole } = unlock(scriptPubKey, {
    data,
    provider: {
      ...noProvider,
      publicKey: (keyHash) => {
        publicKeys.push(keyHash);
        return undefined;
      },
    },
    makeSignature: (publicKey) => {
      signatures.push(hash160(publicKey));
      return undefined;
    },
  });
  const outer = solve(scriptPubKey);
  const lacksRedeemScript = outer.type === 'scripthash' && data.redeemScript === undefined;
  const inner = outer.type === 'scripthash' && data.redeemScript ? solve(data.redeemScript) : outer;
  const lacksWitnessScript = inner.type === 'witness_v0_scripthash' && data.witnessScript === undefined;
  const missing: MissingParts = {
    publicKeys,
    signatures,
    ...(lacksRedeemScript && { redeemScript: outer.data[0]! }),
    ...(lacksWitnessScript && { witnessScript: inner.data[0]! }),
  };
  return { missing, whole };
}

/** Why a PSBT is unusable, in the family's words; undefined if it is usable. */
export function psbtFault(psbt: Psbt): string | undefined {
  for (const [index, { previous }] of psbt.inputs.entries()) {
    const spends = psbt.transaction.inputs[index]!;
    if (previous !== undefined && (previous.txid !== spends.txid || spends.vout >= previous.outputs.length)) {
      return `PSBT is not valid. Input ${index} specifies invalid prevout`;
    }
    const output = spentOutput(psbt, index);
    if (output === undefined) continue;
    if (!moneyInRange(output.valueSat)) return `PSBT is not valid. Input ${index} has invalid value`;
    if (solve(output.scriptPubKey).type === 'nulldata') return `PSBT is not valid. Input ${index} spends unspendable output`;
  }
  const paid = psbt.transaction.outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  return moneyInRange(paid) ? undefined : 'PSBT is not valid. Output amount invalid';
}
