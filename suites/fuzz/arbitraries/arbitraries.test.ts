import { expect, test } from 'vitest';

import { specification } from '../../../specs/model/specification.ts';
import type { Json } from '../../../specs/model/types.ts';
import { writeNode, type Living } from '../json/write-node.ts';
import { KeptCalls } from '../kept-calls.ts';
import type { CallProbe, Probe } from '../probe.ts';
import { Probes } from '../probes.ts';
import { seeded } from '../seeded.ts';
import { broken } from './broken.ts';
import { bySchema } from './by-schema.ts';
import { Calls } from './calls.ts';
import { mutateNode } from './mutate-node.ts';
import { wild } from './wild.ts';

const nothing: Living = () => undefined;
const ROUNDS = 60;

/** Every parameter of the documents with its validator. */
const params = specification.documented.flatMap((method) =>
  method.params.flatMap((param) => {
    const validate = specification.paramValidator(method, param.name);
    return validate ? [{ name: `${method.id} ${param.name}`, schema: param.schema, validate }] : [];
  }),
);

test('values made from a schema fit it', () => {
  expect(params.length).toBeGreaterThan(200);
  for (const { name, schema, validate } of params)
    for (let round = 0; round < ROUNDS; round++) {
      const json = writeNode(bySchema(specification.spec, schema, seeded(round, name)), nothing);
      expect(validate(JSON.parse(json) as Json), `${name}: ${json}`).toBe(true);
    }
});

test('values made from a schema include its limits', () => {
  const schema = { type: 'integer', minimum: 3, maximum: 1_000_000 };
  const values = new Set(
    Array.from({ length: 200 }, (_, round) => writeNode(bySchema(specification.spec, schema, seeded(round, 'limits')), nothing)),
  );
  expect([...values]).toEqual(expect.arrayContaining(['3', '1000000']));
});

test('a broken value fits no longer, and names the constraint', () => {
  const constraints = new Set<string>();
  for (const { name, schema, validate } of params)
    for (let round = 0; round < ROUNDS; round++) {
      const random = seeded(round, `broken ${name}`);
      const brokenValue = broken(specification.spec, schema, bySchema(specification.spec, schema, random), random);
      if (!brokenValue) continue;
      const json = writeNode(brokenValue.node, nothing);
      // Of a union another form may accept the value.
      if (schema.oneOf === undefined && schema.anyOf === undefined && schema.$ref === undefined)
        expect(validate(JSON.parse(json) as Json), `${name}, ${brokenValue.constraint}: ${json}`).toBe(false);
      constraints.add(brokenValue.constraint.replace(/^.*: /, ''));
    }
  expect([...constraints]).toEqual(
    expect.arrayContaining([
      'below minimum',
      'above maximum',
      'not listed',
      'of type null',
      'of type string',
      'not of the pattern',
      'an unknown member',
    ]),
  );
});

test('wild and changed values are JSON, and include what no JavaScript value holds', () => {
  let all = '';
  for (let round = 0; round < 3_000; round++) {
    const random = seeded(round, 'wild');
    const node = wild(random);
    const json = writeNode(mutateNode(node, random, [wild(random)]), nothing);
    expect(() => JSON.parse(json) as unknown).not.toThrow();
    all += json.slice(0, 2_000);
  }
  for (const part of ['1e400', '-0', '\\ud800', '__proto__', '\\u0000', '[[[[', '18446744073709551616']) expect(all).toContain(part);
  expect(all).toMatch(/\{[^{}]*("[^"]*"):[^{}]*,\1:/); // a name that occurs twice
});

const methods = ['getblock', 'getblockheader', 'sendtoaddress', 'createwallet', 'getbalance'].map((id) => specification.method(id));
const blockhash = '00'.repeat(32);
const living: Living = (name) =>
  name === 'getblock/0' ? [blockhash] : name === 'getblock/blockhash/unknown' ? 'ff'.repeat(32) : undefined;

test('calls are of every class, with living values and near-misses by their names', () => {
  const calls = new Calls(specification, methods, living);
  const made = Array.from({ length: 2_000 }, (_, round) => calls.next(seeded(round, 'calls')));
  expect(new Set(made.map((call) => call.class))).toEqual(new Set(['valid', 'nearly-valid', 'wild', 'arity', 'named']));
  expect(JSON.stringify(made)).toContain('"living":"getblock/0"');
  expect(made.some(({ broken: constraint }) => constraint === 'blockhash: unknown')).toBe(true);
  // Known to the documents as a block, and to no tree.
  expect(JSON.stringify(made.filter((call) => call.class === 'valid'))).not.toContain(blockhash);
  const counts = made
    .filter((call) => call.class === 'arity' && call.method === 'getblock')
    .map((call) => (call.params as { items: unknown[] }).items.length);
  expect(counts.every((count) => count === 0 || count > 2)).toBe(true);
});

test('a kept call is kept once for each kind of answer, and changed into others', () => {
  const kept = new KeptCalls();
  const calls = new Calls(specification, methods, living);
  const [first, second] = [calls.next(seeded(1, 'kept')), calls.next(seeded(2, 'kept'))];
  const refused = (code: number) => ({ type: 'error', error: { code, message: String(Math.random()) }, durationMs: 1 }) as const;
  kept.note(first, refused(-5));
  kept.note(first, refused(-5));
  kept.note(first, { type: 'result', result: { height: 1, [blockhash]: 2 }, durationMs: 1 });
  kept.note(first, { type: 'result', result: { height: 7, ['11'.repeat(32)]: 3 }, durationMs: 1 });
  expect(kept.kinds).toBe(2);
  kept.note(second, refused(-8));
  expect(kept.calls).toEqual([first, first, second]);
  const changed = calls.mutated(first, seeded(3, 'kept'), [second]);
  expect(changed).toMatchObject({ class: 'mutated', method: first.method });
  expect(changed.params).not.toEqual(first.params);
});

test('steady requests call only what reads, or what no method accepts', () => {
  const kept = new KeptCalls();
  const probes = new Probes(specification, methods, living, kept);
  for (const method of methods)
    kept.note(
      { type: 'call', method: method.id, wallet: 'usual', params: { items: [] }, class: 'valid' },
      { type: 'result', result: method.id, durationMs: 1 },
    );
  const made = Array.from({ length: 2_000 }, (_, round) => probes.steady(seeded(round, 'steady')));
  const called = made.flatMap((probe): readonly CallProbe[] =>
    probe.type === 'call' ? [probe] : probe.type === 'list' ? probe.calls : [],
  );
  expect(new Set(made.map(({ type }) => type))).toEqual(new Set(['call', 'list', 'bytes']));
  for (const { method, class: of } of called) if (probes.changes({ method })) expect(['wild', 'arity']).toContain(of);
  expect(called.some(({ method }) => probes.changes({ method }))).toBe(true);
});

test('a method that the node does not have is called no more', () => {
  const probes = new Probes(specification, methods, living, new KeptCalls());
  probes.drop('getblock');
  const made = Array.from({ length: 300 }, (_, round) => probes.any(seeded(round, 'dropped')));
  expect(made.some((probe) => probe.type === 'call' && probe.method === 'getblock')).toBe(false);
});

test('the same seed and place make the same request, other ones others', () => {
  const probes = new Probes(specification, methods, living, new KeptCalls());
  const at = (seed: number, place: string): Probe[] =>
    Array.from({ length: 20 }, (_, index) => probes.any(seeded(seed, `${place}/${index}`)));
  expect(at(1, 'a')).toEqual(at(1, 'a'));
  expect(at(1, 'a')).not.toEqual(at(2, 'a'));
  expect(at(1, 'a')).not.toEqual(at(1, 'b'));
});

test('a call survives being written and read: its text is the same', () => {
  const calls = new Calls(specification, methods, living);
  for (let round = 0; round < 200; round++) {
    const call = calls.next(seeded(round, 'text'));
    const again = JSON.parse(JSON.stringify(call)) as CallProbe;
    expect(writeNode(again.params, living)).toBe(writeNode(call.params, living));
  }
});
