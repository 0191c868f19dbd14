import { expect, test } from 'vitest';
import { coverageOf, universeOf } from '../engine/coverage.ts';
import { specification } from '../specs/model/specification.ts';
import { coverageByFamily } from './family-coverage.ts';
import { itemsByMethod, methodDimensions } from './method-items.ts';
import { start } from './testing/sample-journal.ts';

const universe = universeOf(specification, new Map());

test('every item of the standard is that of its method, also the rules of subcommands', () => {
  const items = itemsByMethod({ start: { ...start, universe }, hits: new Set(['r:gobject-check/validates']), judgedIds: undefined });
  for (const dimension of methodDimensions) {
    const all = [...items.values()].reduce((sum, one) => sum + one[dimension].length, 0);
    expect(all, dimension).toBe(universe[dimension].length);
  }
  expect(items.get('gobject check')?.rules).toContainEqual({ name: 'validates', isCovered: true });
  for (const { id, rules } of specification.documented)
    expect(
      items
        .get(id)
        ?.rules.map(({ name }) => name)
        .toSorted(),
      id,
    ).toEqual(rules.map((rule) => rule.id.split('/').slice(1).join('/')).toSorted());
});

test('every item of the standard counts in its family', () => {
  const families = coverageByFamily(universe, new Set());
  for (const dimension of methodDimensions) {
    const all = families.reduce(
      (sum, { dimensions }) => sum + dimensions[dimension].missing.length + dimensions[dimension].untestable.length,
      0,
    );
    const { missing, untestable } = coverageOf(universe, new Set())[dimension];
    expect(all, dimension).toBe(missing.length + untestable.length);
  }
});
