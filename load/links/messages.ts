import type { LinkShaping } from '../topology/types.ts';
import type { RelayedLink, RelayFigures } from './types.ts';

/** What the process of the relays is asked. Links are named by their number in the first request. */
export type RelayRequest =
  | { readonly type: 'open'; readonly links: readonly RelayedLink[]; readonly seed: number }
  | { readonly type: 'cut' | 'heal'; readonly link: number }
  | { readonly type: 'shape'; readonly link: number; readonly shaping: LinkShaping }
  | { readonly type: 'aim'; readonly link: number; readonly target: string }
  | { readonly type: 'figures' | 'reset' };

/** A request with its number. */
export interface NumberedRequest {
  readonly number: number;
  readonly request: RelayRequest;
}

/** The answer to the request with this number. */
export interface RelayReply {
  readonly number: number;
  /** Of `open`: where each link listens. */
  readonly addresses?: readonly string[];
  /** Of `figures`. */
  readonly figures?: RelayFigures;
  /** Why it could not be done. */
  readonly problem?: string;
}

/** A link breaks, or can be used again. */
export interface RelayEvent {
  readonly link: number;
  readonly state: 'broken' | 'back';
}
