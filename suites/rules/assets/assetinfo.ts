import type { Case } from '../../../engine/case.ts';
import { stringify } from '../../../client/wire-json.ts';
import { TOKEN_DESCRIPTION } from '../../../fixtures/world/ingredients/tokens.ts';
import { amountSat } from '../../support/amounts.ts';
import { rule } from '../rule.ts';
import { holdsText, mustShowFields } from '../../support/token-fields.ts';
import { confirmedToken } from '../../support/tokens.ts';

export const assetinfoRules: readonly Case[] = [
  rule({
    rule: 'assetinfo/public-value',
    effect: ['read'],
    uses: ['assetnew'],
    run: async (t) => {
      const { guid } = await t.world.use('token');
      const { public_value: value } = await t.result('assetinfo', { asset_guid: guid });
      t.ok(
        holdsText(value, TOKEN_DESCRIPTION),
        `public_value is ${value}, expected JSON text with the description "${TOKEN_DESCRIPTION}"`,
        {
          path: 'public_value',
        },
      );
    },
  }),
  rule({
    rule: 'assetinfo/fields',
    effect: ['wallet', 'chain'],
    uses: ['assetnew'],
    run: async (t) => {
      const fields = {
        symbol: t.random.word(t.random.integer(1, 8)).toUpperCase(),
        description: `token ${t.random.word(8)}`,
        contract: t.random.hex(20),
        precision: t.random.integer(0, 8),
        max_supply: String(t.random.integer(1, 1_000_000)),
        updatecapability_flags: t.random.integer(0, 127),
      };
      const { asset_guid: guid } = await confirmedToken(t, fields);
      const { balance, max_supply: max } = await mustShowFields(t, guid, fields);
      const held = amountSat(t, balance, 'balance');
      t.ok(held <= amountSat(t, max, 'max_supply'), `balance is ${stringify(balance)}, above max_supply`, { path: 'balance' });
    },
  }),
  rule({
    rule: ['assetinfo/contract-prefix', 'assetnew/contract-without-prefix'],
    effect: ['wallet', 'chain'],
    uses: ['assetnew'],
    run: async (t) => {
      const contract = t.random.hex(20);
      const { asset_guid: guid } = await confirmedToken(t, { contract });
      const shown = await t.result('assetinfo', { asset_guid: guid });
      t.equal(shown.contract.toLowerCase(), `0x${contract}`, 'the contract of a token created with this contract', { path: 'contract' });
    },
  }),
];
