import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';
import { whileAdded } from '../support/added-nodes.ts';

export const getaddednodeinfoRules: readonly Case[] = [
  rule({
    rule: 'getaddednodeinfo/onetry',
    effect: ['network'],
    uses: ['addnode'],
    run: async (t) => {
      // Ports of the local machine without a listener, so that each attempt fails at once.
      const once = `127.0.0.1:${t.random.integer(2, 6)}`;
      const kept = `127.0.0.1:${t.random.integer(200, 900)}`;
      await whileAdded(t, [kept], async () => {
        await t.result('addnode', { node: once, command: 'onetry' });
        const names = (await t.result('getaddednodeinfo')).map(({ addednode }) => addednode);
        t.ok(names.includes(kept), 'getaddednodeinfo does not list an added node');
        t.ok(!names.includes(once), 'getaddednodeinfo lists a node that was added with onetry');
      });
    },
  }),
];
