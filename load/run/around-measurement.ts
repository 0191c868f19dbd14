import type { World } from '../../fixtures/world/world.ts';
import type { Scenario, SingleCall } from '../scenario/types.ts';

/** Blocks mined at most to empty the memory pool. */
const MAX_BLOCKS = 100;

/**
 * Makes the calls of a scenario that come before each measurement. One that submits transactions begins with an empty memory
 * pool, on nodes of our own. Throws `WorldError`.
 */
export async function beforeMeasurement(world: World, { mix, before }: Scenario): Promise<void> {
  if (world.target.capabilities.startNodes && mix.some(({ method }) => method === 'sendrawtransaction'))
    for (let blocks = 0; blocks < MAX_BLOCKS && (await world.result('getmempoolinfo')).size > 0; blocks++) await world.mine(1);
  await make(world, before);
}

/** Makes the calls of a scenario that come after each measurement. Throws `WorldError`. */
export const afterMeasurement = (world: World, { after }: Scenario): Promise<void> => make(world, after);

async function make(world: World, calls: readonly SingleCall[]): Promise<void> {
  for (const { method, args } of calls) await world.result(world.service.specification.method(method), args);
}
