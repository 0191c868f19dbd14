/** Which transactions have had all their scripts run, so that connecting a block need not run them again. */
export interface ScriptCache {
  /** Whether all inputs of the transaction were found good under these flags, or under more. */
  has(wtxid: string, flags: number): boolean;
  add(wtxid: string, flags: number): void;
}

/**
 * A wtxid commits to the outpoints and with them to the scripts and amounts that are spent, so it stands for the whole
 * check. Every script flag only makes the rules stricter (they are soft forks), so what passed under some flags passes
 * under any part of them. The oldest entries go first once there are `maxEntries`.
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
        // Two sets of flags that each passed are not proof of their union: keep the wider one.
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
