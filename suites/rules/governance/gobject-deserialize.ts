import { parse } from '../../../client/wire-json.ts';
import { newProposalHex } from '../../../fixtures/world/ingredients/proposals.ts';
import type { Case } from '../../../engine/types.ts';
import { rule } from '../rule.ts';

export const gobjectDeserializeRules: readonly Case[] = [
  rule({
    rule: 'gobject-deserialize/json',
    effect: ['read'],
    uses: ['gobject check'],
    run: async (t) => {
      const hex = await newProposalHex(t.world);
      const result = await t.result('gobject deserialize', { 'data-hex': hex });
      t.equal(typeof result === 'string' ? parse(result) : result, parse(Buffer.from(hex, 'hex').toString()), 'the JSON of the result');
    },
  }),
];
