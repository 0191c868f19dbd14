import type {
  DecodedTransaction,
  ScriptPubKey,
  ScriptText,
  TransactionInput,
  TransactionOutput,
  TypedScript,
} from '../../../specs/model/generated/methods.d.ts';
import type { ChainParams } from '../../params.ts';
import type { Transaction, TxInput, TxOutput } from '../../primitives/types.ts';
import { addressesOf } from '../../script/addresses.ts';
import { toAsm } from '../../script/script.ts';
import { solve } from '../../script/standard.ts';
import { Amount } from './json-text.ts';

/** @param sighash signatures are printed with the name of their sighash type, as in a scriptSig */
export function scriptText(script: Buffer, options: { readonly sighash?: boolean } = {}): ScriptText {
  return { asm: toAsm(script, options), hex: script.toString('hex') };
}

/** A redeem or witness script with its type. */
export function typedScript(script: Buffer): TypedScript {
  return { ...scriptText(script), type: solve(script).type };
}

/**
 * The script of an output. It has `reqSigs` and `addresses` if it pays to an address; a bare public key has no address in
 * this family.
 */
export function scriptJson(script: Buffer, params: ChainParams): ScriptPubKey {
  const { type, required } = solve(script);
  const addresses = type === 'pubkey' ? [] : addressesOf(script, params);
  const text = scriptText(script);
  if (addresses.length === 0) return { ...text, type };
  return { ...text, reqSigs: required, type, addresses };
}

function inputJson({ txid, vout, scriptSig, sequence, witness }: TxInput, isCoinbase: boolean): TransactionInput {
  const txinwitness = witness.length > 0 && { txinwitness: witness.map((item) => item.toString('hex')) };
  if (isCoinbase) {
    // The documents leave open the name of this field; it is the family's.
    const data = { coinbase: scriptSig.toString('hex') };
    return { ...data, ...txinwitness, sequence };
  }
  return { txid, vout, scriptSig: scriptText(scriptSig, { sighash: true }), ...txinwitness, sequence };
}

function outputJson({ valueSat, scriptPubKey }: TxOutput, n: number, params: ChainParams): TransactionOutput {
  return { value: new Amount(valueSat), n, scriptPubKey: scriptJson(scriptPubKey, params) };
}

/** A transaction without its block, as `decoderawtransaction` returns it. */
export function txJson(transaction: Transaction, params: ChainParams): DecodedTransaction {
  const { txid, wtxid, size, vsize, weight, version, locktime, inputs, outputs, isCoinbase } = transaction;
  return {
    txid,
    hash: wtxid,
    size,
    vsize,
    weight,
    version,
    locktime,
    vin: inputs.map((input) => inputJson(input, isCoinbase)),
    vout: outputs.map((output, n) => outputJson(output, n, params)),
  };
}
