import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { WalletError } from './wallet-error.ts';
import type { Table } from '../state/types.ts';
import { HeldFiles } from '../storage/held-files.ts';
import type { OwnFiles } from '../storage/own-files.ts';
import { requireWalletName } from './wallet-names.ts';

/** Where a wallet is stored while it is not loaded. */
export interface WalletLocation {
  /** Unique to the location. */
  readonly key: string;
  /** Path of the wallet file; undefined: in the memory of the node. */
  readonly file: string | undefined;
}

/** File name of a wallet that has its own directory. */
const WALLET_FILE = 'wallet.dat';
/** Prefix of the keys of wallets in memory. */
const MEMORY = 'memory:';

/**
 * Finds, reads and writes stored wallets: by name below the data directory, by absolute path elsewhere, and in memory
 * without a data directory.
 */
export class WalletLocations {
  readonly #directory: string | undefined;
  readonly #memory: Table<string>;
  readonly #files = new HeldFiles();

  /**
   * @param datadir undefined: wallets that are named without a path live in memory
   * @param memory texts of wallets in memory, by name
   */
  constructor(datadir: string | undefined, memory: Table<string>) {
    this.#directory = datadir === undefined ? undefined : join(datadir, 'regtest', 'wallets');
    this.#memory = memory;
  }

  /** Throws `WalletError` as `requireWalletName` does, and (refused) if the path cannot be read. */
  find(name: string): WalletLocation {
    requireWalletName(name);
    if (!isAbsolute(name) && this.#directory === undefined) return { key: `${MEMORY}${name}`, file: undefined };
    const path = isAbsolute(name) ? normalize(name) : join(this.#directory!, name);
    const file = isFile(path) ? path : join(path, WALLET_FILE);
    // Relative to the data directory, which can be moved as a whole.
    const below = this.#directory === undefined ? undefined : relative(this.#directory, file);
    const isInside = below !== undefined && !isAbsolute(below) && below.split(sep)[0] !== '..';
    return { key: isInside ? `wallets:${below}` : file, file };
  }

  /** Names of the wallets that can be loaded from the wallets folder, sorted; without a folder, those in memory. */
  list(): readonly string[] {
    const directory = this.#directory;
    if (directory === undefined) return [...this.#memory.keys()].map((key) => key.slice(MEMORY.length)).sort();
    if (!isDirectory(directory)) return [];
    const files = readdirSync(directory, { recursive: true, withFileTypes: true });
    return files.flatMap((entry) => (entry.isFile() && entry.name === WALLET_FILE ? [relative(directory, entry.parentPath)] : [])).sort();
  }

  exists(location: WalletLocation): boolean {
    return location.file === undefined ? this.#memory.has(location.key) : existsSync(location.file);
  }

  /** The text of the stored wallet; undefined if there is none. */
  read(location: WalletLocation): string | undefined {
    if (location.file === undefined) return this.#memory.get(location.key);
    return isFile(location.file) ? readFileSync(location.file, 'utf8') : undefined; // a pipe may never end
  }

  /** Throws the error of the file system; the old file is then unchanged. */
  write(location: WalletLocation, text: string): void {
    if (location.file === undefined) {
      this.#memory.set(location.key, text);
      return;
    }
    this.#files.write(location.file, text);
  }

  /** Takes a snapshot of the files. @returns a function that restores it */
  freeze(): () => void {
    return this.#files.freeze();
  }

  /**
   * The path of a backup file; `destination` is a file or a directory, relative to the node's working directory. Throws if
   * the directory does not exist (a typing error must not create directories), and for a file of the node itself.
   */
  backupFile(location: WalletLocation, destination: string, own: OwnFiles): string {
    const file = isDirectory(destination)
      ? join(destination, location.file === undefined ? WALLET_FILE : basename(location.file))
      : destination;
    if (!isDirectory(dirname(file))) throw new Error(`the directory ${dirname(file)} does not exist; create it first`);
    if (own.includes(file)) throw new Error(`${file} is a file of the node itself; choose another destination`);
    return file;
  }
}

const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;
const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() === true;

/** Undefined if the path does not exist. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return undefined;
    throw new WalletError('refused', `Wallet file verification failed: the path cannot be read (${code})`);
  }
}

/** Id of a location, for the keys of the records. */
export const idOf = ({ key }: WalletLocation): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
