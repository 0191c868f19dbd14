import type { ChainParams } from '../params.ts';
import type { Curve } from '../crypto/curve.ts';
import { messageHash } from '../crypto/keys.ts';
import { hash160 } from '../primitives/hash.ts';
import { WalletError } from './wallet-error.ts';
import { scriptOf } from '../script/addresses.ts';
import type { SigningProvider } from '../script/signing-provider.ts';
import { solve } from '../script/standard.ts';

const COMPRESSED_KEY = 33;
const SIGNATURE_BYTES = 65;

export interface MessageDeps {
  readonly params: ChainParams;
  readonly curve: Curve;
}

/**
 * Signs a message with the key of a P2PKH address; the key can be recovered from the signature. Returns base64. Throws
 * `WalletError` (invalid-address) unless it is a P2PKH address, (refused) if the private key is not available.
 */
export function signMessage(address: string, message: string, provider: SigningProvider, { params, curve }: MessageDeps): string {
  const publicKey = provider.publicKey(keyHashOf(address, params));
  const key = publicKey && provider.privateKey(publicKey);
  if (!publicKey || !key) throw new WalletError('refused', 'Private key not available');
  return curve.signRecoverable(messageHash(message, params), key, publicKey.length === COMPRESSED_KEY).toString('base64');
}

/**
 * Whether the key of a P2PKH address signed the message. Throws `WalletError` (invalid-address) unless it is a P2PKH
 * address, (invalid-key-or-transaction) for a signature that is not base64.
 */
export function verifyMessage(address: string, signature: string, message: string, { params, curve }: MessageDeps): boolean {
  const keyHash = keyHashOf(address, params);
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64') !== signature) throw new WalletError('invalid-key-or-transaction', 'Malformed base64 encoding');
  if (bytes.length !== SIGNATURE_BYTES) return false;
  const publicKey = curve.recover(messageHash(message, params), bytes);
  return publicKey !== undefined && hash160(publicKey).equals(keyHash);
}

function keyHashOf(address: string, params: ChainParams): Buffer {
  const script = scriptOf(address, params);
  if (script === undefined) throw new WalletError('invalid-address', 'Invalid address');
  const {
    type,
    data: [keyHash],
  } = solve(script);
  if (type !== 'pubkeyhash' || keyHash === undefined) throw new WalletError('invalid-address', 'Address does not refer to key');
  return keyHash;
}
