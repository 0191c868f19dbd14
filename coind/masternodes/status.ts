import type { Entry } from './entry.ts';
import { PING_EXPIRY_SECONDS, PING_INTERVAL_SECONDS } from './limits.ts';
import type { MasternodeStatus } from './types.ts';

/** What the status depends on, apart from what the masternode signed. */
export interface StatusContext {
  /** Epoch seconds. */
  readonly now: number;
  /** Whether the collateral is an unspent output of the active chain. */
  readonly hasCollateral: boolean;
  readonly isBanned: boolean;
  readonly minProtocol: number;
}

/** The status of a masternode: the first cause that applies. */
export function statusOf({ broadcast }: Entry, { now, hasCollateral, isBanned, minProtocol }: StatusContext): MasternodeStatus {
  const { signedAt, protocol, ping } = broadcast;
  if (!hasCollateral) return 'OUTPOINT_SPENT';
  if (isBanned) return 'POSE_BAN';
  if (protocol < minProtocol) return 'UPDATE_REQUIRED';
  if (now - ping.signedAt >= PING_EXPIRY_SECONDS) return 'NEW_START_REQUIRED';
  return ping.signedAt - signedAt < PING_INTERVAL_SECONDS ? 'PRE_ENABLED' : 'ENABLED';
}

/** Number of pings that a masternode should have sent since its last one. */
export function missedPings({ broadcast: { ping } }: Entry, now: number): number {
  return Math.max(0, Math.floor((now - ping.signedAt) / PING_INTERVAL_SECONDS));
}
