import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often the files are looked at. */
const LOOK_MS = 500;

/** Size and time of the last change; undefined for a file that is not there, such as one that a build is replacing. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(file);
    return `${size} ${mtimeMs} ${ino}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Files whose changes are waited for. A change while nobody waits is seen by the next wait. */
export class WatchedFiles {
  readonly #stamps = new Map<string, string | undefined>();

  /** Paths, in the order in which they were added. */
  get names(): readonly string[] {
    return [...this.#stamps.keys()];
  }

  /** Watches a file, from now on. */
  async add(file: string): Promise<void> {
    if (!this.#stamps.has(file)) this.#stamps.set(file, await stampOf(file));
  }

  /**
   * Waits until a file has changed, and is there and still for a moment: a compiler writes it in parts. Returns its path; undefined
   * once `signal` aborts.
   */
  async changed(signal: AbortSignal): Promise<string | undefined> {
    do {
      for (const [file, before] of this.#stamps) {
        const now = await stampOf(file);
        if (now === undefined || now === before) continue;
        if (!(await waited(signal))) return undefined;
        if ((await stampOf(file)) !== now) continue;
        this.#stamps.set(file, now);
        return file;
      }
    } while (await waited(signal));
    return undefined;
  }
}

/** Waits a moment. Returns false once `signal` aborts. */
async function waited(signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(LOOK_MS, undefined, { signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
