import { describe, expect, test } from 'vitest';
import { finding } from './fakes.fixture.ts';
import { baselineKey, Judge } from './judge.ts';
import type { TargetFile, Waiver } from './target-file.ts';
import type { Finding } from './types.ts';

const today = '2026-11-20';
const targetOf = (rest: Partial<TargetFile>): TargetFile => ({ file: 'x.yaml', name: 'x', ...rest });
const judgeWith = (...waivers: Waiver[]): Judge => new Judge(targetOf({ waivers }), today);
const observation = (observed: string, rest: Partial<Finding> = {}): Finding => finding({ check: 'near-miss', evidence: 'observation', observed, ...rest });

describe('waivers', () => {
  test('apply by case, path and check', () => {
    const judge = judgeWith({ cases: 'methods/getblock/*', path: 'tx[*].size', check: 'presence', reason: 'vsize' });
    const size = finding({ check: 'presence', path: 'tx[12].size' });
    expect(judge.judge('methods/getblock/required-only', null, [size])).toMatchObject({ status: 'waived', findings: [{ waiver: 'vsize' }] });
    expect(judge.judge('methods/getblockhash/required-only', null, [size]).status).toBe('failed');
    expect(judge.judge('methods/getblock/a', null, [finding({ check: 'presence', path: 'size' })]).status).toBe('failed');
    expect(judge.judge('methods/getblock/a', null, [finding({ check: 'type', path: 'tx[12].size' })]).status).toBe('failed');
  });

  test('without a path apply to findings of any path, and of none', () => {
    const judge = judgeWith({ cases: 'a', reason: 'so' });
    expect(judge.judge('a', null, [finding(), finding({ path: 'x' })]).status).toBe('waived');
  });

  test('do not apply to observations', () => {
    expect(judgeWith({ cases: 'a', reason: 'so' }).judge('a', null, [observation('refused -1')])).toMatchObject({ status: 'observed', findings: [{ observed: 'refused -1' }] });
  });

  test('hold to the end of their last day, and then are a finding of any run', () => {
    const held = judgeWith({ cases: 'a', reason: 'so', until: today });
    expect(held.judge('a', null, [finding()]).status).toBe('waived');
    expect(held.stale(true)).toEqual([]);
    const expired = judgeWith({ cases: 'a', reason: 'so', until: '2026-11-19' });
    expect(expired.judge('a', null, [finding()]).status).toBe('failed');
    expect(expired.stale(false)).toMatchObject([{ check: 'expired-waiver', evidence: 'baseline', source: 'x.yaml', message: 'waiver "a" held until 2026-11-19: mend the difference or renew it with a reason' }]);
  });

  test('that matched nothing although their cases ran are stale, in whole runs', () => {
    const judge = judgeWith({ cases: 'a', path: 'size', reason: 'so' }, { cases: 'b', reason: 'never ran' }, { cases: 'a', seeds: 'some', reason: 'by chance' });
    judge.judge('a', null, []);
    expect(judge.stale(false)).toEqual([]);
    expect(judge.stale(true)).toMatchObject([{ check: 'stale-waiver', message: 'waiver "a" at size matched nothing although its cases ran: remove it' }]);
  });

  test('are not stale because of a case that did not come to its end', () => {
    const judge = judgeWith({ cases: 'a', reason: 'so' });
    judge.judge('a', null, [], false);
    expect(judge.stale(true)).toEqual([]);
  });
});

describe('baseline', () => {
  const judge = new Judge(targetOf({ baseline: { 'a#near-miss': 'refused -5', 'a#near-miss@x': ['refused -1', 'accepted'] }, extraFields: { getthing: ['tx[].extra'] } }), today);

  test('knows what was observed, also one of several', () => {
    expect(judge.judge('a', null, [observation('refused -5'), observation('accepted', { path: 'x' })])).toEqual({ findings: [], status: 'passed' });
  });

  test('makes a change a finding', () => {
    expect(judge.judge('a', null, [observation('accepted')])).toMatchObject({
      status: 'failed', findings: [{ evidence: 'baseline', source: 'x.yaml', message: 'it differs; when the target file was accepted it was: refused -5' }],
    });
  });

  test('says nothing of what was not observed then', () => {
    expect(judge.judge('b', null, [observation('accepted')]).status).toBe('observed');
  });

  test('knows fields that no document names, by method', () => {
    const extra = observation('tx[].extra', { check: 'undocumented-field', path: 'tx[].extra' });
    expect(judge.judge('a', 'getthing', [extra]).status).toBe('passed');
    expect(judge.judge('a', 'getother', [extra]).status).toBe('observed');
    expect(judge.judge('a', 'getthing', [observation('tx[].more', { check: 'undocumented-field' })]).status).toBe('observed');
  });

  test('keeps observations under case, check and path', () => {
    expect(baselineKey('a', observation('x'))).toBe('a#near-miss');
    expect(baselineKey('a', observation('x', { path: 'tx[]' }))).toBe('a#near-miss@tx[]');
  });
});
