import { formatSat } from '../../../client/wire-json.ts';
import { signed } from '../../../fixtures/world/ingredients/signing.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { World } from '../../../fixtures/world/world.ts';

export interface Spent extends OutpointValue {
  readonly sequence?: number;
}

/** Sequence number that signals replaceability (BIP 125) without a relative lock time (BIP 68). */
export const REPLACEABLE = 0xfffffffd;

/** Builds a transaction of the trial's wallet from inputs and amounts by address, in order; signed and unsent. */
export async function makeTransaction(
  world: World,
  spent: readonly Spent[],
  amounts: readonly (readonly [string, bigint])[],
): Promise<string> {
  const inputs = spent.map(({ txid, vout, sequence }) => ({ txid, vout, ...(sequence !== undefined && { sequence }) }));
  const outputs = amounts.map(([address, amountSat]) => ({ [address]: formatSat(amountSat) }));
  return signed(world, await world.result('createrawtransaction', { inputs, outputs }));
}
