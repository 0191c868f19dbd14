import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hash160, joined, sameBytes } from './bytes.ts';
import { legacySighash, witnessSighash } from './sighash.ts';
import { libraryScript, scriptParts } from './script.ts';
import type { RawTransaction, TxOutput } from './transaction.ts';

/** Result of checking the signatures of one input. */
export type InputVerdict =
  | { readonly valid: true; readonly sighashTypes: readonly number[] }
  | {
      readonly valid: false;
      readonly problem: string;
      /** The output type is not checked here; the signature may be valid. */
      readonly unchecked?: true;
    };

const invalid = (problem: string): InputVerdict => ({ valid: false, problem });

/** What a signature covers: the executed script, and the amount where it is included (BIP 143). */
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
      : witnessSighash(transaction, index, { scriptCode, type, amountSat: witnessAmountSat });
  try {
    return secp256k1.verify(signature.slice(0, -1), hash, publicKey, { prehash: false, lowS: false, format: 'der' });
  } catch {
    return false; // not a DER signature, or not a point on the curve
  }
}

/**
 * Checks an input that spends `spent`: P2PK, P2PKH, P2WPKH, multisig, each of them wrapped in P2SH or P2WSH as well.
 * Throws `Malformed` for a truncated script, or one that only resembles a known type.
 */
export function verifyInput(transaction: RawTransaction, index: number, spent: TxOutput): InputVerdict {
  const input = transaction.inputs[index];
  if (!input) return invalid(`the transaction has no input ${index}`);
  const pushes = scriptParts(input.scriptSig).map(
    ({ opcode, push }) => push ?? (opcode === 0 ? new Uint8Array() : Uint8Array.of(opcode - 0x50)),
  );
  const decoded = libraryScript(spent.script);
  if (decoded?.type === 'sh') {
    const redeemScript = pushes.pop();
    if (!redeemScript) return invalid('the input has no redeem script');
    if (!sameBytes(hash160(redeemScript), decoded.hash)) return invalid('the redeem script does not match the hash in the output');
    const inner = libraryScript(redeemScript)?.type;
    if (inner !== 'wpkh' && inner !== 'wsh') return bySignatures(redeemScript, pushes, { transaction, index, scriptCode: redeemScript });
    if (pushes.length > 0) return invalid('the input has a witness, and its scriptSig contains more than the redeem script');
    return byWitness(redeemScript, transaction, index, spent.valueSat);
  }
  if (decoded?.type === 'wpkh' || decoded?.type === 'wsh') {
    if (pushes.length > 0) return invalid('the input has a witness, but its scriptSig is not empty');
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
  if (!sameBytes(sha256(witnessScript), hash)) return invalid('the witness script does not match the hash in the output');
  return bySignatures(witnessScript, stack, { transaction, index, scriptCode: witnessScript, witnessAmountSat });
}

function bySignatures(script: Uint8Array, stack: readonly Uint8Array[], signed: Signed): InputVerdict {
  const decoded = libraryScript(script);
  if (decoded?.type === 'pkh') {
    const [signature, publicKey, ...more] = stack;
    if (!signature || !publicKey || more.length > 0) return invalid(`expected a signature and a public key, got ${stack.length} elements`);
    if (!sameBytes(hash160(publicKey), decoded.hash)) return invalid('the public key does not match the hash in the output');
    return byKeys(1, [publicKey], [signature], signed);
  }
  if (decoded?.type === 'pk') return byKeys(1, [decoded.pubkey], stack, signed);
  if (decoded?.type === 'ms') {
    const [dummy, ...signatures] = stack;
    if (dummy?.length !== 0) return invalid('the element before the signatures is not empty (BIP 147)');
    return byKeys(decoded.m, decoded.pubkeys, signatures, signed);
  }
  return { valid: false, problem: 'signatures for this output type are not checked', unchecked: true };
}

/** Each signature must be by one of the keys, in the order of the keys. */
function byKeys(required: number, publicKeys: readonly Uint8Array[], signatures: readonly Uint8Array[], signed: Signed): InputVerdict {
  if (signatures.length !== required) return invalid(`expected ${required} signatures, got ${signatures.length}`);
  let next = 0;
  for (const [at, signature] of signatures.entries()) {
    while (next < publicKeys.length && !isSignature(signature, publicKeys[next] as Uint8Array, signed)) next += 1;
    if (next === publicKeys.length) return invalid(`signature ${at} matches none of the keys for this transaction`);
    next += 1;
  }
  return { valid: true, sighashTypes: signatures.map((signature) => signature.at(-1) as number) };
}
