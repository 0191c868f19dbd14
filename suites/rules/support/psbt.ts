import type { Trial } from '../../../engine/trial.ts';
import { parsePsbt, type Psbt, type PsbtInput } from '../../../oracles/psbt.ts';
import { decoded } from '../../support/decoded.ts';

/** A parsed PSBT of the node. */
export function readPsbt(t: Trial, psbt: string): Psbt {
  return decoded(t, 'the PSBT', () => parsePsbt(psbt));
}

/** Whether the input has a signature. */
export function isSigned({ finalScriptSig, finalWitness, partialSignatures }: PsbtInput): boolean {
  return finalScriptSig !== undefined || finalWitness !== undefined || partialSignatures.size > 0;
}
