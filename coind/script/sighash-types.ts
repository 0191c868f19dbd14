/** What of a transaction a signature commits to. ANYONECANPAY is joined with one of the others. */
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

/** `ALL|ANYONECANPAY`; undefined for a type that is not defined. */
export function sighashTypeName(type: number): string | undefined {
  return names.get(type);
}

/** The type by its name, document 1; undefined where there is none. */
export function sighashType(name: string): number | undefined {
  return types.get(name);
}
