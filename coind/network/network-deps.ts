import type { ChainParams } from '../params.ts';
import type { Chain } from '../chain/types.ts';
import type { Mempool } from '../mempool/types.ts';
import type { Log } from '../log.ts';
import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import type { NodeOptions } from '../options/node-options.ts';
import type { State } from '../state/types.ts';

/** What the network needs of its node. */
export interface NetworkDeps {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly params: ChainParams;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly options: NodeOptions;
  readonly state: State;
  readonly log: Log;
  /** Called for each message sent or received. */
  readonly trace?: (text: () => string) => void;
  /** Maximum number of headers without their blocks. */
  readonly maxBareHeaders?: number;
  /** Whether a host is this machine, which is never banned. Default: loopback addresses are. */
  readonly isLocal?: (host: string) => boolean;
}
