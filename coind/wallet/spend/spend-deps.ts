import type { Chain } from '../../chain/types.ts';
import type { Clock } from '../../clock.ts';
import type { Curve } from '../../crypto/curve.ts';
import type { Mempool } from '../../mempool/types.ts';
import type { NodeOptions } from '../../options/node-options.ts';
import type { ChainParams } from '../../params.ts';
import type { RandomSource } from '../../random.ts';

/** Parts of a node that payments need in addition to the wallet. */
export interface SpendDeps {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly params: ChainParams;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly options: NodeOptions;
  readonly curve: Curve;
}
