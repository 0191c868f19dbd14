/** Receives each line of the node's log. */
export type Log = (line: string) => void;

/** Categories of the debug log. */
export const DEBUG_CATEGORIES = ['mempool', 'net', 'rpc'] as const;
export type DebugCategory = (typeof DEBUG_CATEGORIES)[number];

const isCategory = (name: string): name is DebugCategory => (DEBUG_CATEGORIES as readonly string[]).includes(name);

/**
 * The categories that `words` turn on, and the words that are no category. `1`, `all` and an empty word turn on all
 * categories, `0` and `none` turn off all; a later word counts more.
 */
export function debugCategories(words: readonly string[]): { readonly on: readonly DebugCategory[]; readonly unknown: readonly string[] } {
  let on = new Set<DebugCategory>();
  const unknown: string[] = [];
  for (const word of words) {
    if (word === '1' || word === 'all' || word === '') on = new Set(DEBUG_CATEGORIES);
    else if (word === '0' || word === 'none') on = new Set();
    else if (isCategory(word)) on.add(word);
    else unknown.push(word);
  }
  return { on: DEBUG_CATEGORIES.filter((category) => on.has(category)), unknown };
}

/** Logs details of the categories that are turned on. */
export class DebugLog {
  readonly #log: Log;
  readonly #on: Set<DebugCategory>;

  constructor(log: Log, on: readonly string[]) {
    this.#log = log;
    this.#on = new Set(debugCategories(on).on);
  }

  /** @param text called only if the category is on */
  write(category: DebugCategory, text: () => string): void {
    if (this.#on.has(category)) this.#log(`${category}: ${text()}`);
  }

  set(category: DebugCategory, on: boolean): void {
    if (on) this.#on.add(category);
    else this.#on.delete(category);
  }

  freeze(): () => void {
    const on = [...this.#on];
    return () => {
      this.#on.clear();
      for (const category of on) this.#on.add(category);
    };
  }

  /** Whether each category is logged. */
  get categories(): Readonly<Record<DebugCategory, boolean>> {
    return { mempool: this.#on.has('mempool'), net: this.#on.has('net'), rpc: this.#on.has('rpc') };
  }
}
