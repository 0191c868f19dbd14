import { Secrets } from '../../client/mask.ts';
import { openTarget } from '../../fixtures/targets/open-target.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import type { World } from '../../fixtures/world/world.ts';
import { openProvision } from '../open-provision.ts';

/** An embedded node with a world around it. The caller closes the target. */
export async function provisionWorld(seed: number): Promise<{ readonly target: Target; readonly world: World }> {
  const target = await openTarget('embedded', { env: {} });
  const { session } = await openProvision({ target, secrets: new Secrets(), seed });
  return { target, world: session.world };
}
