import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSpec } from './load.ts';
import { formatSpecCoverage, formatSpecReadings, specCoverage, specReadings } from './spec-report.ts';
import { methodOf, paramOf, shapeOf, somewhere, specOf, variantOf } from './testing/small-spec.ts';

const { spec: whole } = loadSpec(join(import.meta.dirname, '..'));
const text = { type: 'string' };
const small = specOf({
  methods: [
    methodOf('a', {
      params: [
        paramOf('options', { oneOf: [{ $ref: 'Options' }, { type: 'boolean' }] }, { reading: 'No type is given.' }),
        paramOf('list', { type: 'array', items: { type: 'object', properties: { x: text, y: text } } }),
      ],
      variants: [
        variantOf(
          'v',
          { type: 'object', properties: { f: { ...text, reading: 'As above.' }, g: { $ref: 'Node' } } },
          { options: true },
          { 'g.also': 'It is never there.' },
        ),
        variantOf('default'),
      ],
      rules: [
        { id: 'a/one', text: 'One holds.', source: somewhere },
        {
          id: 'a/two',
          text: 'Two held once.',
          source: { document: 3, section: 'Versioning' },
          untestable: 'It is history.',
          reading: 'Only history is meant.',
        },
      ],
    }),
    methodOf('b', { family: 'wallet' }),
    methodOf('more', {
      beyond: true,
      rules: [{ id: 'more/r', text: 'R.', source: somewhere, untestable: 'No.', reading: 'Not counted.' }],
    }),
  ],
  shapes: [
    shapeOf('Options', { type: 'object', properties: { p: { type: 'object', properties: { q: text } } } }),
    shapeOf('Node', {
      type: 'object',
      properties: {
        name: { ...text, reading: 'As above.' },
        also: { ...text, reading: 'As above.' },
        inner: { $ref: 'Node' },
      },
    }),
  ],
  statuses: [{ id: 's', field: 'a.status', values: [{ value: 'x' }, { value: 'y' }], source: somewhere }],
  limits: [{ id: 'l', limit: 'An hour.', value: 3600, appliesTo: ['a'], source: somewhere, untestable: 'It takes an hour.' }],
});

describe('specCoverage', () => {
  it('counts the specification by family, without methods beyond the documents', () => {
    const { families, total, shapes, rows } = specCoverage(small);
    expect(families).toEqual([
      {
        family: 'chain',
        methods: 1,
        params: 2,
        members: 4,
        variants: 2,
        results: 1,
        fields: 5,
        rules: 2,
        untestable: 1,
      },
      {
        family: 'wallet',
        methods: 1,
        params: 0,
        members: 0,
        variants: 1,
        results: 0,
        fields: 0,
        rules: 0,
        untestable: 0,
      },
    ]);
    expect(total).toEqual({
      methods: 2,
      params: 2,
      members: 4,
      variants: 3,
      results: 1,
      fields: 5,
      rules: 2,
      untestable: 1,
    });
    expect(shapes).toBe(2);
    expect(rows).toEqual({ states: 0, statusValues: 2, limits: 1, errors: 0, envelope: 0 });
  });

  it('lists untestable items with their reasons', () => {
    expect(specCoverage(small).untestable).toEqual([
      { kind: 'field', id: 'a#v:g.also', text: 'The field g.also.', reason: 'It is never there.', source: somewhere },
      {
        kind: 'rule',
        id: 'a/two',
        text: 'Two held once.',
        reason: 'It is history.',
        source: { document: 3, section: 'Versioning' },
      },
      { kind: 'limit', id: 'l', text: 'An hour.', reason: 'It takes an hour.', source: somewhere },
    ]);
  });

  it('is printed as a table', () => {
    const lines = formatSpecCoverage(specCoverage(small)).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'family  methods  params  members  variants  results  fields  rules  untestable',
      'chain         1       2        4         2        1       5      2           1',
      'wallet        1       0        0         1        0       0      0           0',
      'all           2       2        4         3        1       5      2           1',
    ]);
    expect(lines).toEqual(
      expect.arrayContaining(['Untestable: 3', '  field a#v:g.also', '  rule a/two', '    It is history.', '  limit l']),
    );
  });

  it('adds up over the whole specification', () => {
    const { families, total, rows } = specCoverage(whole);
    for (const column of ['methods', 'params', 'members', 'variants', 'fields', 'rules'] as const) {
      expect(families.reduce((sum, counts) => sum + counts[column], 0)).toBe(total[column]);
    }
    expect(families.map(({ family }) => family)).not.toContain('control');
    expect(total.methods).toBe(whole.methods.filter((method) => !method.beyond).length);
    expect(rows.states).toBe(whole.states.length);
  });
});

describe('specReadings', () => {
  it('are listed once for equal texts with one source, with every place', () => {
    expect(specReadings(small)).toEqual([
      { text: 'No type is given.', places: ['a options'], source: somewhere },
      { text: 'As above.', places: ['a (v).f', 'Node.name', 'Node.also'], source: somewhere },
      { text: 'Only history is meant.', places: ['a/two'], source: { document: 3, section: 'Versioning' } },
    ]);
  });

  it('are printed by document and section', () => {
    expect(formatSpecReadings(specReadings(small))).toBe(
      [
        'Document 1, Limits',
        '  a options',
        '    No type is given.',
        '  a (v).f, Node.name, Node.also',
        '    As above.',
        '',
        'Document 3, Versioning',
        '  a/two',
        '    Only history is meant.',
        '',
        '3 readings',
        '',
      ].join('\n'),
    );
  });

  it('include every reading of the specification', () => {
    const written = JSON.stringify({ ...whole, methods: whole.methods.filter((method) => !method.beyond) }).match(/"reading":/g) ?? [];
    const held = specReadings(whole).reduce((sum, reading) => sum + reading.places.length, 0);
    expect(held).toBeGreaterThan(50);
    expect(held).toBeLessThanOrEqual(written.length);
    expect(specReadings(whole)).toContainEqual(
      expect.objectContaining({ places: expect.arrayContaining(['Block.nextblockhash']) as string[] }),
    );
  });
});
