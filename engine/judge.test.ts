import { describe, expect, test } from 'vitest';
import { finding } from './testing/fakes.ts';
import { baselineKey, Judge, type Untried } from './judge.ts';
import { withWaivers, type TargetFile, type Waiver } from './target-file.ts';
import type { Finding } from './outcome.ts';
import { staleWaivers } from './waiver-standing.ts';

const today = '2026-11-20';
const targetOf = (rest: Partial<TargetFile>): TargetFile => ({ file: 'x.yaml', name: 'x', ...rest });
const nothingLeft: Untried = { leftOut: [], untried: new Map(), startsNodes: true };
const judgeWith = (...waivers: Waiver[]): Judge => new Judge(targetOf({ waivers }), today);
const staleOf = (judge: Judge, run: Untried): Finding[] => staleWaivers(judge.standings(run));
const observation = (observed: string, rest: Partial<Finding> = {}): Finding =>
  finding({ check: 'near-miss', evidence: 'observation', observed, ...rest });

describe('waivers', () => {
  test('apply by case, path and check', () => {
    const judge = judgeWith({ cases: 'methods/getblock/*', path: 'tx[*].size', check: 'presence', reason: 'vsize' });
    const size = finding({ check: 'presence', path: 'tx[12].size' });
    expect(judge.judge('methods/getblock/required-only', null, [size])).toMatchObject({
      status: 'waived',
      findings: [{ waiver: 'vsize' }],
    });
    expect(judge.judge('methods/getblockhash/required-only', null, [size]).status).toBe('failed');
    expect(judge.judge('methods/getblock/a', null, [finding({ check: 'presence', path: 'size' })]).status).toBe('failed');
    expect(judge.judge('methods/getblock/a', null, [finding({ check: 'type', path: 'tx[12].size' })]).status).toBe('failed');
  });

  test('without a path apply to all findings, with or without a path', () => {
    const judge = judgeWith({ cases: 'a', reason: 'so' });
    expect(judge.judge('a', null, [finding(), finding({ path: 'x' })]).status).toBe('waived');
  });

  test('do not apply to observations', () => {
    expect(judgeWith({ cases: 'a', reason: 'so' }).judge('a', null, [observation('refused -1')])).toMatchObject({
      status: 'observed',
      findings: [{ observed: 'refused -1' }],
    });
  });

  test('are valid to the end of their last day, and then a finding of every run', () => {
    const held = judgeWith({ cases: 'a', reason: 'so', until: today });
    expect(held.judge('a', null, [finding()]).status).toBe('waived');
    expect(staleOf(held, nothingLeft)).toEqual([]);
    const expired = judgeWith({ cases: 'a', reason: 'so', until: '2026-11-19' });
    expect(expired.judge('a', null, [finding()]).status).toBe('failed');
    expect(staleOf(expired, { ...nothingLeft, leftOut: ['a'] })).toMatchObject([
      {
        check: 'expired-waiver',
        evidence: 'baseline',
        source: 'x.yaml',
        message: 'waiver "a" was valid until 2026-11-19: fix the difference, or renew the waiver with a reason',
      },
    ]);
  });

  test('of another file are added to those of the target file, and are stale there', () => {
    const both = withWaivers(targetOf({ waivers: [{ cases: 'a', reason: 'so' }] }), {
      file: 'pyx.yaml',
      waivers: [{ cases: 'b', reason: 'so' }],
    });
    const judge = new Judge(both, today);
    judge.judge('a', null, []);
    judge.judge('b', null, []);
    expect(staleOf(judge, nothingLeft).map(({ source, message }) => [source, message.split(' matched')[0]])).toEqual([
      ['x.yaml', 'waiver "a"'],
      ['pyx.yaml', 'waiver "b"'],
    ]);
    const only = new Judge(withWaivers(undefined, { file: 'pyx.yaml', waivers: [{ cases: 'b', reason: 'so' }] }), today);
    expect(only.judge('b', null, [finding()]).status).toBe('waived');
    expect(withWaivers(undefined, { file: 'pyx.yaml', waivers: [] })).toBeUndefined();
  });

  test('that matched nothing although their cases ran are stale', () => {
    const judge = judgeWith({ cases: 'a', path: 'size', reason: 'so' }, { cases: 'a', seeds: 'some', reason: 'by chance' });
    judge.judge('a', null, []);
    expect(staleOf(judge, nothingLeft)).toMatchObject([
      { check: 'stale-waiver', message: 'waiver "a" at size matched nothing although its cases ran: remove it' },
    ]);
  });

  test('are stale in a partial run only if it has all their cases', () => {
    const judge = judgeWith({ cases: 'rules/*', reason: 'so' }, { cases: 'methods/*', reason: 'so' });
    for (const id of ['rules/a', 'rules/b', 'methods/a']) judge.judge(id, null, []);
    expect(staleOf(judge, { ...nothingLeft, leftOut: ['methods/b', 'other'] })).toMatchObject([
      { message: 'waiver "rules/*" matched nothing although its cases ran: remove it' },
    ]);
    expect(staleOf(judge, { ...nothingLeft, leftOut: ['methods/b', 'rules/c'] })).toEqual([]);
  });

  test('are not stale if a case was skipped or not complete', () => {
    const judge = judgeWith({ cases: '*', reason: 'so' });
    judge.judge('a', null, []);
    expect(staleOf(judge, { ...nothingLeft, untried: new Map([['b', 'skipped']]) })).toEqual([]);
    judge.judge('b', null, [], false);
    expect(staleOf(judge, nothingLeft)).toEqual([]);
    judge.judge('b', null, []);
    expect(staleOf(judge, nothingLeft)).toMatchObject([{ check: 'stale-waiver' }]);
  });

  test('are stale without cases that are inapplicable in every run, but not without cases that another run could try', () => {
    const judge = judgeWith({ cases: '*', reason: 'so' });
    judge.judge('a', null, []);
    judge.judge('b', null, [], false);
    const untried = new Map([
      ['b', 'inapplicable'],
      ['c', 'inapplicable'],
    ] as const);
    expect(staleOf(judge, { ...nothingLeft, untried })).toMatchObject([{ check: 'stale-waiver' }]);
    expect(staleOf(judge, { ...nothingLeft, untried, startsNodes: false })).toEqual([]);
    expect(staleOf(judgeWith({ cases: 'b', reason: 'so' }), { ...nothingLeft, untried })).toEqual([]);
  });

  test('that match no case are reported, for every selection', () => {
    const judge = judgeWith({ cases: 'rules/getblok/*', reason: 'so', seeds: 'some' });
    expect(staleOf(judge, { ...nothingLeft, leftOut: ['rules/getblock/a'] })).toMatchObject([
      { check: 'stale-waiver', message: 'waiver "rules/getblok/*" matches no case: correct or remove it' },
    ]);
  });
});

describe('baseline', () => {
  const judge = new Judge(
    targetOf({
      baseline: { 'a#near-miss': 'refused -5', 'a#near-miss@x': ['refused -1', 'accepted'] },
      extraFields: { getthing: ['tx[].extra'] },
    }),
    today,
  );

  test('makes findings only for nodes in the state in which it was accepted', () => {
    const found = 'found running, with the wallet without a name and no other loaded';
    const file = targetOf({ baseline: { 'a#near-miss': 'refused -18' } });
    expect(new Judge(file, today, found).judge('a', null, [observation('refused -4')])).toMatchObject({
      status: 'observed',
      findings: [
        {
          evidence: 'observation',
          message: expect.stringContaining('the baseline, accepted on a node in another state (started by pyx), has: refused -18'),
        },
      ],
    });
    expect(new Judge(file, today, found).judge('a', null, [observation('refused -18')]).findings).toEqual([]);
    const acceptedThere = { ...file, baselineState: found };
    expect(new Judge(acceptedThere, today, found).judge('a', null, [observation('refused -4')]).status).toBe('failed');
    expect(new Judge(acceptedThere, today).judge('a', null, [observation('refused -4')]).status).toBe('observed');
  });

  test('accepts what was observed, also one of several values', () => {
    expect(judge.judge('a', null, [observation('refused -5'), observation('accepted', { path: 'x' })])).toEqual({
      findings: [],
      status: 'passed',
    });
  });

  test('turns a changed observation into a finding', () => {
    expect(judge.judge('a', null, [observation('accepted')])).toMatchObject({
      status: 'failed',
      findings: [{ evidence: 'baseline', source: 'x.yaml', message: 'it differs; the baseline has: refused -5' }],
    });
  });

  test('does not change an observation without an entry', () => {
    expect(judge.judge('b', null, [observation('accepted')]).status).toBe('observed');
  });

  test('accepts undocumented fields, by method', () => {
    const extra = observation('tx[].extra', { check: 'undocumented-field', path: 'tx[].extra' });
    expect(judge.judge('a', 'getthing', [extra]).status).toBe('passed');
    expect(judge.judge('a', 'getother', [extra]).status).toBe('observed');
    expect(judge.judge('a', 'getthing', [observation('tx[].more', { check: 'undocumented-field' })]).status).toBe('observed');
  });

  test('has a key of case, check and path for each observation', () => {
    expect(baselineKey('a', observation('x'))).toBe('a#near-miss');
    expect(baselineKey('a', observation('x', { path: 'tx[]' }))).toBe('a#near-miss@tx[]');
  });
});
