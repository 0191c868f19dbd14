import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import { absentMethods, assertKnownMethods, parseTargetFile } from '../engine/target-file.ts';
import type { Outcome } from '../engine/outcome.ts';
import { FindingGroups } from './group-findings.ts';
import { withMissingMethods } from './missing-methods.ts';

const all = specification.documented.map(({ id }) => id);

function groupsOf(methods: readonly string[], covered: readonly string[] = []): ReturnType<typeof withMissingMethods> {
  const groups = new FindingGroups();
  const outcome = (method: string, kind: string): Outcome => ({
    id: `methods/${method}/${kind}`,
    suite: 'methods',
    method,
    kind,
    status: 'failed',
    durationMs: 1,
    calls: 1,
    findings: [],
    hits: [],
  });
  for (const method of methods) {
    for (const kind of ['a', 'b']) {
      groups.add(outcome(method, kind), [
        {
          check: 'missing-method',
          evidence: 'document',
          source: 'document 3',
          message: `${method} was refused with -32601 (Method not found) where the documents describe a result`,
        },
      ]);
    }
  }
  groups.add(outcome('getblock', 'c'), [{ check: 'equals', evidence: 'document', source: 'document 2', message: 'no' }]);
  return withMissingMethods(groups.sorted(), (method) => covered.includes(method));
}

test('many missing methods are one finding, and its lines for the target file parse and name exactly these methods', () => {
  const missing = all.slice(0, 56);
  const groups = groupsOf(missing);
  expect(groups.map(({ headline, cases }) => [headline, cases])).toEqual([
    ['56 documented methods are missing', 112],
    ['no', 1],
  ]);
  const target = parseTargetFile(`name: A\n${groups[0]?.absent ?? ''}\n`, 'a.yaml');
  expect([...absentMethods(target).keys()].sort()).toEqual([...missing].sort());
  expect(() => assertKnownMethods(target, (method) => specification.find(method) !== undefined)).not.toThrow();
  expect(Math.max(...(groups[0]?.absent ?? '').split('\n').map((line) => line.length))).toBeLessThan(125);
});

test('one missing method is reported in the singular', () => {
  expect(groupsOf(['gobject diff'])[0]).toMatchObject({ headline: '1 documented method is missing', methods: ['gobject diff'] });
});

test('a method that is answered in other calls is not reported as missing or absent', () => {
  const [missing, flickering] = groupsOf(['getinfo', 'getwalletinfo'], ['getwalletinfo']);
  expect(missing).toMatchObject({ methods: ['getinfo'], cases: 2 });
  expect(missing?.absent).not.toContain('getwalletinfo');
  expect(flickering).toMatchObject({ methods: ['getwalletinfo'], headline: 'reported as not found, but answered in other calls' });
});
