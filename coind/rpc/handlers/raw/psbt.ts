import type {
  DecodedPsbt,
  KeyOrigin as KeyOriginJson,
  PsbtInput as PsbtInputJson,
  PsbtOutput as PsbtOutputJson,
} from '../../../../specs/model/generated/methods.d.ts';
import { coinMintedBy } from '../../../assets/data-output.ts';
import type { ChainParams } from '../../../params.ts';
import { formatPath } from '../../../crypto/hd.ts';
import { moneyInRange } from '../../../primitives/amount.ts';
import { makeTransaction } from '../../../primitives/transaction.ts';
import type { TxOutput } from '../../../primitives/types.ts';
import { combinePsbts } from '../../../psbt/combine-psbts.ts';
import { extractTransaction, finalizePsbt, isComplete } from '../../../psbt/finalize-psbt.ts';
import { createPsbt, spentOutput, type Psbt, type PsbtInput, type PsbtOutput, type UnknownEntries } from '../../../psbt/types.ts';
import { encodePsbt } from '../../../psbt/write-psbt.ts';
import { addressOf } from '../../../script/addresses.ts';
import { sighashTypeName } from '../../../script/sighash-types.ts';
import type { KeyOrigin } from '../../../script/signature-data.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';
import { Amount } from '../../json/json-text.ts';
import { psbtFrom } from '../../shapes/psbts.ts';
import { formsOf, newTransaction, transactionFrom } from '../../shapes/transactions.ts';
import { scriptText, txJson, typedScript } from '../../json/tx-json.ts';

/** Partially signed transactions (document 2, Raw transactions, scripts and PSBTs; BIP 174). */
export const psbtHandlers: Handlers<'createpsbt' | 'converttopsbt' | 'decodepsbt' | 'combinepsbt' | 'finalizepsbt'> = {
  createpsbt: (args, { node: { params } }) => encodePsbt(createPsbt(makeTransaction(newTransaction(args, params)))),

  converttopsbt({ hexstring, permitsigdata, iswitness }) {
    // Document 2: `iswitness` has no effect without `permitsigdata`.
    const { version, inputs, outputs, locktime } = transactionFrom(hexstring, formsOf(permitsigdata ? iswitness : undefined));
    if (!permitsigdata && inputs.some(({ scriptSig, witness }) => scriptSig.length + witness.length > 0)) {
      throw new RpcError(RpcCode.deserialization, 'Inputs must not have scriptSigs and scriptWitnesses');
    }
    const bare = inputs.map((input) => ({ ...input, scriptSig: Buffer.alloc(0), witness: [] }));
    return encodePsbt(createPsbt(makeTransaction({ version, inputs: bare, outputs, locktime })));
  },

  decodepsbt: ({ psbt }, { node: { params, curve } }) => decodedJson(psbtFrom(psbt, curve), params),

  combinepsbt({ txs }, { node: { curve } }) {
    const [first, ...others] = txs.map((base64) => psbtFrom(base64, curve));
    if (first === undefined) throw new RpcError(RpcCode.invalidParameter, "Parameter 'txs' cannot be empty");
    const combined = combinePsbts(first, others);
    if (combined === undefined) throw new RpcError(RpcCode.invalidParameter, 'PSBTs not compatible (different transactions)');
    return encodePsbt(combined);
  },

  finalizepsbt({ psbt, extract }, { node: { curve } }) {
    const finalized = finalizePsbt(psbtFrom(psbt, curve), curve);
    const transaction = extract ? extractTransaction(finalized) : undefined;
    if (transaction) return { hex: transaction.bytes.toString('hex'), complete: true };
    return { psbt: encodePsbt(finalized), complete: isComplete(finalized) };
  },
};

function decodedJson(psbt: Psbt, params: ChainParams): DecodedPsbt {
  const feeSat = feeOf(psbt);
  return {
    tx: txJson(psbt.transaction, params),
    unknown: unknownJson(psbt.unknown),
    inputs: psbt.inputs.map((input) => inputJson(input, params)),
    outputs: psbt.outputs.map(outputJson),
    ...(feeSat !== undefined && { fee: new Amount(feeSat) }),
  };
}

/** The fee; undefined if the PSBT lacks a spent output or has an impossible amount. */
function feeOf(psbt: Psbt): bigint | undefined {
  const spent = psbt.inputs.map((_, index) => spentOutput(psbt, index));
  if (!spent.every((output) => output !== undefined && moneyInRange(output.valueSat))) return undefined;
  const total = (outputs: readonly (TxOutput | undefined)[]): bigint => outputs.reduce((sum, output) => sum + (output?.valueSat ?? 0n), 0n);
  const feeSat = total(spent) + coinMintedBy(psbt.transaction) - total(psbt.transaction.outputs);
  return moneyInRange(feeSat) ? feeSat : undefined;
}

function inputJson(input: PsbtInput, params: ChainParams): PsbtInputJson {
  const { previous, witnessOutput, partialSignatures, sighashType, derivations, finalScriptSig, finalWitness } = input;
  return {
    ...(previous && { non_witness_utxo: txJson(previous, params) }),
    ...(witnessOutput && { witness_utxo: witnessOutputJson(witnessOutput, params) }),
    ...(partialSignatures.size > 0 && {
      partial_signatures: Object.fromEntries([...partialSignatures].map(([key, signature]) => [key, signature.toString('hex')])),
    }),
    ...(sighashType !== undefined && { sighash: sighashTypeName(sighashType) ?? '' }),
    ...scriptsJson(input),
    ...(derivations.size > 0 && { bip32_derivs: Object.fromEntries([...derivations].map(([key, origin]) => [key, originJson(origin)])) }),
    ...(finalScriptSig && { final_scriptsig: scriptText(finalScriptSig, { sighash: true }) }),
    ...(finalWitness && { final_scriptwitness: finalWitness.map((item) => item.toString('hex')) }),
    ...(input.unknown.size > 0 && { unknown: unknownJson(input.unknown) }),
  };
}

function outputJson(output: PsbtOutput): PsbtOutputJson {
  const { derivations, unknown } = output;
  return {
    ...scriptsJson(output),
    ...(derivations.size > 0 && { bip32_derivs: [...derivations].map(([pubkey, origin]) => ({ pubkey, ...originJson(origin) })) }),
    ...(unknown.size > 0 && { unknown: unknownJson(unknown) }),
  };
}

function scriptsJson({
  redeemScript,
  witnessScript,
}: Pick<PsbtOutput, 'redeemScript' | 'witnessScript'>): Pick<PsbtOutputJson, 'redeem_script' | 'witness_script'> {
  return {
    ...(redeemScript && { redeem_script: typedScript(redeemScript) }),
    ...(witnessScript && { witness_script: typedScript(witnessScript) }),
  };
}

function witnessOutputJson({ valueSat, scriptPubKey }: TxOutput, params: ChainParams): NonNullable<PsbtInputJson['witness_utxo']> {
  const script = typedScript(scriptPubKey);
  const address = script.type === 'pubkey' ? undefined : addressOf(scriptPubKey, params);
  return { amount: new Amount(valueSat), scriptPubKey: { ...script, ...(address !== undefined && { address }) } };
}

function originJson({ fingerprint, path }: KeyOrigin): KeyOriginJson {
  return { master_fingerprint: fingerprint.toString('hex'), path: formatPath(path) };
}

const unknownJson = (unknown: UnknownEntries): { readonly [key: string]: string } => Object.fromEntries(unknown);
