import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isPrivateFolder } from '../specs/model/private-folder.ts';

/** The options that decide where a node writes its cookie, and where a client looks for it. */
export interface CookieOptions {
  readonly cookieFile: string | undefined;
  readonly datadir: string | undefined;
  readonly rpcPort: number;
}

/**
 * The path of the file with the credentials of a node without a password. It is in the data directory; for a node
 * without one, it is in a folder of the user below the system's temporary folder, and has the port in its name.
 */
export function cookieFileOf({ cookieFile, datadir, rpcPort }: CookieOptions): string {
  if (cookieFile !== undefined) return datadir === undefined ? resolve(cookieFile) : resolve(datadir, 'regtest', cookieFile);
  if (datadir !== undefined) return join(datadir, 'regtest', '.cookie');
  return join(userFolder(), `${rpcPort}.cookie`);
}

const userFolder = (): string => join(tmpdir(), `coind-${userInfo().username}`);

/**
 * Creates the folder of a cookie if it does not exist. Any user can create folders in the temporary folder, so a folder
 * there must belong to this user and be private: throws an Error for the user otherwise.
 */
export function prepareCookieFolder(cookieFile: string): void {
  const folder = dirname(cookieFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requirePrivate(folder);
}

/** Throws an Error for the user if another user could have written the cookie. */
export function requirePrivateCookieFolder(cookieFile: string): void {
  requirePrivate(dirname(cookieFile));
}

function requirePrivate(folder: string): void {
  if (folder !== userFolder()) return;
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || isPrivateFolder(stats)) return;
  throw new Error(
    `The cookie folder ${folder} is not private: other users could read or replace the cookie. Remove the folder, or choose another file with -rpccookiefile`,
  );
}
