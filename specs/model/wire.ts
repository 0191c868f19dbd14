import type { LosslessNumber } from 'lossless-json';

/** A number from the wire: a double if that is exact, else its text. */
export type WireNumber = number | LosslessNumber;

/**
 * A JSON value from the wire. Integers that a double represents exactly are `number`; every other number (decimals,
 * exponents, integers beyond 2^53) keeps its text as a `LosslessNumber`, so that no amount is rounded.
 */
export type Wire = null | boolean | WireNumber | string | Wire[] | { [name: string]: Wire };
