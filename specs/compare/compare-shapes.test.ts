import { expect, test } from 'vitest';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from '../model/testing/small-spec.ts';
import type { Method, Schema, Shape, Spec } from '../model/types.ts';
import { compareSpecs } from './compare-specs.ts';
import { changesOf } from './testing/changes-of.ts';

const text: Schema = { type: 'string' };
const number: Schema = { type: 'integer' };
const used = (shape: Shape, ...methods: Method[]): Spec => specOf({ methods, shapes: [shape] });
const takes = (id: string): Method => methodOf(id, { params: [paramOf('a', { $ref: 'Thing' })] });
const returns = (id: string): Method => methodOf(id, { variants: [variantOf('default', { type: 'array', items: { $ref: 'Thing' } })] });

test('a changed shape is one change, with all methods that use it', () => {
  const methods = [returns('getone'), returns('gettwo')];
  const changes = compareSpecs(used(shapeOf('Thing', number), ...methods), used(shapeOf('Thing', { type: 'number' }), ...methods));
  expect(changes).toEqual([
    {
      rule: 'type-widened',
      class: 'breaking',
      direction: 'result',
      subject: 'shape Thing',
      path: '',
      before: 'integer',
      after: 'number',
      methods: ['getone', 'gettwo'],
    },
  ]);
});

test('a shape that goes both ways has the more serious class', () => {
  const methods = [takes('setone'), returns('getone')];
  const changes = compareSpecs(used(shapeOf('Thing', { type: 'number' }), ...methods), used(shapeOf('Thing', number), ...methods));
  expect(changes).toMatchObject([{ rule: 'type-narrowed', class: 'breaking', methods: ['setone', 'getone'] }]);
  expect(changes[0]).not.toHaveProperty('direction');
});

test('a shape counts in the direction in which both sides use it', () => {
  const before = used(shapeOf('Thing', { type: 'number' }), returns('getone'));
  const after = used(shapeOf('Thing', number), returns('getone'), takes('setone'));
  expect(changesOf(before, after)).toEqual(['method-added: compatible', 'type-narrowed: compatible']);
});

test('a shape in place of the same schema is no change, another shape of the same form is', () => {
  const inPlace = specOf({ methods: [methodOf('getone', { variants: [variantOf('default', { type: 'array', items: number })] })] });
  expect(changesOf(inPlace, used(shapeOf('Thing', number), returns('getone')))).toEqual([]);
  const shapes = [shapeOf('Thing', number), shapeOf('Other', number)];
  const other = methodOf('getone', { variants: [variantOf('default', { type: 'array', items: { $ref: 'Other' } })] });
  expect(changesOf(specOf({ methods: [returns('getone')], shapes }), specOf({ methods: [other], shapes }))).toEqual([
    'kind-changed: unclassified',
  ]);
});

test('shapes that contain themselves under two names are compared to an end', () => {
  const tree = (name: string, leaf: Schema): Spec =>
    specOf({
      methods: [methodOf('getone', { variants: [variantOf('default', { $ref: name })] })],
      shapes: [shapeOf(name, { type: 'object', properties: { leaf, children: { type: 'array', items: { $ref: name } } } })],
    });
  expect(changesOf(tree('Tree', number), tree('Baum', text))).toEqual(['type-changed: breaking']);
});

test('a secret', () => {
  const secret = used({ ...shapeOf('Thing', text), secret: true }, returns('getone'));
  const open = used(shapeOf('Thing', text), returns('getone'));
  expect([changesOf(open, secret), changesOf(secret, open)]).toEqual([['secret-added: unclassified'], ['secret-removed: unclassified']]);
});
