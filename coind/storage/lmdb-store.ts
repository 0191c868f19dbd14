import { createHash } from 'node:crypto';
import { closeSync, fdatasync, mkdirSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as Lmdb from 'lmdb';
import type { Batch, Store } from './store.ts';

/** How often written pages are forced to the disk, against a failure of the machine. */
const syncIntervalMs = 5_000;

/** LMDB takes keys of up to 1978 bytes. */
const maxKeyLength = 1_000;

/** After the table's name; what follows is a key, or the hash of a key that is too long and stands in front of the value. */
const plainMark = '\0';
const hashedMark = '\u0001';
const endMark = '\u0002';

/** @returns undefined where the key fits as it is */
function hashed(key: string): Buffer | undefined {
  if (key.length <= maxKeyLength / 3) return undefined; // no character takes more than three bytes
  const bytes = Buffer.from(key);
  return bytes.length > maxKeyLength ? bytes : undefined;
}

function withKey(key: Buffer, value: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(key.length);
  return Buffer.concat([length, key, value]);
}

function splitKey(bytes: Buffer): [string, Buffer] {
  const end = 4 + bytes.readUInt32LE(0);
  return [bytes.toString('utf8', 4, end), bytes.subarray(end)];
}

function storedKey(table: string, key: string, longKey: Buffer | undefined): Buffer {
  if (longKey === undefined) return Buffer.from(`${table}${plainMark}${key}`);
  return Buffer.from(`${table}${hashedMark}${createHash('sha256').update(longKey).digest('hex')}`);
}

/**
 * A store in a folder of its own. Commits go to the page cache of the system, which outlives the process, without waiting for
 * the disk; that is caught up with every few seconds and at the end.
 */
export function openLmdbStore(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  // Loaded here, since a node that lives in memory shall not wait for the native library.
  const lmdb = createRequire(import.meta.url)('lmdb') as typeof Lmdb;
  const database: Lmdb.Database<Buffer, Buffer> = lmdb.open({ path: folder, encoding: 'binary', keyEncoding: 'binary', noSync: true, cache: false });
  const file = openSync(join(folder, 'data.mdb'), 'r+');
  const sync = promisify(fdatasync);
  let unsynced = false;
  let syncing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (!unsynced) return;
    unsynced = false;
    // What this attempt could not write, the next or the last one will.
    syncing = sync(file).catch(() => void (unsynced = true));
  }, syncIntervalMs);
  timer.unref();

  const range = (table: string): { start: Buffer; end: Buffer } => ({ start: Buffer.from(table + plainMark), end: Buffer.from(table + endMark) });
  const keyText = (table: string, stored: Buffer): string | undefined => {
    const at = Buffer.byteLength(table);
    return stored[at] === 0 ? stored.toString('utf8', at + 1) : undefined;
  };
  const batch: Batch = {
    put(table, key, value) {
      const longKey = hashed(key);
      database.putSync(storedKey(table, key, longKey), longKey === undefined ? value : withKey(longKey, value));
    },
    remove(table, key) {
      database.removeSync(storedKey(table, key, hashed(key)));
    },
  };

  return {
    get(table, key) {
      const longKey = hashed(key);
      const value = database.get(storedKey(table, key, longKey));
      return value === undefined || longKey === undefined ? value : splitKey(value)[1];
    },
    *keys(table) {
      for (const stored of database.getKeys(range(table))) {
        yield keyText(table, stored) ?? splitKey(database.get(stored)!)[0];
      }
    },
    *entries(table) {
      for (const { key: stored, value } of database.getRange(range(table))) {
        const key = keyText(table, stored);
        yield key === undefined ? splitKey(value) : [key, value];
      }
    },
    write(action) {
      database.transactionSync(() => action(batch));
      unsynced = true;
    },
    async close() {
      clearInterval(timer);
      await syncing;
      try {
        if (unsynced) await sync(file);
      } finally {
        closeSync(file);
        await database.close();
      }
    },
  };
}
