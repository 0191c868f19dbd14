import type { MintVerifier } from './assets/types.ts';
import type { Chain } from './chain/types.ts';
import type { Clock } from './clock.ts';
import type { Curve } from './crypto/curve.ts';
import type { DebugLog, Log } from './log.ts';
import type { ExtChain, ExtClient } from './ext-client/types.ts';
import type { NodeMasternodes } from './masternodes/masternodes.ts';
import type { NetworkSporks } from './masternodes/sporks.ts';
import type { PreparedProposals } from './governance/prepared-proposals.ts';
import type { Governance } from './governance/types.ts';
import type { ChainParams } from './params.ts';
import type { Mempool } from './mempool/types.ts';
import type { Miner } from './mining/miner.ts';
import type { Network } from './network/types.ts';
import type { Notifications } from './notifications/types.ts';
import type { NodeOptions } from './options/node-options.ts';
import type { State } from './state/types.ts';
import type { RandomSource } from './random.ts';
import type { OwnFiles } from './storage/own-files.ts';
import type { TpsTest } from './tps-test/types.ts';
import type { Turns } from './turns.ts';
import type { WalletManager } from './wallet/wallet.ts';

/** The parts of a node, as they use each other. Made by `coind/node.ts`. */
export interface NodeContext {
  readonly options: NodeOptions;
  readonly params: ChainParams;
  readonly curve: Curve;
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
  readonly sporks: NetworkSporks;
  readonly masternodes: NodeMasternodes;
  readonly governance: Governance;
  readonly preparedProposals: PreparedProposals;
  readonly tpsTest: TpsTest;
  readonly extChain: ExtChain;
  readonly extClient: ExtClient;
  readonly mints: MintVerifier;
  readonly notifications: Notifications;
  /** Epoch seconds. */
  readonly startedAt: number;
  /** Aborted when the node shuts down; everything that waits ends then. */
  readonly ending: AbortSignal;
  /** Turns for work that may take long. */
  beginWork(): Turns;
  /** Shuts the node down after the answer of the current call. `reason` is logged. */
  shutdown(reason: string): void;
}
