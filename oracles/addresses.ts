import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Address, OutScript, p2pkh, p2sh, p2wpkh, WIF } from '@scure/btc-signer';
import type { AddressTypeName, ChainParameters } from '../fixtures/world/types.ts';
import { Malformed, hash160, joined } from './bytes.ts';
import { libraryScript } from './script.ts';

type Network = NonNullable<Parameters<typeof Address>[0]>;

const network = ({ hrp, pubKeyHash, scriptHash, wif }: ChainParameters): Network => ({ bech32: hrp, pubKeyHash, scriptHash, wif });

/** The script of an address. Throws `Malformed` when the text is not an address of this chain. */
export function scriptOfAddress(address: string, chain: ChainParameters): Uint8Array {
  try {
    return OutScript.encode(Address(network(chain)).decode(address));
  } catch (error) {
    throw new Malformed(`expected an address of this chain: ${(error as Error).message}`);
  }
}

/** The address of a script of one of the four common types; undefined for others. Throws `Malformed`. */
export function addressOfScript(script: Uint8Array, chain: ChainParameters): string | undefined {
  const decoded = libraryScript(script);
  if (decoded?.type !== 'pkh' && decoded?.type !== 'sh' && decoded?.type !== 'wpkh' && decoded?.type !== 'wsh') return undefined;
  return Address(network(chain)).encode(decoded);
}

/** The address of a public key in one of the forms that document 1 names. Throws `Malformed` for an invalid key. */
export function addressOfKey(publicKey: Uint8Array, type: AddressTypeName, chain: ChainParameters): string {
  try {
    if (type === 'legacy') return p2pkh(publicKey, network(chain)).address;
    const inner = p2wpkh(publicKey, network(chain));
    return type === 'bech32' ? inner.address : p2sh(inner, network(chain)).address;
  } catch (error) {
    throw new Malformed(`expected a compressed public key: ${(error as Error).message}`);
  }
}

/** The script that pays to the hash of another one (BIP 16). */
export const payToScriptHash = (redeemScript: Uint8Array): Uint8Array => joined([0xa9, 0x14], hash160(redeemScript), [0x87]);

/** The script that pays to the hash of a witness script (BIP 141). */
export const payToWitnessScriptHash = (witnessScript: Uint8Array): Uint8Array => joined([0x00, 0x20], sha256(witnessScript));

/** The script that requires `required` signatures of these keys, in this order (BIP 11). */
export function multisigScript(required: number, publicKeys: readonly Uint8Array[]): Uint8Array {
  return joined([0x50 + required], ...publicKeys.map((key) => joined([key.length], key)), [0x50 + publicKeys.length, 0xae]);
}

/** The compressed public key of a private key in text. Throws `Malformed`. */
export function publicKeyOfWif(wif: string, chain: ChainParameters): Uint8Array {
  try {
    return secp256k1.getPublicKey(WIF(network(chain)).decode(wif), true);
  } catch {
    throw new Malformed('expected a private key of this chain (WIF) for a compressed public key'); // never repeat the key
  }
}
