import type { Chain } from './chain/types.ts';
import type { DebugLog } from './debug-log.ts';
import type { ChainParams } from './params.ts';
import type { Mempool } from './mempool/types.ts';
import type { Miner } from './mining/miner.ts';
import type { Network, Notifications } from './network/types.ts';
import type { NodeOptions } from './options.ts';
import type { State } from './state/types.ts';
import type { OwnFiles } from './storage/own-files.ts';
import type { Turns } from './turns.ts';
import type { WalletManager } from './wallet/types.ts';

/** Time, which tests and `setmocktime` may set. */
export interface Clock {
  /** Epoch seconds; the mock time where one is set. */
  seconds(): number;
  /** Epoch milliseconds; the mock time where one is set. */
  milliseconds(): number;
  /** 0 goes back to real time. */
  setMock(seconds: number): void;
  readonly mocked: boolean;
  /** Steady milliseconds that no mock moves, for durations. */
  monotonic(): number;
}

export interface RandomSource {
  bytes(count: number): Buffer;
  /** Whole number from 0 to below `limit`. */
  below(limit: number): number;
}

export type Log = (line: string) => void;

/** What the parts of a node are given of each other. Made by `coind/node.ts`. */
export interface NodeContext {
  readonly options: NodeOptions;
  readonly params: ChainParams;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Log;
  readonly debug: DebugLog;
  readonly state: State;
  readonly ownFiles: OwnFiles;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly miner: Miner;
  readonly wallets: WalletManager;
  readonly network: Network;
  readonly notifications: Notifications;
  /** Epoch seconds. */
  readonly startedAt: number;
  /** Aborted where the node is to stop: what waits for something ends then. */
  readonly ending: AbortSignal;
  /** For what may take long. */
  beginWork(): Turns;
  /** Ends the node after the answer that is being given: `reason` is logged. */
  shutdown(reason: string): void;
}
