import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import type { RandomSource } from '../random.ts';
import { hash256 } from '../primitives/hash.ts';

/** The master key that encrypts all private keys, encrypted with a key from the passphrase. Bytes are hex. */
export interface MasterKeyRecord {
  readonly salt: string;
  readonly rounds: number;
  readonly sealed: string;
}

/** Takes some 20 ms, which slows down guessing of passphrases. */
const ROUNDS = 25_000;
const CIPHER = 'aes-256-cbc';

/** Encrypts the master key with a passphrase and a new salt. */
export function sealMasterKey(masterKey: Buffer, passphrase: string, random: RandomSource): MasterKeyRecord {
  const salt = random.bytes(8);
  const { key, iv } = passphraseKey(passphrase, salt, ROUNDS);
  return { salt: salt.toString('hex'), rounds: ROUNDS, sealed: encrypt(masterKey, key, iv).toString('hex') };
}

/** The master key; undefined for a wrong passphrase. */
export function openMasterKey({ salt, rounds, sealed }: MasterKeyRecord, passphrase: string): Buffer | undefined {
  const { key, iv } = passphraseKey(passphrase, Buffer.from(salt, 'hex'), rounds);
  const opened = decrypt(Buffer.from(sealed, 'hex'), key, iv);
  // With a wrong key the padding is right by chance once in 256 times; the length is then almost always wrong.
  return opened?.length === 32 ? opened : undefined;
}

/** Encrypts a private key. Its public key serves as the initialisation vector. */
export function sealKey(secret: Buffer, masterKey: Buffer, publicKey: Buffer): Buffer {
  return encrypt(secret, masterKey, hash256(publicKey).subarray(0, 16));
}

/** The private key; undefined for a wrong master key. */
export function openKey(sealed: Buffer, masterKey: Buffer, publicKey: Buffer): Buffer | undefined {
  return decrypt(sealed, masterKey, hash256(publicKey).subarray(0, 16));
}

/** Key and initialisation vector: PBKDF2 with HMAC-SHA512 (RFC 8018). */
function passphraseKey(passphrase: string, salt: Buffer, rounds: number): { key: Buffer; iv: Buffer } {
  const derived = pbkdf2Sync(passphrase, salt, rounds, 48, 'sha512');
  return { key: derived.subarray(0, 32), iv: derived.subarray(32) };
}

function encrypt(plain: Buffer, key: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

function decrypt(sealed: Buffer, key: Buffer, iv: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, iv);
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return undefined; // wrong padding: the key is another
  }
}
