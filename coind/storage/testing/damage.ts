import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE_BYTES = 4096;

/** An integer from 0 to below `limit`. */
export type Below = (limit: number) => number;

/** A seeded stream of numbers, the same in each run. */
export function numbers(seed: number): Below {
  let value = seed;
  const next = (): number => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return value / 2 ** 32;
  };
  for (let i = 0; i < 5; i++) next();
  return (limit) => Math.floor(next() * limit);
}

function flipBits(bytes: Buffer, count: number, below: Below): void {
  for (let i = 0; i < count; i++) bytes[below(bytes.length)]! ^= 1 << below(8);
}

/** Kinds of damage to a file. Each returns the damaged bytes. */
export const damages: Readonly<Record<string, (bytes: Buffer, below: Below) => Buffer>> = {
  'one bit is flipped': (bytes, below) => {
    flipBits(bytes, 1, below);
    return bytes;
  },
  'twenty bits are flipped': (bytes, below) => {
    flipBits(bytes, 20, below);
    return bytes;
  },
  'a page is zero': (bytes, below) => {
    const page = below(Math.ceil(bytes.length / PAGE_BYTES)) * PAGE_BYTES;
    bytes.subarray(page, page + PAGE_BYTES).fill(0);
    return bytes;
  },
  'the end is missing': (bytes, below) => bytes.subarray(0, below(bytes.length)),
  'the first page is damaged': (bytes, below) => {
    flipBits(bytes.subarray(0, PAGE_BYTES), 20, below);
    return bytes;
  },
};

/** Damages a file that is not open. */
export function damage(file: string, how: string, below: Below): void {
  const changed = damages[how]!(readFileSync(file), below);
  writeFileSync(file, changed);
  truncateSync(file, changed.length);
}

/**
 * Writes a folder as it may be after a power loss: its files at the last sync, and a random subset of the pages written
 * after it.
 * @param synced names and contents at the last sync
 * @param later names and contents at the power loss
 */
export function afterPowerLoss(synced: ReadonlyMap<string, Buffer>, later: ReadonlyMap<string, Buffer>, below: Below): Map<string, Buffer> {
  return new Map(
    [...later].map(([name, after]) => {
      const before = synced.get(name) ?? Buffer.alloc(0);
      // The length of a file may not have reached the disk either.
      const mixed = Buffer.alloc(below(4) === 0 ? before.length : after.length);
      for (let at = 0; at < mixed.length; at += PAGE_BYTES)
        mixed.set((below(2) === 0 ? before : after).subarray(at, Math.min(at + PAGE_BYTES, mixed.length)), at);
      return [name, mixed];
    }),
  );
}

export function filesOf(folder: string): Map<string, Buffer> {
  return new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name))]),
  );
}

export function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}
