/** Publishes blocks and transactions to subscribers. */
export interface Notifications {
  active(): readonly { readonly type: string; readonly address: string; readonly highWaterMark: number }[];
  start(): Promise<void>;
  stop(): Promise<void>;
}
