import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { Wire } from '../../../specs/model/wire.ts';
import { stringify } from '../../../client/wire-json.ts';
import { costOf } from './cost.ts';
import { NULL, quoted, text, type JsonNode } from './json-node.ts';
import { livingTree } from './living-tree.ts';
import { shrinkNode } from './shrink-node.ts';
import { writeNode } from './write-node.ts';

const nothing = (): undefined => undefined;
const plain = { before: '', head: '', middle: '', tail: '', after: '' };

test('a tree is written as it is: numbers with their digits, names twice, a lone surrogate as an escape', () => {
  const tree: JsonNode = {
    items: [
      text('1e400'),
      text('-0'),
      quoted('\ud800'),
      {
        members: [
          [quoted('a'), NULL],
          [quoted('a'), text('0.10')],
        ],
      },
    ],
  };
  expect(writeNode(tree, nothing)).toBe('[1e400,-0,"\\ud800",{"a":null,"a":0.10}]');
  expect(writeNode({ ...plain, times: 3, head: '[', tail: ']' }, nothing)).toBe('[[[]]]');
});

test('the tree of a living value is written as the value, on each node as its own', () => {
  const value: Wire = [{ txid: 'ab'.repeat(32), vout: 1 }, { ['addr'.repeat(8)]: new LosslessNumber('0.10000000') }, true, 'ALL'];
  const other: Wire = [{ txid: 'cd'.repeat(32), vout: 0 }, { ['ydda'.repeat(8)]: 2 }, true, 'ALL'];
  const tree = livingTree(value, 'x/0');
  expect(writeNode(tree, () => value)).toBe(stringify(value));
  expect(writeNode(tree, () => other)).toBe(stringify(other));
  expect(JSON.stringify(tree)).not.toContain('abab');
});

test('a living value is changed by splices, one after another; a value that the node lacks is null', () => {
  const node: JsonNode = {
    living: 'x/0',
    at: [0],
    splices: [
      { at: 2, remove: 1, insert: 'zz' },
      { at: 0, remove: 1, insert: '' },
    ],
  };
  expect(writeNode(node, () => ['abcdef'])).toBe('"bzzdef"');
  expect(writeNode(node, () => [])).toBe('null');
  expect(writeNode({ living: 'x/0', at: [0, 0], isName: true }, () => [{ name: 1 }])).toBe('"name"');
});

const samples: readonly JsonNode[] = [
  text('123456'),
  text('-2147483649'),
  text('1e400'),
  quoted('a"\\\u0000é\ud800'),
  { items: [text('1'), quoted('abc'), { items: [] }] },
  {
    members: [
      [quoted('x'), text('1')],
      [quoted('x'), { items: [NULL, NULL] }],
    ],
  },
  { living: 'x/0', at: [0, 1], splices: [{ at: 3, remove: 2, insert: 'ff' }] },
  { ...plain, times: 10, before: '"', head: 'a', after: '"' },
];

test('every simpler tree costs less, is JSON, and in the end there is null', () => {
  for (const sample of samples) {
    let node = sample;
    for (let step = 0; costOf(node) > 0; step++) {
      const simpler = [...shrinkNode(node)];
      for (const shrunk of simpler) {
        expect(costOf(shrunk)).toBeLessThan(costOf(node));
        expect(() => JSON.parse(writeNode(shrunk, nothing)) as unknown).not.toThrow();
      }
      // Not always null, the first one.
      node = simpler[(7 * step + 1) % simpler.length] ?? NULL;
      expect(step).toBeLessThan(200);
    }
    expect(node).toEqual(NULL);
  }
});

/** The first tree of which no simpler one fails. */
function smallest(node: JsonNode, fails: (json: string) => boolean): string {
  for (const simpler of shrinkNode(node)) if (fails(writeNode(simpler, nothing))) return smallest(simpler, fails);
  return writeNode(node, nothing);
}

const holds = (json: string, check: (value: unknown) => boolean): boolean => check(JSON.parse(json));

test('a failure from some length, number or depth on shrinks to exactly that', () => {
  const long = (value: unknown): boolean => typeof value === 'string' && value.length > 255;
  expect(smallest({ ...plain, times: 5_000, before: '"', head: 'ff', after: '"' }, (json) => holds(json, long))).toBe(
    `"${'ff'.repeat(128)}"`,
  );
  expect(smallest(quoted('x'.repeat(700)), (json) => holds(json, long))).toBe(`"${'a'.repeat(256)}"`);
  expect(smallest(text('987654321'), (json) => Number(json) >= 1_000)).toBe('1000');
  expect(smallest({ ...plain, times: 1_000, head: '[', tail: ']' }, (json) => json.startsWith('[['.repeat(10)))).toBe(
    `${'['.repeat(20)}${']'.repeat(20)}`,
  );
});

test('only the items and members that a failure needs stay', () => {
  const tree: JsonNode = {
    items: [
      text('1'),
      {
        members: [
          [quoted('a'), text('5')],
          [quoted('b'), quoted('deep')],
        ],
      },
      { items: [text('7'), quoted('x')] },
    ],
  };
  const isPair = (value: unknown): boolean =>
    Array.isArray(value) && JSON.stringify(value).includes('"b":') && JSON.stringify(value).includes('7');
  expect(smallest(tree, (json) => holds(json, isPair))).toBe('[{"b":null},7]');
});
