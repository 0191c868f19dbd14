import type { Methods } from '../../../../specs/model/generated/methods.d.ts';
import { feeRateOf } from '../../../mempool/fee-rate.ts';
import { analyzeInput, PSBT_ROLES, psbtFault, type InputAnalysis, type MissingParts } from '../../../psbt/analyze-psbt.ts';
import { signatureDataOf } from '../../../psbt/sign-input.ts';
import { isFinal, spentOutput, type Psbt } from '../../../psbt/types.ts';
import { noProvider } from '../../../script/memory-provider.ts';
import {
  outputSize,
  signedSize,
  sizeOfUnlocking,
  transactionWeight,
  vsizeOf,
  type SignedSize,
} from '../../../wallet/spend/input-weight.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { psbtFrom } from '../../shapes/psbts.ts';

type Analysis = Methods['analyzepsbt']['result'];

/** Analysis of PSBTs, beyond the documents. */
export const psbtAnalysisHandlers: Handlers<'analyzepsbt'> = {
  analyzepsbt({ psbt: base64 }, { node: { curve } }) {
    const psbt = psbtFrom(base64, curve);
    const error = psbtFault(psbt);
    if (error !== undefined) return { next: 'creator', error };
    const inputs = psbt.inputs.map((_, index) => analyzeInput(psbt, index));
    const nextRole = Math.min(...inputs.map(({ next }) => PSBT_ROLES.indexOf(next)), PSBT_ROLES.indexOf('extractor'));
    return { ...(inputs.length > 0 && { inputs: inputs.map(inputJson) }), ...costs(psbt), next: PSBT_ROLES[nextRole]! };
  },
};

function inputJson({ hasOutput, isFinal: final, next, missing }: InputAnalysis): NonNullable<Analysis['inputs']>[number] {
  const parts = missingJson(missing);
  return { has_utxo: hasOutput, is_final: final, next, ...(Object.keys(parts).length > 0 && { missing: parts }) };
}

function missingJson({ publicKeys, signatures, redeemScript, witnessScript }: MissingParts) {
  const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));
  return {
    ...(publicKeys.length > 0 && { pubkeys: hex(publicKeys) }),
    ...(redeemScript && { redeemscript: redeemScript.toString('hex') }),
    ...(witnessScript && { witnessscript: witnessScript.toString('hex') }),
    ...(signatures.length > 0 && { signatures: hex(signatures) }),
  };
}

/** Fee, size and fee rate, as far as the PSBT has the data. */
function costs(psbt: Psbt): Pick<Analysis, 'estimated_vsize' | 'estimated_feerate' | 'fee'> {
  const spent = psbt.inputs.map((_, index) => spentOutput(psbt, index));
  let feeSat = 0n;
  for (const output of spent) {
    if (output === undefined) return {};
    feeSat += output.valueSat;
  }
  for (const { valueSat } of psbt.transaction.outputs) feeSat -= valueSat;
  const fee = new Amount(feeSat);
  const sizes: SignedSize[] = [];
  for (const [index, input] of psbt.inputs.entries()) {
    const size = isFinal(input)
      ? sizeOfUnlocking({ scriptSig: input.finalScriptSig ?? Buffer.alloc(0), witness: input.finalWitness ?? [] })
      : signedSize(spent[index]!.scriptPubKey, noProvider, false, signatureDataOf(input));
    if (size === undefined) return { fee };
    sizes.push(size);
  }
  const vsize = vsizeOf(
    transactionWeight(
      sizes,
      psbt.transaction.outputs.map(({ scriptPubKey }) => outputSize(scriptPubKey)),
    ),
  );
  return { estimated_vsize: vsize, estimated_feerate: new Amount(feeRateOf(feeSat, vsize)), fee };
}
