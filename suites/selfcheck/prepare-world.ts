import type { Definitions, World } from '../../fixtures/world/world.ts';
import { NotMade, Unavailable, WorldError } from '../../fixtures/world/world-errors.ts';
import type { IngredientName } from '../../fixtures/world/types.ts';

/** Cannot be undone, so it is made last, and only on nodes that are for it. */
const LAST: IngredientName = 'encryptedWallet';

/**
 * Makes every shared ingredient that can be made on the node: no case has to make one after the node was restored to the
 * state with all of them.
 */
export async function prepareWorld(world: World, definitions: Definitions): Promise<void> {
  const names = (Object.keys(definitions) as IngredientName[]).filter((name) => name !== LAST);
  if (world.node.profile === 'encrypted') names.push(LAST);
  for (const name of names) {
    try {
      await world.use(name);
    } catch (error) {
      // The cases that need it report why.
      if (!(error instanceof WorldError || error instanceof Unavailable || error instanceof NotMade)) throw error;
    }
  }
}
