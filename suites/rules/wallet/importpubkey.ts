import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { isUnknown, isWatched } from '../support/watch-only.ts';

const watchOnly = rule({
  rule: 'importpubkey/watch-only',
  effect: ['wallet', 'chain'],
  uses: ['getaddressinfo', 'listunspent'],
  run: async (t) => {
    const key = await t.world.fresh('foreignKey');
    await isUnknown(t, key.addresses.legacy);
    await t.result('importpubkey', { pubkey: key.publicKey, label: newLabel(t.world), rescan: false });
    await isWatched(t, key.addresses.legacy);
  },
});

export const importpubkeyRules: readonly Case[] = [watchOnly];
