import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';

/** Files that the node creates in the data directory or in the folder of its chain. */
const NAMES: ReadonlySet<string> = new Set(['.lock', 'coin.conf', 'masternode.conf', '.cookie', 'mempool.dat']);

/**
 * The files that a node depends on. A backup of a wallet must not replace one of them, however its path is spelled.
 */
export class OwnFiles {
  readonly #datadir: string | undefined;
  readonly #others: () => Iterable<string>;

  /** @param others files with arbitrary paths: the cookie, the configuration file, wallets */
  constructor(datadir: string | undefined, others: () => Iterable<string>) {
    this.#datadir = datadir;
    this.#others = others;
  }

  /** Whether a path is one of these files, existing or not. Its folder must exist. */
  includes(file: string): boolean {
    const place = placeOf(file);
    for (const other of this.#others()) if (isSame(place, other)) return true;
    if (this.#datadir === undefined || !existsSync(this.#datadir)) return false;
    const datadir = realpathSync(this.#datadir);
    const chain = join(datadir, 'regtest');
    if (isWithin(place, join(chain, 'state'))) return true;
    const exists = lstatSync(place, { throwIfNoEntry: false }) !== undefined;
    if (isWithin(place, join(chain, 'wallets'))) return exists;
    const folder = dirname(place);
    return (folder === datadir || folder === chain) && (exists || NAMES.has(basename(place).toLowerCase()));
  }
}

/** The real path of the folder, with the name. The file may be a link, which would be replaced and not followed. */
const placeOf = (file: string): string => join(realpathSync(dirname(resolve(file))), basename(file));

const isWithin = (place: string, folder: string): boolean => place === folder || place.startsWith(folder + sep);

function isSame(place: string, other: string): boolean {
  if (!existsSync(dirname(other))) return false;
  if (place === placeOf(other)) return true;
  // The same file under another name: the file system may ignore case.
  const [stats, otherStats] = [lstatSync(place, { throwIfNoEntry: false }), statSync(other, { throwIfNoEntry: false })];
  return stats !== undefined && otherStats !== undefined && stats.dev === otherStats.dev && stats.ino === otherStats.ino;
}
