import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { prepareCookieFolder } from '../cookie-file.ts';
import type { HashedCredentials } from '../options/node-options.ts';
import { reasonOf, StoreError } from '../storage/store-error.ts';
import { replaceFile } from '../storage/whole-file.ts';

/** The user and password of the service. */
export interface RpcCredentials {
  readonly user: string;
  readonly password: string;
}

/**
 * Returns a check of Authorization headers for these credentials or those of one of the other users. Its time does not
 * depend on the credentials.
 */
export function credentialCheck({ user, password }: RpcCredentials, others: readonly HashedCredentials[]): (header: string) => boolean {
  const plain = Buffer.from(`${user}:${password}`);
  const expected = Buffer.from(`Basic ${plain.toString('base64')}`);
  const digest = digestOf(plain);
  return (header) => {
    const given = Buffer.from(header);
    // The usual form of the header needs no decoding or hashing.
    if (given.length === expected.length && timingSafeEqual(given, expected)) return true;
    // The scheme is case-insensitive: RFC 9110, section 11.1.
    const token = /^basic +([^ ]+) *$/i.exec(header)?.[1];
    if (token === undefined) return false;
    // Digests have equal lengths, as timingSafeEqual requires.
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
    // Every user is checked, for constant time.
    if (timingSafeEqual(hash, Buffer.from(known.hash, 'hex')) && known.user === user) found = true;
  }
  return found;
}

function digestOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** New random credentials, for clients that can read the cookie file. */
export function makeCookie(): RpcCredentials {
  return { user: '__cookie__', password: randomBytes(32).toString('hex') };
}

/** More than any cookie has. */
const MAX_COOKIE_BYTES = 1024;

/** Writes credentials to `file` with access for its owner only, in place of an earlier cookie. Throws `StoreError`. */
export function writeCookie(file: string, { user, password }: RpcCredentials): void {
  prepareCookieFolder(file);
  try {
    if (!isReplaceable(file))
      throw new StoreError(
        `The cookie file ${file} exists and is no cookie, but another file, a link or a device; choose another one with -rpccookiefile.`,
      );
    replaceFile(file, `${user}:${password}`);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(
      `The cookie file ${file} could not be written: ${reasonOf(error)}; free disk space, choose another file with -rpccookiefile, or use -rpcuser and -rpcpassword.`,
    );
  }
}

/** Whether nothing is lost: there is no file, an empty one, or the cookie of a node that was killed. */
function isReplaceable(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return true;
  return stats.isFile() && stats.size <= MAX_COOKIE_BYTES && /^([^:\s]+:\S+)?$/.test(readFileSync(file, 'utf8'));
}

export function removeCookie(file: string): void {
  rmSync(file, { force: true });
}
