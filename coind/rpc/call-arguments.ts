import type { ReadJson } from './json/json-text.ts';

/** Arguments of a call: in order, or by name. */
export type CallArguments = readonly ReadJson[] | { readonly [name: string]: ReadJson };
