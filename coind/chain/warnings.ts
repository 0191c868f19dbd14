import type { Chain } from './types.ts';

/** What the user should know of the chain (document 2, `warnings`); empty where there is nothing. Texts are the node family's. */
export function warningsOf({ versionBits, tip }: Chain): string {
  return versionBits
    .unknownRules(tip)
    .map((bit) => `Warning: unknown new rules activated (versionbit ${bit})`)
    .join('; ');
}
