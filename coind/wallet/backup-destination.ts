import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';
import { readUpTo } from '../storage/whole-file.ts';
import type { RecordKind, WalletRecords } from './records.ts';
import { readWalletText, WALLET_TEXT_START, type WalletFile } from './wallet-file.ts';

/** A wallet never loses records of these kinds, so a wallet without those of a file is another one. */
const KEPT: ReadonlySet<RecordKind> = new Set(['script', 'watch']);

/**
 * Checks that a backup of a wallet may be written to a path: that nothing is there, or an older backup of the same wallet.
 * All else would be lost: other files, other wallets with their coins, and devices. Throws an Error for the caller, errors
 * of the file system, and `WalletFileError` for a damaged wallet file.
 */
export function requireReplaceable(file: string, records: WalletRecords): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isSymbolicLink()) throw new Error(`${file} is a link; choose another destination`);
  if (!stats.isFile()) throw new Error(`${file} exists and is no regular file; choose another destination`);
  const text = readWallet(file);
  if (text === undefined || !isBackupOf(readWalletText(text), records))
    throw new Error(`${file} exists and is no older backup of this wallet; choose another destination, or move the file away`);
}

/** The text of a file that begins as a wallet does; undefined for another file, which may be of any size. */
function readWallet(file: string): string | undefined {
  // What the path names may have changed: a pipe without a writer does not open, and a link is not followed.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    if (readUpTo(handle, 0, WALLET_TEXT_START.length).toString('latin1') !== WALLET_TEXT_START) return undefined;
    return readUpTo(handle, 0, fstatSync(handle).size).toString('utf8');
  } finally {
    closeSync(handle);
  }
}

/** Whether a wallet has, or can derive again, all that a file of it holds. */
function isBackupOf(file: WalletFile, records: WalletRecords): boolean {
  const present = new Set([...records.entries()].map(([place]) => place));
  const seeds = new Set(records.all('key').flatMap(([, { seedId }]) => seedId ?? []));
  const isKnown = ([place, record]: WalletFile['records'][number]): boolean => {
    if (present.has(place)) return true;
    if (record.kind === 'key') return record.value.path !== undefined && seeds.has(record.value.seedId ?? '');
    return !KEPT.has(record.kind);
  };
  // A wallet with private keys has a seed from its creation on.
  return file.records.some(([, { kind }]) => kind === 'key') === records.meta.privateKeys && file.records.every(isKnown);
}
