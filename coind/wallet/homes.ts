import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { WalletError } from './wallet-error.ts';
import type { Table } from '../state/types.ts';
import type { OwnFiles } from '../storage/own-files.ts';
import { removeUnfinished, replaceFile } from '../storage/whole-file.ts';
import { requireWalletName } from './wallet-names.ts';

/** Where a wallet is kept while it is not loaded. */
export interface Home {
  /** Tells homes apart. */
  readonly key: string;
  /** Undefined: in the memory of the node. */
  readonly file: string | undefined;
}

/** The name of the file of a wallet that has a directory of its own. */
const WALLET_FILE = 'wallet.dat';
/** Before the names of wallets that have none. */
const MEMORY = 'memory:';

/**
 * The places of wallets: below the data directory by their name, elsewhere by their full path, and without a data
 * directory in memory.
 */
export class Homes {
  readonly #directory: string | undefined;
  readonly #memory: Table<string>;

  /**
   * @param datadir undefined: wallets that are named without a path live in memory
   * @param memory their texts, by name
   */
  constructor(datadir: string | undefined, memory: Table<string>) {
    this.#directory = datadir === undefined ? undefined : join(datadir, 'regtest', 'wallets');
    this.#memory = memory;
  }

  /** Throws `WalletError` as `requireWalletName` does, and (refused) where the file system does not let us look. */
  find(name: string): Home {
    requireWalletName(name);
    if (!isAbsolute(name) && this.#directory === undefined) return { key: `${MEMORY}${name}`, file: undefined };
    const path = isAbsolute(name) ? normalize(name) : join(this.#directory!, name);
    const file = isFile(path) ? path : join(path, WALLET_FILE);
    // A data directory can be moved, with all that is in it.
    const below = this.#directory === undefined ? undefined : relative(this.#directory, file);
    const isInside = below !== undefined && !isAbsolute(below) && below.split(sep)[0] !== '..';
    return { key: isInside ? `wallets:${below}` : file, file };
  }

  /** Names by which the wallets of the folder can be loaded, sorted; without a folder, those in memory. */
  list(): readonly string[] {
    const directory = this.#directory;
    if (directory === undefined) return [...this.#memory.keys()].map((key) => key.slice(MEMORY.length)).sort();
    if (!isDirectory(directory)) return [];
    const files = readdirSync(directory, { recursive: true, withFileTypes: true });
    return files.flatMap((entry) => (entry.isFile() && entry.name === WALLET_FILE ? [relative(directory, entry.parentPath)] : [])).sort();
  }

  exists(home: Home): boolean {
    return home.file === undefined ? this.#memory.has(home.key) : existsSync(home.file);
  }

  /** Undefined where there is none. */
  read(home: Home): string | undefined {
    if (home.file === undefined) return this.#memory.get(home.key);
    return isFile(home.file) ? readFileSync(home.file, 'utf8') : undefined; // of a pipe nobody knows when it ends
  }

  /** Throws what the file system throws; then the file is as it was. */
  write(home: Home, text: string): void {
    if (home.file === undefined) {
      this.#memory.set(home.key, text);
      return;
    }
    replaceFile(home.file, text);
    removeUnfinished(home.file); // they hold keys, perhaps from before the wallet was encrypted
  }

  /**
   * The file that a backup goes to, for a file or a directory. Relative paths begin where the node was started. Throws where
   * there is no such directory, since a slip in a path must not make new ones, and for a file of the node itself.
   */
  backupFile(home: Home, destination: string, own: OwnFiles): string {
    const file = isDirectory(destination) ? join(destination, home.file === undefined ? WALLET_FILE : basename(home.file)) : destination;
    if (!isDirectory(dirname(file))) throw new Error('there is no such directory');
    if (own.includes(file)) throw new Error(`${file} is a file of the node itself; give another one`);
    return file;
  }
}

const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;
const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() === true;

/** Undefined where nothing is, nor can be because a part of the path is a file. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return undefined;
    throw new WalletError('refused', `Wallet file verification failed: the path cannot be read (${code})`);
  }
}

/** Names a home among the records. */
export const idOf = ({ key }: Home): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
