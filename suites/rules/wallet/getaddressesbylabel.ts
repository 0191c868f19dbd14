import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import type { Case } from '../../../engine/case.ts';
import { rule } from '../rule.ts';

const byLabel = rule({
  rule: ['getaddressesbylabel/keys', 'getaddressesbylabel/purpose'],
  effect: ['wallet'],
  uses: ['getnewaddress'],
  run: async (t) => {
    await t.world.use('wallet');
    const label = newLabel(t.world);
    const addresses: string[] = [];
    for (const type of ['legacy', 'p2sh-segwit', 'bech32'] as const)
      addresses.push(await t.result('getnewaddress', { label, address_type: type }));
    await t.result('getnewaddress', { label: newLabel(t.world) });
    const found = await t.result('getaddressesbylabel', { label });
    t.equal(Object.keys(found).sort(), addresses.sort(), 'the list of addresses of a label with three addresses');
    for (const { purpose } of Object.values(found)) t.equal(purpose, 'receive', 'purpose of a receiving address', { path: 'purpose' });
  },
});

export const getaddressesbylabelRules: readonly Case[] = [byLabel];
