/** What is measured without options. */
export const TPS_DEFAULTS = {
  transactions: 10_000,
  startIn: 2_000,
  rounds: 3,
  warmUp: 1,
  kind: 'coin',
  connections: 4,
  timeout: 60_000,
} as const;

/** Nodes that are started, where no file has them. */
export const DEFAULT_NODES = { senders: 2, receivers: 1 } as const;
