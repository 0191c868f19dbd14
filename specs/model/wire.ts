import type { LosslessNumber } from 'lossless-json';

/** A number as it came over the wire: one that a double holds exactly, or else its text. */
export type WireNumber = number | LosslessNumber;

/**
 * A JSON value as it came over the wire. Integers that a double holds exactly are `number`; every other number
 * (decimals, exponents, integers beyond 2^53) keeps its text as a `LosslessNumber`, so that no amount is ever rounded.
 */
export type Wire = null | boolean | WireNumber | string | Wire[] | { [name: string]: Wire };
