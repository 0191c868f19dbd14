import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';
import { whileAdded } from '../support/added-nodes.ts';

export const getaddednodeinfoRules: readonly Case[] = [
  rule({
    rule: 'getaddednodeinfo/onetry',
    effect: ['network'],
    uses: ['addnode'],
    run: async (t) => {
      // Nobody listens at these ports of the node's own machine, so that each try is over at once.
      const once = `127.0.0.1:${t.random.integer(2, 6)}`;
      const kept = `127.0.0.1:${t.random.integer(200, 900)}`;
      await whileAdded(t, [kept], async () => {
        await t.result('addnode', { node: once, command: 'onetry' });
        const names = (await t.result('getaddednodeinfo')).map(({ addednode }) => addednode);
        t.ok(names.includes(kept), 'a node that was added is not listed');
        t.ok(!names.includes(once), 'a node that was added with onetry is listed');
      });
    },
  }),
];
