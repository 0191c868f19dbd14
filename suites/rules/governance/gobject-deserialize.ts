import { parse } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { newProposalHex } from '../../../fixtures/world/ingredients/proposals.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';

/** Values of members, as JSON: nested, empty, with escapes, beyond ASCII, and numbers that a double does not hold. */
const VALUES = [
  '{"a":{"b":[{"c":null},[],{}]},"d":""}',
  '[1,[2,[3,"4"]],true,false]',
  String.raw`"quote \" backslash \\ line \n tab \t slash \/ letter \u00e9"`,
  '"Grüße, 世界 🚀"',
  '9007199254740993',
  '[0.1,1e-8,-12345678901234567890]',
];

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
  rule({
    rule: 'gobject-deserialize/json',
    case: 'members',
    effect: ['read'],
    uses: ['gobject check'],
    run: async (t) => {
      const text = Buffer.from(await newProposalHex(t.world), 'hex').toString();
      if (!text.startsWith('{')) t.inapplicable('the node takes proposals in another form');
      for (const [number, value] of VALUES.entries()) {
        const object = `${text.slice(0, -1)},"member_${number}":${value}}`;
        const answer = await t.call('gobject deserialize', { 'data-hex': Buffer.from(object).toString('hex') });
        // That a proposal may have further members is not stated.
        if (!answer.ok) continue;
        const { result } = answer;
        const json = typeof result === 'string' ? decoded(t, 'the text', () => parse(result)) : result;
        t.equal(json, parse(object), `the JSON of a proposal with the further member ${value}`);
      }
    },
  }),
];
