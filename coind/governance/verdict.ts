import type { GovernanceReason } from './governance-error.ts';

/**
 * Why an object or a vote is not accepted. `waiting`: it may be later, when the chain, the masternodes or the objects have
 * changed. `invalid`: it never is, and its maker could know.
 */
export interface Rejection {
  readonly outcome: 'waiting' | 'refused' | 'invalid';
  readonly reason: GovernanceReason;
  readonly message: string;
}
