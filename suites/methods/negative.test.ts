import { expect, test } from 'vitest';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { specification } from '../../specs/model/specification.ts';
import { FakeTarget, refused, result, runOptions, type Answers } from '../../engine/testing/fakes.ts';
import { run } from '../../engine/run.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { Specification } from '../../specs/model/spec.ts';
import { methodOf, paramOf, specOf } from '../../specs/model/testing/small-spec.ts';
import type { Schema } from '../../specs/model/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { negativeCases } from './negative.ts';

/** The outcomes of the invalid calls to a method, on a node with these answers. `walletInfo`: what getwalletinfo returns. */
async function tried(method: string, answers: Answers, walletInfo: () => Wire = () => ({})): Promise<Outcome[]> {
  const others: { readonly [method: string]: Wire } = {
    getblockchaininfo: { chain: 'regtest', blocks: 0 },
    getrawmempool: [],
    createwallet: { name: 'a', warning: '' },
    listwallets: [],
    listlockunspent: [],
    listlabels: [],
  };
  const target = new FakeTarget((called, params, node) => {
    if (called === method) return answers(called, params, node);
    return result(called === 'getwalletinfo' ? walletInfo() : (others[called] ?? 'unchanged'));
  });
  const cases = negativeCases(specification, specification.method(method)).filter(
    ({ kind }) => kind === 'missing' || kind === 'wrong-type',
  );
  const outcomes: Outcome[] = [];
  for await (const outcome of run({ cases, whole: true }, runOptions(target, { specification, definitions: ingredients })))
    outcomes.push(outcome);
  return outcomes;
}

test('a refusal because the method is missing does not count as a correct refusal', async () => {
  const outcomes = await tried('getblockhash', () => refused(-32601, 'Method not found'));
  expect(outcomes.length).toBeGreaterThan(3);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      status: 'failed',
      findings: [
        {
          check: 'missing-method',
          evidence: 'document',
          message: expect.stringMatching(/^getblockhash was refused with -32601 /) as string,
        },
      ],
    });
});

test('any other refusal of an invalid call counts as a correct refusal', async () => {
  const outcomes = await tried('getblockhash', () => refused(-3, 'Expected type number'));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['passed', 'observed']));
});

/** The findings of invalid calls to settxfee, which change what getwalletinfo returns. */
async function changed(change: (info: { txcount: number; paytxfee: number }) => void): Promise<string[]> {
  const info = { txcount: 3, paytxfee: 0 };
  const outcomes = await tried(
    'settxfee',
    () => {
      change(info);
      return refused(-3, 'Expected type number');
    },
    () => ({ ...info }),
  );
  expect(outcomes.length).toBeGreaterThan(3);
  return outcomes.flatMap(({ findings }) => findings.filter(({ evidence }) => evidence !== 'observation').map(({ check }) => check));
}

test('a refused call that changes the wallet each time, or its fee once, is a finding', async () => {
  const everyTime = await changed((info) => void info.txcount++);
  expect(new Set(everyTime)).toEqual(new Set(['state-after-refusal']));
  expect(everyTime.length).toBeGreaterThan(3);
  expect(await changed((info) => (info.paytxfee = 1))).toEqual(['state-after-refusal']);
});

test('a wallet that hears of an earlier payment during a refused call is no finding', async () => {
  expect(await changed((info) => (info.txcount = 4))).toEqual([]);
});

test('what is stated of invalid values of a member holds for its keywords, and is not the statement of the argument', () => {
  const entry: Schema = {
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 3 },
      note: { type: 'string', maxLength: 3, onInvalid: 'unstated' },
      parts: { type: 'array', onInvalid: 'empty', items: { type: 'integer', minimum: 1 } },
    },
  };
  const add = methodOf('add', { params: [paramOf('entry', entry, { onInvalid: 'refuse' })] });
  const own = new Specification({ spec: specOf({ methods: [add] }), branded: [], validators: {} }, {});
  const outside = negativeCases(own, add, 'each-keyword').filter(({ kind }) => kind === 'outside');
  expect(outside.map(({ id, title }) => `${id}: ${title}`)).toEqual([
    'methods/add/outside/entry.id:type: add refuses a call with an invalid value of entry.id (type)',
    'methods/add/outside/entry.id:maxLength: add refuses a call with an invalid value of entry.id (maxLength)',
    'methods/add/outside/entry.note:type: add answers or refuses a call with an invalid value of entry.note (type)',
    'methods/add/outside/entry.note:maxLength: add answers or refuses a call with an invalid value of entry.note (maxLength)',
    'methods/add/outside/entry.parts:type: add returns an empty list for a call with an invalid value of entry.parts (type)',
    ...['item', 'item-2'].flatMap((item) =>
      ['type', 'fraction', 'below-minimum'].map(
        (slug) =>
          `methods/add/outside/entry.parts.${item}:${slug}: add returns an empty list for a call with an invalid value of entry.parts.${item} (${slug})`,
      ),
    ),
  ]);
  // In Pyx's own standard no statement is about these.
  expect(negativeCases(own, add).filter(({ kind }) => kind === 'outside')).toEqual([]);
});

test('a pattern that is no regular expression has no cases, and leaves those of other keywords', () => {
  const texts = [paramOf('title', { type: 'string', pattern: '^[a-z\\_]+$' }), paramOf('note', { type: 'string', maxLength: 3 })];
  const add = methodOf('add', { params: texts });
  const own = new Specification({ spec: specOf({ methods: [add] }), branded: [], validators: {} }, {});
  const outside = negativeCases(own, add, 'each-keyword').filter(({ kind }) => kind === 'outside');
  expect(outside.map(({ id }) => id)).toEqual(['methods/add/outside/note:maxLength']);
});
