/** Transactions whose scripts have been verified, so that connecting a block need not run them again. */
export interface ScriptCache {
  /** Whether all inputs of the transaction were verified with at least these flags. */
  has(wtxid: string, flags: number): boolean;
  add(wtxid: string, flags: number): void;
}

/**
 * A wtxid commits to the outpoints and so to the spent scripts and amounts: it identifies the whole check. Every script
 * flag only makes the rules stricter (they are soft forks), so a result for some flags holds for any subset of them. The
 * oldest entries are removed once there are `maxEntries`.
 */
export function createScriptCache(maxEntries = 50_000): ScriptCache {
  const verified = new Map<string, number>();
  return {
    has(wtxid, flags) {
      const known = verified.get(wtxid);
      return known !== undefined && (known & flags) === flags;
    },
    add(wtxid, flags) {
      const known = verified.get(wtxid);
      if (known !== undefined) {
        // Success with two sets of flags does not imply success with their union: keep the larger set.
        if ((flags & known) === known) verified.set(wtxid, flags);
        return;
      }
      if (verified.size >= maxEntries)
        for (const oldest of verified.keys()) {
          verified.delete(oldest);
          break;
        }
      verified.set(wtxid, flags);
    },
  };
}
