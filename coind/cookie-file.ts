import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** What decides where a node keeps its cookie, and a client looks for it. */
export interface CookiePlace {
  readonly cookieFile: string | undefined;
  readonly datadir: string | undefined;
  readonly rpcPort: number;
}

/**
 * The file with the credentials of a node without a password: in the data directory, or for a node that has none, below
 * the system's folder for temporary files, by its port.
 */
export function cookieFileOf({ cookieFile, datadir, rpcPort }: CookiePlace): string {
  if (cookieFile !== undefined) return datadir === undefined ? resolve(cookieFile) : resolve(datadir, 'regtest', cookieFile);
  if (datadir !== undefined) return join(datadir, 'regtest', '.cookie');
  return join(ownFolder(), `${rpcPort}.cookie`);
}

const ownFolder = (): string => join(tmpdir(), `coind-${userInfo().username}`);

/**
 * Makes the folder of a cookie where there is none. Below the folder for temporary files, where everybody can make one, it has
 * to be this user's alone: throws an Error for the user where it is not.
 */
export function prepareCookieFolder(cookieFile: string): void {
  const folder = dirname(cookieFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requireOwn(folder);
}

/** Throws an Error for the user where somebody else can have put the cookie there. */
export function requireOwnCookie(cookieFile: string): void {
  requireOwn(dirname(cookieFile));
}

function requireOwn(folder: string): void {
  const uid = process.getuid?.(); // undefined: a system without such owners and modes
  if (folder !== ownFolder() || uid === undefined) return;
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0)) return;
  throw new Error(
    `The folder for cookies ${folder} is not this user's alone, so that others could read or replace the cookie. Remove it, or choose another place by -rpccookiefile`,
  );
}
