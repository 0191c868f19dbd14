import { expect, test } from 'vitest';
import { compareSpecs } from '../../specs/compare/compare-specs.ts';
import { methodOf, paramOf, shapeOf, specOf, variantOf } from '../../specs/model/testing/small-spec.ts';
import { changelog } from './changelog.ts';

const before = specOf({
  methods: [
    methodOf('getone', { params: [paramOf('a', { enum: ['x|y'] })], variants: [variantOf('default', { $ref: 'Thing' })] }),
    methodOf('gettwo'),
  ],
  shapes: [shapeOf('Thing', { type: 'object', properties: { size: { type: 'integer' } } })],
});
const after = specOf({
  methods: [methodOf('getone', { params: [paramOf('a', { enum: ['x|y', '<b>`'] })], variants: [variantOf('default', { $ref: 'Thing' })] })],
  shapes: [shapeOf('Thing', { type: 'object', properties: { size: { type: 'string' }, weight: { type: 'number' } } })],
});

test('changes stand by class and subject, with what was and what is', () => {
  const text = changelog(compareSpecs(before, after), before.edition, { title: 'A standard', edition: '2' });
  expect(text).toBe(`# Changes from \`A standard 1\` to \`A standard 2\`

4 changes: 2 breaking, 0 unclassified, 2 compatible.

## Breaking

Existing clients may fail.

- \`method gettwo\`
  - A method is missing: before \`A method.\` (\`method-removed\`)
- \`shape Thing\` in \`getone\`
  - The JSON type is another one \`size\`: before \`integer\`, now \`string\` (\`type-changed\`)

## Compatible

Existing clients work as before.

- \`method getone\`
  - A closed list has a new value \`argument a\`: now \`\` <b>\` \`\` (\`value-added\`)
- \`shape Thing\` in \`getone\`
  - A result has a new field \`weight\`: now \`{"type":"number"}\` (\`field-added\`)
`);
});

test('no change', () => {
  expect(changelog([], before.edition, before.edition)).toContain('No change.');
});
