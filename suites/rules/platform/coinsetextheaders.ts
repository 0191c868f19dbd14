import type { Case } from '../../../engine/case.ts';
import { announce, unannouncedBurn } from '../../../fixtures/world/ingredients/external-burns.ts';
import type { ExtBurnProof } from '../../../fixtures/world/types.ts';
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
      t.ok(!(await canMint(t, { burn, witness })), 'a mint is accepted although no header of its block was set');
      await announce(t.world, burn, t.random.hex(32));
      t.ok(!(await canMint(t, { burn, witness })), 'a mint is accepted whose block has another root in the headers that were set');
      await announce(t.world, burn);
      await confirmed(t, await mintOf(t, { burn, witness }));
    },
  }),
  rule({
    effect: ['wallet', 'chain', 'network'],
    rule: 'coinsetextheaders/validate-bridge',
    case: 'several',
    uses: [...bridgeCalls, 'coinmint'],
    run: async (t) => {
      const burns: ExtBurnProof[] = [];
      while (burns.length < 4) burns.push(await unannouncedBurn(t.world));
      const witness = await witnessOf(t);
      const header = ({ blocknumber, txroot_hex }: ExtBurnProof, root = txroot_hex) => [blocknumber, root] as const;
      // All in one call, and two of them with the root of another block: the first and the last.
      const [first, second, third, last] = burns as [ExtBurnProof, ExtBurnProof, ExtBurnProof, ExtBurnProof];
      const headers = [header(first, t.random.hex(32)), header(second), header(third), header(last, second.txroot_hex)];
      await t.result('coinsetextheaders', { headers });
      for (const burn of [first, last])
        t.ok(!(await canMint(t, { burn, witness })), 'a mint is accepted whose block has another root in the headers that were set');
      for (const burn of [second, third]) await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      await t.result('coinsetextheaders', { headers: [header(last), header(second), header(first)] });
      for (const burn of [first, last]) await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
    },
  }),
];
