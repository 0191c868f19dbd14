import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

const BLOCK = Buffer.alloc(4096, 'f');

/** A separate, small file system. */
export class SmallDisk {
  readonly folder: string;
  readonly #root: string;
  readonly #filler: string;

  /** Skips the running test if file systems cannot be mounted. */
  static mount(ctx: TestContext, sizeKib: number): SmallDisk {
    const root = mkdtempSync(join(tmpdir(), 'pyx-small-disk-'));
    const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeKib}k`, 'tmpfs', root], { encoding: 'utf8' });
    if (status !== 0) {
      rmSync(root, { recursive: true });
      ctx.skip(`needs the right to mount a file system: ${error?.message ?? stderr.trim()}`);
    }
    return new SmallDisk(root);
  }

  private constructor(root: string) {
    this.#root = root;
    this.folder = join(root, 'data');
    this.#filler = join(root, 'filler');
    mkdirSync(this.folder);
  }

  /** Fills it except for so many bytes, in whole blocks. */
  fill(freeBytes: number): void {
    this.empty();
    const { bavail, bsize } = statfsSync(this.#root);
    const handle = openSync(this.#filler, 'w');
    try {
      for (let left = bavail * bsize - freeBytes; left > 0; left -= BLOCK.length) writeSync(handle, BLOCK);
    } finally {
      closeSync(handle);
    }
  }

  /** Removes what `fill` wrote. */
  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.#root]);
    rmSync(this.#root, { recursive: true, force: true });
  }
}
