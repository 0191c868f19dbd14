import type { LiveFrame, LiveKind } from './live-state.ts';

/** What the thread of a live page is started with. */
export interface LiveThreadData {
  readonly kind: LiveKind;
  readonly command: string;
  readonly port: number | undefined;
}

/** To the thread. After a frame with an end it shows that, closes and ends. */
export type ToLiveThread = { readonly frame: LiveFrame };

/** From the thread: where it listens or why it does not, and that it has taken a frame. */
export type FromLiveThread = { readonly url: string } | { readonly refused: string } | { readonly taken: true };
