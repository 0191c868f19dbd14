import type { Passed } from './passed.ts';

/** What the thread of the relay is started with. */
export interface RelayThreadData {
  /** 0: any free one. */
  readonly port: number;
  readonly node: { readonly host: string; readonly port: number };
}

/** To the thread: a copy of so many bytes was checked; or it closes the relay and ends. */
export type ToRelayThread = { readonly checked: number } | { readonly close: true };

/** From the thread: where it listens, or the code of the error why it does not; then what passes. */
export type FromRelayThread = { readonly url: string } | { readonly refused: string } | { readonly passed: Passed };
