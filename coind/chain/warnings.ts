import type { Chain } from './types.ts';

/** Warnings about the chain (document 2, `warnings`) in the family's words; empty without warnings. */
export function warningsOf({ versionBits, tip }: Chain): string {
  return versionBits
    .unknownRules(tip)
    .map((bit) => `Warning: unknown new rules activated (versionbit ${bit})`)
    .join('; ');
}
