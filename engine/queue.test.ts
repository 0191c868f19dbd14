import { describe, expect, test } from 'vitest';
import type { Case } from './case.ts';
import { CaseQueue } from './queue.ts';
import { fakeCase } from './testing/fakes.ts';

const PLAN = [
  fakeCase('a'),
  fakeCase('peers 1', undefined, { profile: 'peers' }),
  fakeCase('own', undefined, { ownNode: true }),
  fakeCase('b'),
  fakeCase('pruned', undefined, { profile: 'prune' }),
  fakeCase('peers 2', undefined, { profile: 'peers' }),
  fakeCase('harms', undefined, { danger: 'depth' }),
];
const short = (testCase: Case | undefined): string | undefined => testCase?.id.replace('fake/', '');

/** What jobs take in turn, each with the node of its last case, until nothing is left. */
function taken(queue: CaseQueue, jobs: readonly string[]): Record<string, string[]> {
  const by: Record<string, string[]> = Object.fromEntries(jobs.map((job) => [job, []]));
  const last = new Map<string, Case>();
  for (;;) {
    let any = false;
    for (const job of jobs) {
      const before = last.get(job);
      const next = queue.next(job, before?.ownNode === true ? undefined : before?.profile);
      if (!next) continue;
      any = true;
      last.set(job, next);
      by[job]?.push(short(next) as string);
    }
    if (!any) return by;
  }
}

describe('the next case', () => {
  test('is that of the plan, but for those of the profile of the node; what may harm a node comes last', () => {
    expect(taken(new CaseQueue(PLAN), ['job1'])).toEqual({ job1: ['a', 'peers 1', 'peers 2', 'pruned', 'own', 'b', 'harms'] });
  });

  test('of a lane is one on a separate node, of the other jobs one on a shared node, until one sort is done', () => {
    const plan = [...PLAN, fakeCase('c'), fakeCase('d')];
    expect(taken(new CaseQueue(plan, ['job1']), ['job1', 'job2'])).toEqual({
      job1: ['peers 1', 'peers 2', 'pruned', 'own', 'harms'],
      job2: ['a', 'b', 'c', 'd'],
    });
    expect(taken(new CaseQueue(plan, ['job1']), ['job2', 'job1'])).toMatchObject({ job2: ['a', 'b', 'c', 'd', 'harms'] });
    const short = [fakeCase('own', undefined, { ownNode: true }), ...['a', 'b', 'c', 'd', 'e'].map((id) => fakeCase(id))];
    expect(taken(new CaseQueue(short, ['job1']), ['job1', 'job2'])).toEqual({ job1: ['own', 'b', 'd'], job2: ['a', 'c', 'e'] });
  });

  test('of a lane is first one of the TPS test, which waits longest', () => {
    const plan = [...PLAN, fakeCase('tps', undefined, { profile: 'tpstest' })];
    expect(short(new CaseQueue(plan, ['job1']).next('job1', undefined))).toBe('tps');
    expect(short(new CaseQueue(plan, ['job1']).next('job2', undefined))).toBe('a');
    expect(short(new CaseQueue(plan).next('job1', undefined))).toBe('a');
  });

  test('of a profile for which another job has a node is left to that job, while there is another', () => {
    const queue = new CaseQueue(PLAN, ['job1', 'job2']);
    expect([queue.next('job1', undefined), queue.next('job2', undefined)].map(short)).toEqual(['peers 1', 'own']);
    expect([queue.next('job2', undefined), queue.next('job1', 'peers')].map(short)).toEqual(['pruned', 'peers 2']);
  });
});
