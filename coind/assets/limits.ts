import { COIN } from '../primitives/amount.ts';

/** Cost of an asset, burnt in the data output of an assetnew (document 3, Bridge provisioning rules). Satoshis. */
export const ASSET_COST_SAT = 150n * COIN;
/** Largest supply, smallest units: with 8 decimal places about 10 billion, held in 64 bits (document 3, Platform tokens). */
export const MAX_ASSET_SUPPLY = 10n ** 18n - 1n;
export const MAX_ASSET_PRECISION = 8;
/** Characters. */
export const MAX_SYMBOL_LENGTH = 8;
/** Length of an address or a contract on the external chain, bytes. */
export const EXT_ADDRESS_SIZE = 20;
/** Maximum size of the script of a data output, bytes. */
export const MAX_DATA_SCRIPT_SIZE = 10_000;
