import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { loadSpec } from '../specs/model/load.ts';
import { Specification } from '../specs/model/spec.ts';
import { methodOf, somewhere as source } from '../specs/model/testing/small-spec.ts';
import type { Method, Spec } from '../specs/model/types.ts';
import { coverageOf, dimensions, universeOf } from './coverage.ts';
import { fakeCase } from './testing/fakes.ts';
import { HitRecorder } from './hits.ts';
import type { Case } from './case.ts';

const method = (id: string, rest: Partial<Method>): Method => methodOf(id, { variants: [], ...rest });

const spec: Spec = {
  methods: [
    method('getthing', {
      params: [
        { name: 'hash', required: true, onInvalid: 'unstated', schema: { type: 'string' } },
        { name: 'verbosity', required: false, onInvalid: 'unstated', schema: { enum: [0, 1] }, default: 1 },
        { name: 'options', required: false, onInvalid: 'unstated', schema: { $ref: 'Options' } },
      ],
      variants: [
        { id: 'verbosity=0', when: { verbosity: 0 }, effect: ['read'], result: { type: 'string' } },
        {
          id: 'verbosity=1',
          effect: ['read'],
          result: {
            type: 'object',
            properties: {
              tx: { type: 'array', items: { type: 'object', properties: { txid: { type: 'string' } } } },
              never: { type: 'string' },
            },
          },
          untestable: { never: 'verbosity is 1' },
        },
      ],
      rules: [
        { id: 'getthing/a', text: '', source },
        { id: 'getthing/b', text: '', source, untestable: 'it takes a year' },
      ],
    }),
    method('absentthing', {
      family: 'platform',
      params: [{ name: 'mode', required: false, onInvalid: 'unstated', schema: { enum: ['x'] } }],
      rules: [{ id: 'absentthing/a', text: '', source }],
    }),
    method('help', { family: 'control', beyond: true }),
  ],
  shapes: {
    Options: {
      name: 'Options',
      summary: '',
      source,
      secret: false,
      schema: {
        type: 'object',
        required: ['list'],
        properties: {
          feeRate: { type: 'number' },
          list: { type: 'array', items: { type: 'object', properties: { mode: { enum: ['UNSET'] }, again: { $ref: 'Options' } } } },
        },
      },
    },
  },
  edition: { title: 'A standard', edition: '1' },
  documents: [],
  states: [
    { id: 'locked', state: '', trigger: '', methods: ['absentthing'], next: '', source },
    { id: 'open', state: '', trigger: '', methods: ['absentthing', 'getthing'], next: '', source },
  ],
  statuses: [],
  limits: [{ id: 'size', limit: '', value: 1, appliesTo: ['getthing'], source }],
  errors: [{ id: 'no-wallet', text: '', methods: [], source, untestable: 'never' }],
  envelope: [{ id: 'verb', text: '', source }],
};
const specification = new Specification({ spec, branded: [], validators: {} }, {});
const universe = universeOf(specification, new Map([['absentthing', 'this release has none']]));

/** The hits of calls of `getthing`, by the recorder of runs. */
function hitsOf(calls: { params: Wire[]; result: Wire }[], judged: string[] = []): Set<string> {
  const recorder = new HitRecorder(specification);
  return new Set(
    recorder.hitsOf(
      calls.map(({ params, result }) => ({ method: 'getthing', args: {}, params, reply: { type: 'result', result, durationMs: 0 } })),
      judged,
    ),
  );
}

const loaded = loadSpec(join(import.meta.dirname, '../specs'));
const real = new Specification({ spec: loaded.spec, branded: loaded.branded, validators: {} }, {});

describe('coverage', () => {
  test('counts the documented items only', () => {
    expect(universe.methods).toEqual(['m:getthing', 'm:absentthing']);
    expect(universe.enumValues).toEqual([
      'e:getthing.verbosity=0',
      'e:getthing.verbosity=1',
      'e:getthing.options.list.mode=UNSET',
      'e:absentthing.mode=x',
    ]);
    expect(universe.resultFields).toEqual([
      'f:getthing#verbosity=1:tx',
      'f:getthing#verbosity=1:never',
      'f:getthing#verbosity=1:tx[].txid',
    ]);
    expect(universe.params).toContain('p:getthing.options.feeRate:omitted');
    expect(universe.params).not.toContain('p:getthing.hash:omitted');
    expect(universe.params).not.toContain('p:getthing.options.list:omitted');
    expect(universe.families).toEqual({ getthing: 'chain', absentthing: 'platform' });
  });

  test('excludes from the total what is untestable or belongs to absent methods, with the reason', () => {
    const coverage = coverageOf(universe, new Set());
    expect(coverage.methods).toEqual({
      covered: 0,
      total: 1,
      missing: ['getthing'],
      untestable: [{ id: 'absentthing', reason: 'this release has none' }],
    });
    expect(coverage.params.untestable).toEqual([{ id: 'absentthing.mode', reason: 'this release has none' }]);
    expect(coverage.rules.untestable).toEqual([
      { id: 'getthing/b', reason: 'it takes a year' },
      { id: 'absentthing/a', reason: 'this release has none' },
    ]);
    expect(coverage.resultFields.untestable).toEqual([{ id: 'getthing#verbosity=1:never', reason: 'verbosity is 1' }]);
    expect(coverage.stateRows).toMatchObject({ total: 1, missing: ['open'], untestable: [{ id: 'locked' }] });
    expect(coverage.errors).toMatchObject({ covered: 0, total: 0, untestable: [{ id: 'no-wallet', reason: 'never' }] });
  });

  test('counts an optional parameter as covered if it was given and omitted, once by its name', () => {
    const given = coverageOf(universe, hitsOf([{ params: ['00', 0], result: 'ff' }]));
    expect(given.params.missing).toContain('getthing.verbosity');
    expect(given.params.missing).not.toContain('getthing.hash');
    const both = coverageOf(
      universe,
      hitsOf([
        { params: ['00', 0], result: 'ff' },
        { params: ['00'], result: { tx: [] } },
      ]),
    );
    expect(both.params.missing).not.toContain('getthing.verbosity');
    expect(both.params.missing.filter((name) => name === 'getthing.options')).toHaveLength(1);
    expect(both.enumValues.missing).toEqual(['getthing.verbosity=1', 'getthing.options.list.mode=UNSET']);
    expect(both.resultFields).toMatchObject({ covered: 1, total: 2, missing: ['getthing#verbosity=1:tx[].txid'] });
  });

  test('can be complete with the hits of the recorder', () => {
    const option = { feeRate: 1, list: [{ mode: 'UNSET', again: { list: [] } }] };
    const hits = hitsOf(
      [
        { params: ['00', 0], result: 'ff' },
        { params: ['00', 1, option], result: { tx: [{ txid: '00' }] } },
        { params: ['00', 1, { list: [{}] }], result: { tx: [] } },
        { params: ['00'], result: { tx: [] } },
      ],
      ['r:getthing/a', 's:open', 'l:size', 'v:verb'],
    );
    const coverage = coverageOf(universe, hits);
    for (const dimension of dimensions) expect(coverage[dimension].missing, dimension).toEqual([]);
  });

  test('of the whole specification has every name once, and nothing covered without hits', () => {
    const whole = universeOf(real, new Map());
    expect(whole.methods).toHaveLength(real.documented.length);
    const none = coverageOf(whole, new Set());
    const everything = coverageOf(whole, new Set(dimensions.flatMap((dimension) => whole[dimension])));
    for (const dimension of dimensions) {
      expect(new Set(whole[dimension]).size, dimension).toBe(whole[dimension].length);
      expect(none[dimension].covered).toBe(0);
      expect(everything[dimension].covered).toBe(everything[dimension].total);
      expect(everything[dimension].total, dimension).toBeGreaterThan(5);
    }
    expect(whole.params).toContain('p:fundrawtransaction.options.feeRate:given');
    expect(whole.resultFields).toContain('f:getblock#verbosity=1:tx');
  });
});

describe('of a partial run', () => {
  const about = (id: string, part: Partial<Case>): Case => ({ ...fakeCase(id, () => undefined), ...part });
  test('only the items of its cases are counted', () => {
    const generated = about('methods/getblock/a', { method: 'getblock', generated: true });
    const rule = about('rules/getbalance/a', { method: 'getbalance', judges: ['r:getbalance/spendable'] });
    const selected = universeOf(real, new Map(), [generated, rule]);
    expect(selected.methods).toEqual(['m:getblock']);
    expect(new Set(selected.resultFields.map((id) => id.split('#')[0]))).toEqual(new Set(['f:getblock']));
    expect(selected.params.every((id) => id.startsWith('p:getblock.'))).toBe(true);
    expect(selected.rules).toEqual(['r:getbalance/spendable']);
    expect([selected.stateRows, selected.limits, selected.errors, selected.envelope]).toEqual([[], [], [], []]);
    expect(universeOf(real, new Map(), []).methods).toEqual([]);
  });
});
