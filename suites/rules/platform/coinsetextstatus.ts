import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

const HIGHEST = 9_000_000;

export const coinsetextstatusRules: readonly Case[] = [
  rule({
    rule: 'coinsetextstatus/sets',
    effect: ['network'],
    uses: ['getblockchaininfo'],
    run: async (t) => {
      // Ends with synced, as other cases expect.
      for (const syncing_status of ['synced', 'syncing', 'synced'] as const) {
        const highestBlock = syncing_status === 'synced' ? 0 : t.random.integer(1, HIGHEST);
        await t.result('coinsetextstatus', { syncing_status, highestBlock });
        const { extclient_sync_status } = await t.result('getblockchaininfo');
        t.equal(extclient_sync_status, syncing_status, `extclient_sync_status after the status ${syncing_status} was set`, {
          path: 'extclient_sync_status',
        });
      }
    },
  }),
  rule({
    rule: 'coinsetextstatus/zero-when-synced',
    effect: ['network'],
    run: async (t) => {
      await t.result('coinsetextstatus', { syncing_status: 'synced', highestBlock: 0 });
      // The documents do not say that another number is refused.
      const answer = await t.call('coinsetextstatus', { syncing_status: 'synced', highestBlock: t.random.integer(1, HIGHEST) });
      const seen = answer.ok ? 'accepted' : `refused ${answer.error.code}`;
      t.observe('unstated', seen, `the status synced with a highest block other than 0 is ${seen}`);
    },
  }),
];
