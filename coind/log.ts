/** Receives each line of the node's log. */
export type Log = (line: string) => void;

/** What details can be logged of. */
export const DEBUG_CATEGORIES = ['mempool', 'net', 'rpc'] as const;
export type DebugCategory = (typeof DEBUG_CATEGORIES)[number];

const isCategory = (name: string): name is DebugCategory => (DEBUG_CATEGORIES as readonly string[]).includes(name);

/** Categories that words name, in their order; `1`, `all` and nothing mean all of them, `0` and `none` none. */
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

/** Logs details, by category, as far as somebody wants them. */
export class DebugLog {
  readonly #log: Log;
  readonly #on: Set<DebugCategory>;

  constructor(log: Log, on: readonly string[]) {
    this.#log = log;
    this.#on = new Set(debugCategories(on).on);
  }

  /** @param text made only where it is wanted */
  write(category: DebugCategory, text: () => string): void {
    if (this.#on.has(category)) this.#log(`${category}: ${text()}`);
  }

  set(category: DebugCategory, on: boolean): void {
    if (on) this.#on.add(category);
    else this.#on.delete(category);
  }

  /** Which of them are logged. */
  get categories(): Readonly<Record<DebugCategory, boolean>> {
    return { mempool: this.#on.has('mempool'), net: this.#on.has('net'), rpc: this.#on.has('rpc') };
  }
}
