import { targetOf } from '../primitives/compact-bits.ts';
import type { ChainParams } from '../params.ts';

/** The target of `bits` as 64 hex digits; undefined for invalid `bits`. */
export function targetHex(bits: number): string | undefined {
  return targetOf(bits)?.toString(16).padStart(64, '0');
}

/** Whether a hash meets the target of `bits`, and the target is within the chain's limit. */
export function meetsTarget(hash: string, bits: number, params: ChainParams): boolean {
  const target = targetOf(bits);
  return target !== undefined && target <= targetOf(params.powLimitBits)! && BigInt(`0x${hash}`) <= target;
}
