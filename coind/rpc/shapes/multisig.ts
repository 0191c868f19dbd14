import type { ChainParams } from '../../params.ts';
import type { Curve } from '../../crypto/curve.ts';
import { hash160, sha256 } from '../../primitives/hash.ts';
import { addressOf } from '../../script/addresses.ts';
import { MAX_ELEMENT_SIZE } from '../../script/script.ts';
import { multisig, p2sh, p2wsh } from '../../script/standard.ts';
import type { AddressType } from '../../wallet/types.ts';
import { RpcCode, RpcError } from '../errors.ts';
import { isHex } from './hashes.ts';

const COMPRESSED_BYTES = 33;
const MAX_KEYS = 16;

/** A multisignature address and its scripts. */
export interface MultisigAddress {
  readonly address: string;
  /** The script with the keys: the redeem script, and for witness addresses the witness script. */
  readonly redeemScript: Buffer;
  /** The P2WSH script between it and a P2SH address. */
  readonly witnessProgram?: Buffer;
  /** The actual type: uncompressed keys have no witness address. */
  readonly type: AddressType;
}

/** The bytes of a public key. Throws `RpcError` -5 for an invalid one. */
export function publicKeyFrom(hex: string, curve: Curve): Buffer {
  const bytes = isHex(hex) ? Buffer.from(hex, 'hex') : undefined;
  if (bytes === undefined || !curve.isPublicKey(bytes)) throw new RpcError(RpcCode.invalidAddressOrKey, `Invalid public key: ${hex}`);
  return bytes;
}

/** The multisignature address for `required` of these keys. Throws `RpcError` -8 for too few or too many keys. */
export function multisigAddress(required: number, keys: readonly Buffer[], wanted: AddressType, params: ChainParams): MultisigAddress {
  const refuse = (message: string): never => {
    throw new RpcError(RpcCode.invalidParameter, message);
  };
  if (required < 1) refuse('a multisignature address must require at least one key to redeem');
  if (keys.length < required) refuse(`not enough keys supplied (got ${keys.length} keys, but need at least ${required} to redeem)`);
  if (keys.length > MAX_KEYS) refuse(`Number of keys involved in the multisignature address creation > ${MAX_KEYS}\nReduce the number`);
  const redeemScript = multisig(required, keys);
  const type = keys.some((key) => key.length !== COMPRESSED_BYTES) ? 'legacy' : wanted;
  if (redeemScript.length > MAX_ELEMENT_SIZE) refuse(`redeemScript exceeds size limit: ${redeemScript.length} > ${MAX_ELEMENT_SIZE}`);
  const witnessProgram = type === 'legacy' ? undefined : p2wsh(sha256(redeemScript));
  const script = type === 'bech32' ? (witnessProgram as Buffer) : p2sh(hash160(witnessProgram ?? redeemScript));
  return {
    address: addressOf(script, params) as string, // both kinds always have one
    redeemScript,
    type,
    ...(type === 'p2sh-segwit' && witnessProgram && { witnessProgram }),
  };
}
