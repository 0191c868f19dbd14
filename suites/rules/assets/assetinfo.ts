import type { Case } from '../../../engine/case.ts';
import { TOKEN_DESCRIPTION } from '../../../fixtures/world/ingredients/tokens.ts';
import { rule } from '../rule.ts';
import { confirmedToken } from '../../support/tokens.ts';

/** Whether JSON text is read, and one of its values is the text. */
function holds(json: string, text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(json)).includes(JSON.stringify(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export const assetinfoRules: readonly Case[] = [
  rule({
    rule: 'assetinfo/public-value',
    effect: ['read'],
    uses: ['assetnew'],
    run: async (t) => {
      const { guid } = await t.world.use('token');
      const { public_value: value } = await t.result('assetinfo', { asset_guid: guid });
      t.ok(holds(value, TOKEN_DESCRIPTION), `public_value is ${value}, expected JSON text with the description "${TOKEN_DESCRIPTION}"`, {
        path: 'public_value',
      });
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
