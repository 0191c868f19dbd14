import { parse } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';

export const gobjectDeserializeRules: readonly Case[] = [
  rule({
    rule: 'gobject-deserialize/json',
    effect: ['read'],
    uses: ['gobject check', 'gobject prepare'],
    run: async (t) => {
      const { dataHex: hex } = await t.world.use('preparedProposal');
      const result = await t.result('gobject deserialize', { 'data-hex': hex });
      const json = typeof result === 'string' ? decoded(t, 'the text', () => parse(result)) : result;
      t.equal(json, parse(Buffer.from(hex, 'hex').toString()), 'the JSON of the result');
    },
  }),
];
