import type { Case } from '../../../engine/case.ts';
import { announce, unannouncedBurn } from '../../../fixtures/world/ingredients/external-burns.ts';
import { bridgeCalls, canMint, confirmed, mintOf, witnessOf } from '../../support/bridge.ts';
import { rule } from '../rule.ts';

export const coinsetextheadersRules: readonly Case[] = [
  rule({
    effect: ['wallet', 'chain', 'network'],
    rule: 'coinsetextheaders/validate-bridge',
    uses: [...bridgeCalls, 'coinmint'],
    run: async (t) => {
      const burn = await unannouncedBurn(t.world);
      const witness = await witnessOf(t);
      await announce(t.world, burn, t.random.hex(32));
      t.ok(!(await canMint(t, { burn, witness })), 'a mint is accepted whose block has another root in the headers that were set');
      await announce(t.world, burn);
      await confirmed(t, await mintOf(t, { burn, witness }));
    },
  }),
];
