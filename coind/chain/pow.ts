import { targetOf } from '../primitives/compact-bits.ts';
import type { ChainParams } from '../params.ts';

let lastBits: number | undefined;
let lastTarget = '';

/** The target of `bits` as 64 hex digits, comparable with hashes as text; undefined for invalid `bits`. */
export function targetHex(bits: number): string | undefined {
  if (bits === lastBits) return lastTarget;
  const target = targetOf(bits);
  if (target === undefined) return undefined;
  lastTarget = target.toString(16).padStart(64, '0');
  lastBits = bits;
  return lastTarget;
}

/** Whether a hash meets the target of `bits`, and the target is within the chain's limit. */
export function meetsTarget(hash: string, bits: number, params: ChainParams): boolean {
  const target = targetHex(bits);
  return target !== undefined && target <= targetHex(params.powLimitBits)! && hash <= target;
}
