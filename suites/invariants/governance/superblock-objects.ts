import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { optionsOfMasternode } from '../../../fixtures/world/ingredients/masternodes.ts';
import { differing, listed } from '../../support/proposals.ts';
import { enableSuperblocks, MAX_CYCLE, request, superblockMethods } from '../../support/superblock-payments.ts';
import { voting } from '../../support/votes.ts';
import { invariant } from '../invariant.ts';
import { byHash, mustCount, mustRead, type ListedObjects } from './listed-objects.ts';

const { profile, effect, timeoutMs, uses } = voting;
/** More than nodes of this family keep the objects of a superblock on regtest. */
const BLOCKS_AFTER = 120;

/** What `gobject list all` lists, once it agrees with the other calls. */
async function agreed(t: Trial): Promise<ListedObjects> {
  const all = byHash(t, await listed(t, 'all'));
  await mustRead(t, all);
  await mustCount(t, all);
  for (const hash of byHash(t, await differing(t, 'all')).keys())
    t.ok(all.has(hash), `gobject diff all has ${hash}, which gobject list all does not have`);
  return all;
}

/** Mines until the node lists an object that was not submitted here, at most up to the second superblock. */
async function mineToObject(t: Trial): Promise<void> {
  const { size } = byHash(t, await listed(t, 'all'));
  const { superblockcycle: cycle, nextsuperblock } = await t.result('getgovernanceinfo');
  if (cycle > MAX_CYCLE) t.inapplicable(`a cycle of ${cycle} blocks is too long to be mined`);
  for (let height = await t.result('getblockcount'); height < nextsuperblock + cycle; height++) {
    await t.world.mine(1);
    if (byHash(t, await listed(t, 'all')).size > size) return;
  }
}

export const superblockObjectInvariants: readonly Case[] = [
  invariant({
    id: 'superblocks/objects',
    text: 'Before a superblock, after a restart and long after it, every object that gobject list lists can be read, and gobject count counts them.',
    methods: ['gobject list', 'gobject get', 'gobject count', 'gobject diff', 'gobject vote-many', ...superblockMethods, ...uses],
    profile,
    effect: [...effect, 'process'],
    timeoutMs,
    ownNode: true,
    evidence: 'document',
    source: 'document 3, Governance',
    run: async (t) => {
      const { own } = await t.world.use('startedMasternodes');
      await request(t, 1, 'yes');
      await enableSuperblocks(t);
      await agreed(t);
      await mineToObject(t);
      await agreed(t);
      if (t.target.capabilities.restart) {
        await t.node.restart(optionsOfMasternode(own));
        await t.world.use('wallet'); // loads the wallet if the node did not
        await agreed(t);
      }
      await t.world.mine(BLOCKS_AFTER);
      await agreed(t);
    },
  }),
];
