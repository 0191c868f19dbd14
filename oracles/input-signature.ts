import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hash160, joined, sameBytes } from './bytes.ts';
import { legacySighash, witnessSighash } from './sighash.ts';
import { libraryScript, scriptParts } from './script.ts';
import type { RawTransaction, TxOutput } from './transaction.ts';

/** What came of checking the signatures of one input. */
export type InputVerdict =
  | { readonly valid: true; readonly sighashTypes: readonly number[] }
  | {
      readonly valid: false;
      readonly problem: string;
      /** It may well be valid, but is of a type that is not checked here. */
      readonly unchecked?: true;
    };

const invalid = (problem: string): InputVerdict => ({ valid: false, problem });

/** Signs for what: the script that is executed, and the amount where the signature covers it (BIP 143). */
export interface Signed {
  readonly transaction: RawTransaction;
  readonly index: number;
  readonly scriptCode: Uint8Array;
  readonly witnessAmountSat?: bigint;
}

/** Whether an ECDSA signature with its type byte is one by this key for this input. */
export function isSignature(
  signature: Uint8Array,
  publicKey: Uint8Array,
  { transaction, index, scriptCode, witnessAmountSat }: Signed,
): boolean {
  const type = signature.at(-1);
  if (type === undefined) return false;
  const hash =
    witnessAmountSat === undefined
      ? legacySighash(transaction, index, scriptCode, type)
      : witnessSighash(transaction, index, scriptCode, type, witnessAmountSat);
  try {
    return secp256k1.verify(signature.slice(0, -1), hash, publicKey, { prehash: false, lowS: false, format: 'der' });
  } catch {
    return false; // no signature in DER, or no point on the curve
  }
}

/**
 * Checks an input that spends `spent`: P2PK, P2PKH, P2WPKH, multisig, each of them wrapped in P2SH or P2WSH as well.
 * Throws `Malformed` when a script breaks off or only looks like one of these.
 */
export function verifyInput(transaction: RawTransaction, index: number, spent: TxOutput): InputVerdict {
  const input = transaction.inputs[index];
  if (!input) return invalid(`there is no input ${index}`);
  const pushes = scriptParts(input.scriptSig).map(
    ({ opcode, push }) => push ?? (opcode === 0 ? new Uint8Array() : Uint8Array.of(opcode - 0x50)),
  );
  const decoded = libraryScript(spent.script);
  if (decoded?.type === 'sh') {
    const redeemScript = pushes.pop();
    if (!redeemScript) return invalid('the input gives no redeem script');
    if (!sameBytes(hash160(redeemScript), decoded.hash)) return invalid('the redeem script is not the one that the output names');
    const inner = libraryScript(redeemScript)?.type;
    if (inner !== 'wpkh' && inner !== 'wsh') return bySignatures(redeemScript, pushes, { transaction, index, scriptCode: redeemScript });
    if (pushes.length > 0) return invalid('the input has more than the redeem script beside its witness');
    return byWitness(redeemScript, transaction, index, spent.valueSat);
  }
  if (decoded?.type === 'wpkh' || decoded?.type === 'wsh') {
    if (pushes.length > 0) return invalid('the input has a scriptSig beside its witness');
    return byWitness(spent.script, transaction, index, spent.valueSat);
  }
  return bySignatures(spent.script, pushes, { transaction, index, scriptCode: spent.script });
}

function byWitness(program: Uint8Array, transaction: RawTransaction, index: number, witnessAmountSat: bigint): InputVerdict {
  const stack = [...(transaction.inputs[index]?.witness ?? [])];
  if (stack.length === 0) return invalid('the input has no witness');
  const hash = program.slice(2);
  if (hash.length === 20) {
    const script = joined([0x76, 0xa9, 0x14], hash, [0x88, 0xac]);
    return bySignatures(script, stack, { transaction, index, scriptCode: script, witnessAmountSat });
  }
  const witnessScript = stack.pop() as Uint8Array;
  if (!sameBytes(sha256(witnessScript), hash)) return invalid('the witness script is not the one that the output names');
  return bySignatures(witnessScript, stack, { transaction, index, scriptCode: witnessScript, witnessAmountSat });
}

function bySignatures(script: Uint8Array, stack: readonly Uint8Array[], signed: Signed): InputVerdict {
  const decoded = libraryScript(script);
  if (decoded?.type === 'pkh') {
    const [signature, publicKey, ...more] = stack;
    if (!signature || !publicKey || more.length > 0)
      return invalid(`${stack.length} elements unlock it, expected a signature and a public key`);
    if (!sameBytes(hash160(publicKey), decoded.hash)) return invalid('the public key is not the one that the output names');
    return byKeys(1, [publicKey], [signature], signed);
  }
  if (decoded?.type === 'pk') return byKeys(1, [decoded.pubkey], stack, signed);
  if (decoded?.type === 'ms') {
    const [dummy, ...signatures] = stack;
    if (dummy?.length !== 0) return invalid('the element before the signatures is not empty (BIP 147)');
    return byKeys(decoded.m, decoded.pubkeys, signatures, signed);
  }
  return { valid: false, problem: 'the output is of a type that is not checked', unchecked: true };
}

/** Each signature in turn is by one of the keys, in the order of the keys. */
function byKeys(required: number, publicKeys: readonly Uint8Array[], signatures: readonly Uint8Array[], signed: Signed): InputVerdict {
  if (signatures.length !== required) return invalid(`${signatures.length} signatures, expected ${required}`);
  let next = 0;
  for (const [at, signature] of signatures.entries()) {
    while (next < publicKeys.length && !isSignature(signature, publicKeys[next] as Uint8Array, signed)) next += 1;
    if (next === publicKeys.length) return invalid(`signature ${at} is by none of the keys for this transaction`);
    next += 1;
  }
  return { valid: true, sighashTypes: signatures.map((signature) => signature.at(-1) as number) };
}
