/** Sighash types: the parts of a transaction that a signature commits to. ANYONECANPAY is combined with another. */
export const SIGHASH_ALL = 1;
export const SIGHASH_NONE = 2;
export const SIGHASH_SINGLE = 3;
export const SIGHASH_ANYONECANPAY = 0x80;

const names = new Map([
  [SIGHASH_ALL, 'ALL'],
  [SIGHASH_ALL | SIGHASH_ANYONECANPAY, 'ALL|ANYONECANPAY'],
  [SIGHASH_NONE, 'NONE'],
  [SIGHASH_NONE | SIGHASH_ANYONECANPAY, 'NONE|ANYONECANPAY'],
  [SIGHASH_SINGLE, 'SINGLE'],
  [SIGHASH_SINGLE | SIGHASH_ANYONECANPAY, 'SINGLE|ANYONECANPAY'],
]);

const types = new Map([...names].map(([type, name]) => [name, type]));

/** Name of a type, such as `ALL|ANYONECANPAY`; undefined for an undefined type. */
export function sighashTypeName(type: number): string | undefined {
  return names.get(type);
}

/** The type with this name, document 1; undefined if there is none. */
export function sighashType(name: string): number | undefined {
  return types.get(name);
}
