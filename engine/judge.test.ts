import { describe, expect, test } from 'vitest';
import { finding } from './testing/fakes.ts';
import { baselineKey, Judge } from './judge.ts';
import { withFurther, type TargetFile, type Waiver } from './target-file.ts';
import type { Finding } from './outcome.ts';
import { UNEXPLAINED, type Acceptance } from './acceptance.ts';
import { staleAcceptances, unexplained, type Untried } from './acceptance-standing.ts';
import type { Difference, What } from './difference.ts';

const today = '2026-11-20';
const targetOf = (rest: Partial<TargetFile>): TargetFile => ({ file: 'x.yaml', name: 'x', ...rest });
const nothingLeft: Untried = { leftOut: [], untried: new Map(), startsNodes: true };
const caseOf = (id: string, method: string | null = null) => ({ id, method });
const judgeWith = (...waivers: Waiver[]): Judge => new Judge(targetOf({ waivers }), today);
const staleOf = (judge: Judge, run: Untried): Finding[] => staleAcceptances(judge.standings(run));
const observation = (observed: string, rest: Partial<Finding> = {}): Finding =>
  finding({ check: 'near-miss', evidence: 'observation', observed, ...rest });

/** A target file that accepts these differences, one a line from 3. */
const accepting = (...entries: (Partial<Acceptance> & Pick<Acceptance, 'what'>)[]): TargetFile =>
  targetOf({ accepted: entries.map((entry, index) => ({ why: 'so', file: 'x.yaml', line: 3 + index, ...entry })) });
const size: Difference = { method: 'getthing', path: 'size', check: 'presence', found: 'missing' };

describe('accepted differences', () => {
  const of = (difference: Difference, rest: Partial<Finding> = {}): Finding => finding({ check: difference.check, difference, ...rest });

  test('cover a finding in each case that meets the difference, and no further one', () => {
    const judge = new Judge(accepting({ what: size, why: 'vsize' }), today);
    for (const id of ['methods/getthing/a', 'rules/getthing/b', 'invariants/c'])
      expect(judge.judge(caseOf(id), [of(size)])).toMatchObject({ status: 'waived', findings: [{ waiver: 'vsize' }] });
    for (const other of [
      { ...size, check: 'type' },
      { ...size, path: 'sizes' },
      { ...size, method: 'setthing' },
      { ...size, found: 'present' },
    ])
      expect(judge.judge(caseOf('methods/getthing/a'), [of(size), of(other)]).status).toBe('failed');
    expect(judge.judge(caseOf('a'), [finding({ check: 'presence', path: 'size' })]).status).toBe('failed'); // no identity
    expect(judge.judge(caseOf('a'), [{ ...observation('missing'), difference: size }]).status).toBe('observed');
  });

  const methodCase = { id: 'methods/getthing/a', method: 'getthing', about: { argument: 'mode' }, generated: true };
  const ruleCase = { id: 'rules/getthing/b', method: 'getthing', about: { rule: 'getthing/b' } };
  const shown = (judge: Judge, run: Untried = nothingLeft, seen = new Set<string>()): string[] =>
    staleAcceptances(judge.standings(run, seen)).map(({ check, source }) => `${check} ${source}`);

  test('that a run does not meet are told apart, each with its line', () => {
    const refused = { method: 'getthing', check: 'refused', argument: 'mode', found: 'error -8' };
    const judge = new Judge(
      accepting(
        { what: size },
        { what: { ...size, path: 'name' } },
        { what: size, until: '2026-11-19' },
        { what: { method: 'getthing', check: 'equals', rule: 'getthing/b' } },
        { what: { method: 'getthing', check: 'equals', rule: 'getthing/c' } },
        { what: refused },
        { what: { ...refused, argument: 'other' } },
        { what: { ...size, path: 'kind' }, seeds: 'some' },
      ),
      today,
    );
    for (const testCase of [methodCase, ruleCase]) judge.judge(testCase, []);
    expect(shown(judge, nothingLeft, new Set(['f:getthing#default:name', 'p:getthing.mode:given']))).toEqual([
      'unmet-acceptance x.yaml:3',
      'gone-acceptance x.yaml:4',
      'expired-acceptance x.yaml:5',
      'unmet-acceptance x.yaml:6',
      'unmet-acceptance x.yaml:7', // no case judges the sentence
      'gone-acceptance x.yaml:8',
      'unmet-acceptance x.yaml:9', // no case has the argument
    ]);
  });

  test('are not missed in a part of a run, nor if a case that could meet them was not complete', () => {
    const judge = (): Judge => new Judge(accepting({ what: size }), today);
    const [whole, part, cut, skipped, elsewhere] = [judge(), judge(), judge(), judge(), judge()];
    whole.judge(methodCase, []);
    expect(shown(whole)).toEqual(['unmet-acceptance x.yaml:3']);
    part.judge(methodCase, []);
    expect(shown(part, { ...nothingLeft, leftOut: ['rules/other'] })).toEqual([]);
    cut.judge(methodCase, []);
    cut.judge(ruleCase, [], false);
    expect(shown(cut)).toEqual([]);
    skipped.judge(methodCase, []);
    expect(shown(skipped, { ...nothingLeft, untried: new Map([[ruleCase.id, 'skipped']]), planned: [methodCase, ruleCase] })).toEqual([]);
    elsewhere.judge({ ...ruleCase, method: 'setthing' }, []);
    expect(shown(elsewhere)).toEqual(['unmet-acceptance x.yaml:3']);
  });

  test('are not missed where nothing was planned, whatever was called; expired ones are told', () => {
    const judge = new Judge(
      {
        ...accepting({ what: size }, { what: { ...size, method: 'other' } }, { what: size, until: '2026-11-19' }),
        waivers: [{ cases: 'rules/*', reason: 'of another command' }],
      },
      today,
    );
    judge.judge(methodCase, []);
    expect(shown(judge, { ...nothingLeft, unplanned: true })).toEqual(['expired-acceptance x.yaml:5']);
    expect(shown(judge)).toEqual([
      'unmet-acceptance x.yaml:3',
      'unmet-acceptance x.yaml:4',
      'expired-acceptance x.yaml:5',
      'stale-waiver x.yaml',
    ]);
  });

  test.each<What>([
    { method: 'getthing', check: 'param-renamed', argument: 'a' },
    { method: 'getthing', check: 'died' },
    { method: 'getthing', check: 'internal-error' },
  ])('that no case can meet (%j) are not missed by a run', (what) => {
    const judge = new Judge(accepting({ what }), today);
    judge.judge(methodCase, []);
    expect(shown(judge)).toEqual([]);
  });

  test('that nobody explained are findings if they are refused', () => {
    const file = accepting({ what: size, why: UNEXPLAINED }, { what: { ...size, path: 'name' } });
    const standings = new Judge(file, today).standings(nothingLeft);
    expect(unexplained(standings, { unexplained: 'fail' })).toMatchObject([{ check: 'unexplained-acceptance', source: 'x.yaml:3' }]);
    expect([unexplained(standings, file), unexplained(standings, undefined)]).toEqual([[], []]);
  });
});

describe('waivers', () => {
  test('apply by case, path and check', () => {
    const judge = judgeWith({ cases: 'methods/getblock/*', path: 'tx[*].size', check: 'presence', reason: 'vsize' });
    const size = finding({ check: 'presence', path: 'tx[12].size' });
    expect(judge.judge(caseOf('methods/getblock/required-only'), [size])).toMatchObject({
      status: 'waived',
      findings: [{ waiver: 'vsize' }],
    });
    expect(judge.judge(caseOf('methods/getblockhash/required-only'), [size]).status).toBe('failed');
    expect(judge.judge(caseOf('methods/getblock/a'), [finding({ check: 'presence', path: 'size' })]).status).toBe('failed');
    expect(judge.judge(caseOf('methods/getblock/a'), [finding({ check: 'type', path: 'tx[12].size' })]).status).toBe('failed');
  });

  test('without a path apply to all findings, with or without a path', () => {
    const judge = judgeWith({ cases: 'a', reason: 'so' });
    expect(judge.judge(caseOf('a'), [finding(), finding({ path: 'x' })]).status).toBe('waived');
  });

  test('do not apply to observations', () => {
    expect(judgeWith({ cases: 'a', reason: 'so' }).judge(caseOf('a'), [observation('refused -1')])).toMatchObject({
      status: 'observed',
      findings: [{ observed: 'refused -1' }],
    });
  });

  test('are valid to the end of their last day, and then a finding of every run', () => {
    const held = judgeWith({ cases: 'a', reason: 'so', until: today });
    expect(held.judge(caseOf('a'), [finding()]).status).toBe('waived');
    expect(staleOf(held, nothingLeft)).toEqual([]);
    const expired = judgeWith({ cases: 'a', reason: 'so', until: '2026-11-19' });
    expect(expired.judge(caseOf('a'), [finding()]).status).toBe('failed');
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
    const both = withFurther(targetOf({ waivers: [{ cases: 'a', reason: 'so' }] }), {
      file: 'pyx.yaml',
      waivers: [{ cases: 'b', reason: 'so' }],
    });
    const judge = new Judge(both, today);
    judge.judge(caseOf('a'), []);
    judge.judge(caseOf('b'), []);
    expect(staleOf(judge, nothingLeft).map(({ source, message }) => [source, message.split(' matched')[0]])).toEqual([
      ['x.yaml', 'waiver "a"'],
      ['pyx.yaml', 'waiver "b"'],
    ]);
    const only = new Judge(withFurther(undefined, { file: 'pyx.yaml', waivers: [{ cases: 'b', reason: 'so' }] }), today);
    expect(only.judge(caseOf('b'), [finding()]).status).toBe('waived');
    expect(withFurther(undefined, { file: 'pyx.yaml', waivers: [] })).toBeUndefined();
  });

  test('that matched nothing although their cases ran are stale', () => {
    const judge = judgeWith({ cases: 'a', path: 'size', reason: 'so' }, { cases: 'a', seeds: 'some', reason: 'by chance' });
    judge.judge(caseOf('a'), []);
    expect(staleOf(judge, nothingLeft)).toMatchObject([
      { check: 'stale-waiver', message: 'waiver "a" at size matched nothing although its cases ran: remove it' },
    ]);
  });

  test('are stale in a partial run only if it has all their cases', () => {
    const judge = judgeWith({ cases: 'rules/*', reason: 'so' }, { cases: 'methods/*', reason: 'so' });
    for (const id of ['rules/a', 'rules/b', 'methods/a']) judge.judge(caseOf(id), []);
    expect(staleOf(judge, { ...nothingLeft, leftOut: ['methods/b', 'other'] })).toMatchObject([
      { message: 'waiver "rules/*" matched nothing although its cases ran: remove it' },
    ]);
    expect(staleOf(judge, { ...nothingLeft, leftOut: ['methods/b', 'rules/c'] })).toEqual([]);
  });

  test('are not stale if a case was skipped or not complete', () => {
    const judge = judgeWith({ cases: '*', reason: 'so' });
    judge.judge(caseOf('a'), []);
    expect(staleOf(judge, { ...nothingLeft, untried: new Map([['b', 'skipped']]) })).toEqual([]);
    judge.judge(caseOf('b'), [], false);
    expect(staleOf(judge, nothingLeft)).toEqual([]);
    judge.judge(caseOf('b'), []);
    expect(staleOf(judge, nothingLeft)).toMatchObject([{ check: 'stale-waiver' }]);
  });

  test('are stale without cases that are inapplicable in every run, but not without cases that another run could try', () => {
    const judge = judgeWith({ cases: '*', reason: 'so' });
    judge.judge(caseOf('a'), []);
    judge.judge(caseOf('b'), [], false);
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
    expect(new Judge(file, today, found).judge(caseOf('a'), [observation('refused -4')])).toMatchObject({
      status: 'observed',
      findings: [
        {
          evidence: 'observation',
          message: expect.stringContaining('the baseline, accepted on a node in another state (started by pyx), has: refused -18'),
        },
      ],
    });
    expect(new Judge(file, today, found).judge(caseOf('a'), [observation('refused -18')]).findings).toEqual([]);
    const acceptedThere = { ...file, baselineState: found };
    expect(new Judge(acceptedThere, today, found).judge(caseOf('a'), [observation('refused -4')]).status).toBe('failed');
    expect(new Judge(acceptedThere, today).judge(caseOf('a'), [observation('refused -4')]).status).toBe('observed');
  });

  test('accepts what was observed, also one of several values', () => {
    expect(judge.judge(caseOf('a'), [observation('refused -5'), observation('accepted', { path: 'x' })])).toEqual({
      findings: [],
      status: 'passed',
    });
  });

  test('turns a changed observation into a finding', () => {
    expect(judge.judge(caseOf('a'), [observation('accepted')])).toMatchObject({
      status: 'failed',
      findings: [{ evidence: 'baseline', source: 'x.yaml', message: 'it differs; the baseline has: refused -5' }],
    });
  });

  test('does not change an observation without an entry', () => {
    expect(judge.judge(caseOf('b'), [observation('accepted')]).status).toBe('observed');
  });

  test('accepts undocumented fields, by method', () => {
    const extra = observation('tx[].extra', { check: 'undocumented-field', path: 'tx[].extra' });
    expect(judge.judge(caseOf('a', 'getthing'), [extra]).status).toBe('passed');
    expect(judge.judge(caseOf('a', 'getother'), [extra]).status).toBe('observed');
    expect(judge.judge(caseOf('a', 'getthing'), [observation('tx[].more', { check: 'undocumented-field' })]).status).toBe('observed');
  });

  test('accepts undocumented fields by the method that answered, in a case of several methods', () => {
    const of = (method: string): Finding =>
      observation('tx[].extra', { check: 'undocumented-field', difference: { method, path: 'tx[].extra', check: 'undocumented-field' } });
    expect(judge.judge(caseOf('a'), [of('getthing')]).status).toBe('passed');
    expect(judge.judge(caseOf('a', 'getthing'), [of('getother')]).status).toBe('observed');
  });

  test('has a key of case, check and path for each observation', () => {
    expect(baselineKey('a', observation('x'))).toBe('a#near-miss');
    expect(baselineKey('a', observation('x', { path: 'tx[]' }))).toBe('a#near-miss@tx[]');
  });
});
