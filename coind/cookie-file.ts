import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

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
  return join(tmpdir(), `coind-${userInfo().username}`, `${rpcPort}.cookie`);
}
