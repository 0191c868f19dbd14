import { expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import type { Family } from '../../specs/model/types.ts';
import { allCases } from '../catalog.ts';

/** Families whose rules have their cases; those of document 3 come with the node that can show them. */
const judgedFamilies: ReadonlySet<Family> = new Set(['wallet', 'accounts', 'chain', 'raw', 'network']);

const judged = new Set(allCases(specification).flatMap((one) => one.judges));

test('every rule of documents 1 and 2 that can be tried is judged by a case', () => {
  const unjudged = specification.documented
    .filter((method) => judgedFamilies.has(method.family))
    .flatMap((method) => method.rules.filter((rule) => rule.untestable === undefined && !judged.has(`r:${rule.id}`)).map((rule) => rule.id));
  expect(unjudged).toEqual([]);
});

test('every limit, error and statement on the call of documents 1 and 2 that can be tried is judged by a case', () => {
  const ofDocument3 = (methods: readonly string[]): boolean => methods.length > 0 && methods.every((id) => !judgedFamilies.has(specification.method(id).family));
  const { limits, errors, envelope } = specification.spec;
  const unjudged = [
    ...limits.filter((row) => row.untestable === undefined && !ofDocument3(row.appliesTo)).map((row) => `l:${row.id}`),
    ...errors.filter((row) => row.untestable === undefined && !ofDocument3(row.methods)).map((row) => `x:${row.id}`),
    ...envelope.filter((row) => row.untestable === undefined).map((row) => `v:${row.id}`),
  ].filter((id) => !judged.has(id));
  expect(unjudged).toEqual([]);
});

test('no case judges what is not in the specification', () => {
  const { limits, errors, envelope, states } = specification.spec;
  const known = new Set([
    ...specification.documented.flatMap((method) => method.rules.map((rule) => `r:${rule.id}`)),
    ...limits.map((row) => `l:${row.id}`), ...errors.map((row) => `x:${row.id}`), ...envelope.map((row) => `v:${row.id}`), ...states.map((row) => `s:${row.id}`),
  ]);
  expect([...judged].filter((id) => !known.has(id))).toEqual([]);
});
