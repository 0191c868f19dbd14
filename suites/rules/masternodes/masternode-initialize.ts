import type { Case } from '../../../engine/case.ts';
import { isListed, missingOf, mustBeListed, namesOf, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodeInitializeRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network'],
    uses: ['masternodelist', 'masternode start-missing'],
    rule: ['masternode-initialize/one-by-name', 'masternode-start-missing/by-mode'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const first = t.random.pick(configured);
      const others = configured.filter((other) => other !== first);
      await t.result('masternode initialize', { name: first.name });
      await mustBeListed(t, first, `masternode initialize ${first.name}`);
      for (const other of others) {
        t.ok(!(await isListed(t, other)), `masternode initialize ${first.name} started ${other.name}`, { check: 'only-one' });
      }
      await t.result('masternode start-missing');
      for (const other of others) await mustBeListed(t, other, 'masternode start-missing');
    },
  }),
  rule({
    ...ofMasternodes,
    ownNode: true,
    effect: ['network'],
    uses: ['masternodelist'],
    rule: 'masternode-initialize/one-by-name',
    case: 'each',
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const left = [...configured];
      while (left.length > 0) {
        const next = t.random.pick(left);
        left.splice(left.indexOf(next), 1);
        await t.result('masternode initialize', { name: next.name });
        t.equal(
          namesOf(await missingOf(t, configured)),
          namesOf(left),
          `the masternodes that are not listed after initialize ${next.name}`,
        );
      }
    },
  }),
];
