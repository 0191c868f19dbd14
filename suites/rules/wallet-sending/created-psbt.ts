import { formatSat } from '../../../client/wire-json.ts';
import { FEE_SAT } from '../../../fixtures/world/ingredients/signing.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { World } from '../../../fixtures/world/world.ts';

/** A PSBT as `createpsbt` makes it, which spends these outputs to somebody else. */
export async function createdPsbt(world: World, inputs: readonly (OutpointValue & { readonly amountSat: bigint })[]): Promise<string> {
  const { addresses } = await world.fresh('foreignKey');
  const total = inputs.reduce((sum, { amountSat }) => sum + amountSat, 0n);
  return world.result<string>('createpsbt', {
    inputs: inputs.map(({ txid, vout }) => ({ txid, vout })),
    outputs: [{ [addresses.bech32]: formatSat(total - FEE_SAT) }],
  });
}
