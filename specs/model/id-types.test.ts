import { expect, test } from 'vitest';
import { idTypes } from './id-types.ts';
import { methodOf, shapeOf, somewhere, specOf } from './testing/small-spec.ts';

test('every id in the specification is a member of its type', () => {
  const rule = (id: string): { id: string; text: string; source: typeof somewhere } => ({ id, text: 'So it is.', source: somewhere });
  const text = idTypes(
    specOf({
      methods: [methodOf('a', { rules: [rule('a/one'), rule('a/two')] }), methodOf('b', { rules: [rule('b/it’s')] })],
      shapes: [shapeOf('Hex', { type: 'string' })],
      errors: [{ id: 'wrong-type', text: 'It is refused.', methods: ['a'], source: somewhere }],
    }),
  );
  expect(text).toContain("export type RuleId =\n  | 'a/one'\n  | 'a/two'\n  | 'b/it’s';");
  expect(text).toContain("export type ShapeName =\n  | 'Hex';");
  expect(text).toContain("export type ErrorRowId =\n  | 'wrong-type';");
  expect(text).toContain('export type LimitId = never;');
});
