import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { prepareCookieFolder } from '../cookie-file.ts';
import type { HashedCredentials } from '../options/node-options.ts';
import { reasonOf, StoreError } from '../storage/store-error.ts';
import { replaceFile } from '../storage/whole-file.ts';

/** Who may call: one user with a password. */
export interface RpcCredentials {
  readonly user: string;
  readonly password: string;
}

/**
 * Says whether an Authorization header carries the credentials, or those of one of the other users, in a time that tells
 * nothing of them.
 */
export function credentialCheck({ user, password }: RpcCredentials, others: readonly HashedCredentials[]): (header: string) => boolean {
  const plain = Buffer.from(`${user}:${password}`);
  const expected = Buffer.from(`Basic ${plain.toString('base64')}`);
  const digest = digestOf(plain);
  return (header) => {
    const given = Buffer.from(header);
    // Nearly every client writes it in this very form, so nothing has to be decoded or hashed.
    if (given.length === expected.length && timingSafeEqual(given, expected)) return true;
    // The scheme in any case of letters: RFC 9110, section 11.1.
    const token = /^basic +([^ ]+) *$/i.exec(header)?.[1];
    if (token === undefined) return false;
    // Digests have one length, whatever the length of what was sent.
    const decoded = Buffer.from(token, 'base64');
    if (timingSafeEqual(digestOf(decoded), digest)) return true;
    return others.length > 0 && isOneOf(others, decoded.toString('utf8'));
  };
}

function isOneOf(users: readonly HashedCredentials[], given: string): boolean {
  const colon = given.indexOf(':');
  const [user, password] = [given.slice(0, colon), given.slice(colon + 1)];
  let found = false;
  for (const known of users) {
    const hash = createHmac('sha256', known.salt).update(password).digest();
    // Every user is looked at, whoever it is.
    if (timingSafeEqual(hash, Buffer.from(known.hash, 'hex')) && known.user === user) found = true;
  }
  return found;
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Credentials made anew, for whoever can read the file that they will stand in. */
export function makeCookie(): RpcCredentials {
  return { user: '__cookie__', password: randomBytes(32).toString('hex') };
}

/** Writes credentials to `file`, which only its owner can read. Throws `StoreError`. */
export function writeCookie(file: string, { user, password }: RpcCredentials): void {
  prepareCookieFolder(file);
  try {
    replaceFile(file, `${user}:${password}`);
  } catch (error) {
    throw new StoreError(
      `The cookie file ${file} could not be written: ${reasonOf(error)}; make room, name another with -rpccookiefile, or give -rpcuser and -rpcpassword.`,
    );
  }
}

export function removeCookie(file: string): void {
  rmSync(file, { force: true });
}
