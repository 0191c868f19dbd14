import { currentTime, newProposalHex } from '../../../fixtures/world/ingredients/proposals.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** Data that is no proposal in any form: no JSON, and JSON without any data. */
const invalid = ['pyx', '', '{', '{}', '[]', 'null'].map(hexOf).filter((hex) => hex !== '');

/** Whether the node takes the data of a proposal with a change. */
async function takes(t: Trial, change: { readonly [name: string]: unknown }): Promise<boolean> {
  const text = Buffer.from(await newProposalHex(t.world), 'hex').toString();
  const fields = JSON.parse(text) as { [name: string]: unknown };
  // In the older form the fields are within lists, where a change would be ignored.
  if (Array.isArray(fields)) t.inapplicable('the node takes proposals in another form');
  return (await t.call('gobject check', { hex: hexOf(JSON.stringify({ ...fields, ...change })) })).ok;
}

export const gobjectCheckRules: readonly Case[] = [
  rule({
    rule: ['gobject-check/validates', 'gobject-check/hex-of-json'],
    effect: ['wallet', 'chain'],
    uses: ['gobject prepare'],
    run: async (t) => {
      const { dataHex: hex } = await t.world.use('preparedProposal');
      await t.result('gobject check', { hex });
      await t.refused('gobject check', { hex: hexOf(hex) }, 'the data is the hex of hex, not of JSON');
    },
  }),
  rule({
    rule: 'gobject-check/rejects',
    effect: ['read'],
    run: async (t) => {
      for (const hex of invalid) await t.refused('gobject check', { hex }, 'the data is no proposal');
    },
  }),
  rule({
    rule: 'gobject-check/proposal-data-only',
    effect: ['read'],
    uses: ['gobject count'],
    run: async (t) => {
      const before = await t.result('gobject count', { format: 'json' });
      await t.result('gobject check', { hex: await newProposalHex(t.world) });
      t.equal(await t.result('gobject count', { format: 'json' }), before, 'the result of gobject count after a check');
    },
  }),
  rule({
    rule: 'gobject-check/complete-set',
    effect: ['read'],
    run: async (t) => {
      const { method } = t.world.service.request('gobject count');
      for (const word of ['list-prepared', 'vote', 'vote-alias', 'info', t.random.word(8)]) {
        t.noteRequest(`${method} ${word}`);
        const reply = await t.node.client.call(method, [word]);
        t.ok(reply.type !== 'result', `${method} ${word} is answered with a result, but it is none of the 13 sub-commands`);
      }
    },
  }),
  openQuestion({
    question: 'gobject-check/members',
    effect: ['read'],
    run: async (t) => {
      const needed: string[] = [];
      for (const name of ['type', 'name', 'start_epoch', 'end_epoch', 'payment_address', 'payment_amount', 'url'])
        if (!(await takes(t, { [name]: undefined }))) needed.push(name);
      const others: string[] = [];
      if (await takes(t, { note: 'x' })) others.push('others are taken');
      if (!(await takes(t, { url: `https://${'x'.repeat(600)}` }))) others.push('more than 600 bytes are not');
      return `needs ${needed.join(', ')}; ${others.join(', ')}`;
    },
  }),
  openQuestion({
    question: 'gobject-check/ended',
    effect: ['read'],
    run: async (t) => ((await takes(t, { start_epoch: currentTime() - 7200, end_epoch: currentTime() - 3600 })) ? 'accepted' : 'refused'),
  }),
];
