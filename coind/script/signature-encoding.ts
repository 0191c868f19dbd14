import { hasLowS, parseLaxDer } from '../crypto/der.ts';
import { flag } from './flags.ts';
import type { ScriptError } from './script-error.ts';
import { sighashTypeName } from './sighash-types.ts';

/** Whether a signature is strict DER (BIP 66) followed by the sighash type. */
export function isStrictDer(signature: Uint8Array): boolean {
  const { length } = signature;
  if (length < 9 || length > 73 || signature[0] !== 0x30 || signature[1] !== length - 3) return false;
  const rLength = signature[3]!;
  const sLength = signature[5 + rLength] ?? NaN; // beyond the end no length fits
  return rLength + sLength + 7 === length && isStrictInteger(signature, 2, rLength) && isStrictInteger(signature, 4 + rLength, sLength);
}

/** An integer at an offset: tag, length and value, neither empty, negative nor padded. */
function isStrictInteger(bytes: Uint8Array, offset: number, length: number): boolean {
  if (bytes[offset] !== 0x02 || length === 0 || (bytes[offset + 2]! & 0x80) !== 0) return false;
  return length === 1 || bytes[offset + 2] !== 0 || (bytes[offset + 3]! & 0x80) !== 0;
}

/** Checks the encoding of a signature with its sighash type. An empty one is valid here, and fails later. */
export function signatureFault(signature: Buffer, flags: number): ScriptError | undefined {
  if (signature.length === 0) return undefined;
  if ((flags & (flag.DERSIG | flag.LOW_S | flag.STRICTENC)) !== 0 && !isStrictDer(signature)) return 'SIG_DER';
  if ((flags & flag.LOW_S) !== 0 && !hasLowS(parseLaxDer(signature.subarray(0, -1))!)) return 'SIG_HIGH_S';
  if ((flags & flag.STRICTENC) !== 0 && sighashTypeName(signature[signature.length - 1]!) === undefined) return 'SIG_HASHTYPE';
  return undefined;
}

/** Checks the encoding of a public key. */
export function publicKeyFault(key: Uint8Array, flags: number, inWitness: boolean): ScriptError | undefined {
  const compressed = key.length === 33 && (key[0] === 2 || key[0] === 3);
  const uncompressed = key.length === 65 && key[0] === 4;
  if ((flags & flag.STRICTENC) !== 0 && !compressed && !uncompressed) return 'PUBKEYTYPE';
  return inWitness && (flags & flag.WITNESS_PUBKEYTYPE) !== 0 && !compressed ? 'WITNESS_PUBKEYTYPE' : undefined;
}
