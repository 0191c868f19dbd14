/** Sync status of the external chain, as `getblockchaininfo` shows it. The first one applies until another is set. */
export type ExtSyncStatus = 'waiting to sync...' | 'syncing' | 'synced';

/** A block of the external chain: its number, and the root of its transactions (32 bytes). */
export interface ExtHeader {
  readonly number: number;
  readonly root: Buffer;
}

/** What the node knows of the external chain. Headers and status are set by calls and by the relayer. */
export interface ExtChain {
  readonly status: ExtSyncStatus;
  /** Highest block that a status or a header named; 0 without any. */
  readonly highestSeen: number;
  /** Highest block whose header is known; 0 without any. */
  readonly current: number;
  /** Root of the transactions of a block; undefined if its header is not known. */
  rootOf(number: number): Buffer | undefined;
  /**
   * Throws ExtClientError `invalid-ext-status`.
   * @param status `syncing` or `synced`
   * @param highest highest block of the chain; 0 once synced
   */
  setStatus(status: unknown, highest: unknown): void;
  /** Registers a callback after headers were replaced by ones with other roots. */
  onReplaced(listener: () => void): void;
  /** Adds headers; a later one replaces one of the same block. */
  setHeaders(headers: readonly ExtHeader[]): void;
}

/** The program that follows the external chain (-extclient), and the relayer that reads headers from it. */
export interface ExtClient {
  readonly isRunning: boolean;
  /** Starts the program unless it runs. Throws ExtClientError `no-ext-client` without -extclient, `ext-client-failed` if it cannot be run. */
  start(): void;
  /** Ends the program and everything that it started. Resolves when nothing of it runs. Throws ExtClientError `no-ext-client`. */
  stop(): Promise<void>;
  /** As `stop`, at the end of the node. */
  close(): Promise<void>;
}
