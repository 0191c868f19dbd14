import { expect, test } from 'vitest';
import { Acceptances, type Acceptance } from '../../engine/acceptance.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { agreementOf } from './agreement.ts';
import { differenceOf, type AnswerShape } from './answer-shape.ts';
import type { AnswerValues } from './answer-values.ts';
import { withFurtherTry, type TriedCase, type TriedNode } from './tried-node.ts';

const list = (...fields: string[]): AnswerShape => ({ type: 'result', value: 'a list', fields });
const error = (code: number): AnswerShape => ({ type: 'error', code });

const tried = (status: Outcome['status'], ...shapes: AnswerShape[]): TriedCase => ({
  outcome: { id: '', suite: 'methods', method: 'getthing', kind: 'k', status, durationMs: 1, calls: 1, findings: [], hits: [] },
  answers: shapes.map((shape) => ({ method: 'getthing', shape })),
});
const node = (name: string, cases: Record<string, TriedCase>): TriedNode => ({
  name,
  info: { version: 1, subversion: '/x/', chain: 'regtest' },
  cases: new Map(Object.entries(cases)),
  lost: [],
});

test('answers are compared by error code, kind of value, and documented fields', () => {
  expect(differenceOf(error(-8), error(-8))).toBeUndefined();
  expect(differenceOf(error(-8), error(-5))).toBe('error -8 · error -5');
  expect(differenceOf(error(-8), list())).toBe('error -8 · a result');
  expect(differenceOf(list(), { type: 'result', value: 'null', fields: [] })).toBe('a list · null');
  expect(differenceOf(list('[].a', '[].b'), list('[].a'))).toBe('only the first has [].b');
  expect(differenceOf({ type: 'result', value: 'an object', fields: ['a'] }, { type: 'result', value: 'an object', fields: ['b'] })).toBe(
    'only the first has a; only the second has b',
  );
});

test('fields within a list that is empty on one node are not compared', () => {
  expect(differenceOf(list('[].a', '[].b'), list())).toBeUndefined();
  expect(
    differenceOf(
      { type: 'result', value: 'an object', fields: ['n', 'vin[].txid'] },
      { type: 'result', value: 'an object', fields: ['n'] },
    ),
  ).toBeUndefined();
});

test('a case whose node was lost, or that could not be run, is not compared, and both are shown', () => {
  const died = { check: 'died', evidence: 'health', source: 'the process', message: 'the node ended' } as const;
  const same = tried('passed', list());
  const killed: TriedCase = { ...tried('failed', list()), outcome: { ...same.outcome, status: 'failed', findings: [died] } };
  const a = node('A', { same, lost: same, skipped: same });
  const lost = { during: 'lost', method: 'getthing', message: 'the node ended' };
  const b: TriedNode = { ...node('B', { same, lost: killed, skipped: tried('skipped') }), lost: [lost] };
  expect(agreementOf(a, b)).toMatchObject({
    compared: 1,
    left: { 'a node was lost on B': 1, 'skipped on B': 1 },
    lost: [{ ...lost, node: 'B' }],
    untried: 1,
  });
});

test('cases that one node does not support, or in which it differs from the documents, are counted and not compared', () => {
  const a = node('A', {
    same: tried('passed', list()),
    other: tried('passed', error(-8)),
    lacks: tried('passed', list()),
    waived: tried('waived', error(-1)),
    gone: tried('passed', list()),
  });
  const b = node('B', {
    same: tried('observed', list()),
    other: tried('passed', error(-5)),
    lacks: tried('inapplicable'),
    waived: tried('passed', list()),
  });
  const agreement = agreementOf(a, b);
  expect(agreement).toMatchObject({
    compared: 2,
    alike: 1,
    left: { 'inapplicable on B': 1, 'A differs from the documents': 1, 'not tried on B': 1 },
  });
  expect(agreement.disagreements).toEqual([
    {
      id: 'other',
      method: 'getthing',
      difference: 'error -8 · error -5',
      differences: [{ method: 'getthing', check: 'other-answer', found: 'error -8 · error -5' }],
    },
  ]);
});

test('a known difference has its reason, and a listed difference that no longer occurs is reported', () => {
  const a = node('A', { 'x/1': tried('passed', error(-8)), 'y/1': tried('passed', list()) });
  const b = node('B', { 'x/1': tried('passed', error(-5)), 'y/1': tried('passed', list()) });
  const known = [
    { cases: 'x/*', reason: 'because' },
    { cases: 'y/*', reason: 'not so' },
    { cases: 'z/*', reason: 'not tried' },
  ];
  const { disagreements, stale } = agreementOf(a, b, { known });
  expect(disagreements[0]?.reason).toBe('because');
  expect(stale).toEqual([known[1]]);
});

test('a known difference explains only the difference that it names', () => {
  const a = node('A', { 'x/1': tried('passed', error(-8)), 'x/2': tried('passed', error(-8)) });
  const b = node('B', { 'x/1': tried('passed', error(-5)), 'x/2': tried('passed', list()) });
  const known = [
    { cases: 'x/*', difference: 'error -8 · error*', reason: 'because' },
    { cases: 'x/2', difference: 'error -8 · null', reason: 'gone' },
  ];
  const { disagreements, stale } = agreementOf(a, b, { known });
  expect(disagreements.map(({ id, reason }) => [id, reason])).toEqual([
    ['x/1', 'because'],
    ['x/2', undefined],
  ]);
  expect(stale).toEqual([known[1]]);
});

const subject = { method: 'getthing', about: { argument: 'n', value: 'below-minimum' }, generated: true };
const what = { method: 'getthing', check: 'other-answer', argument: 'n', value: 'below-minimum' };
const entry = (more: Partial<Acceptance> & Pick<Acceptance, 'what'>): Acceptance => ({ why: 'so', file: 'a.yaml', line: 2, ...more });
const accepting = (...entries: readonly Acceptance[]): Acceptances => new Acceptances(entries, '2026-11-20');

test('an entry accepts what differs, in the order of the file that has it, and no other difference', () => {
  const a = node('A', { 'x/1': { ...tried('passed', error(-8)), subject } });
  const b = node('B', { 'x/1': { ...tried('passed', list()), subject } });
  const found = 'error -8 · a result';
  const [there, back] = [
    accepting(entry({ what: { ...what, found } })),
    accepting(entry({ what: { ...what, found: 'a result · error -8' } })),
  ];
  const reasonOf = (first: TriedNode, second: TriedNode, listed?: Acceptances): string | undefined =>
    agreementOf(first, second, { ...(listed && { listed }) }).disagreements[0]?.reason;
  expect([reasonOf(a, b, there), reasonOf(a, b, back)]).toEqual(['so', undefined]);
  expect([reasonOf({ ...a, acceptances: there }, b), reasonOf({ ...a, acceptances: back }, b)]).toEqual(['so', undefined]);
  expect([reasonOf(a, { ...b, acceptances: back }), reasonOf(a, { ...b, acceptances: there })]).toEqual(['so', undefined]);
  for (const other of [
    { ...what, value: 'above-maximum', found },
    { ...what, argument: 'm', found },
    { ...what, method: 'x', found },
  ])
    expect(reasonOf(a, b, accepting(entry({ what: other })))).toBeUndefined();
});

test('of several values that differ, each must be accepted', () => {
  const valuesOf = (height: string, size: string): AnswerValues => ({
    about: undefined,
    raw: new Map([
      ['height', height],
      ['tx[3].size', size],
    ]),
    renamed: new Map([
      ['height', height],
      ['tx[3].size', size],
    ]),
  });
  const with_ = (height: string, size: string): TriedCase => ({
    ...tried('passed'),
    answers: [{ method: 'getthing', shape: list(), values: valuesOf(height, size) }],
  });
  const [a, b] = [node('A', { 'x/1': with_('7', '1') }), node('B', { 'x/1': with_('8', '2') })];
  const value = (path: string): Acceptance => entry({ what: { method: 'getthing', check: 'other-answer', path, found: 'value' } });
  const reason = (...entries: Acceptance[]): string | undefined =>
    agreementOf(a, b, { listed: accepting(...entries) }).disagreements[0]?.reason;
  expect([reason(value('height')), reason(value('height'), value('tx[].size'))]).toEqual([undefined, 'so']);
});

test('a listed entry that no longer occurs although its case was compared is reported with its line; those of target files are not', () => {
  const same = node('A', { 'x/1': { ...tried('passed', list()), subject } });
  const listed = accepting(entry({ what }), entry({ what: { ...what, argument: 'm' } }), entry({ what, seeds: 'some' }));
  expect(agreementOf(same, same, { listed }).stale).toEqual([
    { cases: 'getthing with n below-minimum: other-answer', reason: 'so', source: 'a.yaml:2' },
  ]);
  expect(agreementOf({ ...same, acceptances: listed }, same).stale).toEqual([]);
});

test('a known difference with seeds: some is never reported as no longer occurring', () => {
  const same = node('A', { 'x/1': tried('passed', list()) });
  expect(agreementOf(same, same, { known: [{ cases: 'x/*', reason: 'at times', seeds: 'some' }] }).stale).toEqual([]);
});

const values = (height: string): AnswerValues => ({
  about: undefined,
  raw: new Map([['height', height]]),
  renamed: new Map([['height', height]]),
});
const valued = (suite: string, height: string): TriedCase => {
  const { outcome } = tried('passed');
  return { outcome: { ...outcome, suite }, answers: [{ method: 'getthing', shape: list(), values: values(height) }] };
};

test('different values are a difference if each node gives its own in every attempt', () => {
  const a = node('A', { 'x/1': valued('rules', '7') });
  const b = node('B', { 'x/1': valued('rules', '8') });
  const found = [
    {
      id: 'x/1',
      method: 'getthing',
      difference: 'value of height: 7 · 8',
      differences: [{ method: 'getthing', check: 'other-answer', path: 'height', found: 'value' }],
    },
  ];
  expect(agreementOf(a, b).disagreements).toEqual(found);
  expect(agreementOf(withFurtherTry(a, a), withFurtherTry(b, b)).disagreements).toEqual(found);
  const other = node('B', { 'x/1': valued('rules', '9') });
  expect(agreementOf(withFurtherTry(a, a), withFurtherTry(other, b)).disagreements).toEqual([]);
  expect(agreementOf(withFurtherTry(withFurtherTry(a, a), a), withFurtherTry(withFurtherTry(other, b), b)).disagreements).toEqual([]);
});

test('fields are compared in cases that judge each field', () => {
  const shaped = (suite: string, ...fields: string[]): TriedCase => {
    const triedCase = tried('passed', list(...fields));
    return { ...triedCase, outcome: { ...triedCase.outcome, suite } };
  };
  const compare = (suite: string): number =>
    agreementOf(node('A', { x: shaped(suite, '[].a') }), node('B', { x: shaped(suite, '[].a', '[].b') })).disagreements.length;
  expect([compare('methods'), compare('rules')]).toEqual([1, 0]);
});

test('of two attempts at a case the second one counts', () => {
  const first = node('A', { 'x/1': tried('passed', error(-8)), 'y/1': tried('passed', list()) });
  const twice = withFurtherTry(first, node('A', { 'x/1': tried('passed', list()) }));
  expect(agreementOf(twice, node('B', { 'x/1': tried('passed', list()), 'y/1': tried('passed', list()) }))).toMatchObject({
    compared: 2,
    alike: 2,
  });
});
