import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Acceptances } from './acceptance.ts';
import { readTargetFile, withFurther } from './target-file.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'pyx-acceptance-'))));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const list = `# Why they stay.
- what: { method: getblock, path: "tx[].size", check: type, found: null }
  why: It is null.
  until: 2026-11-19
  issue: 12
- why: One cause of two.
  seeds: some
  what:
    - { method: verifychain, check: refusal, argument: checklevel, value: 5 }

    - { rule: http/allow, check: allow }
`;
const what = [
  { method: 'getblock', path: 'tx[].size', check: 'type', found: 'null' },
  { method: 'verifychain', check: 'refusal', argument: 'checklevel', value: '5' },
  { rule: 'http/allow', check: 'allow' },
];

test('entries have the line of what differs, and texts where YAML reads numbers and null', () => {
  const { accepted = [] } = readTargetFile(put('a.yaml', `name: A\naccepted:\n${list.replace(/^/gm, '  ')}`));
  expect(accepted.map((entry) => entry.what)).toEqual(what);
  expect(accepted.map(({ line, why, until, issue, seeds }) => [line, why, until, issue, seeds])).toEqual([
    [4, 'It is null.', '2026-11-19', 12, undefined],
    [11, 'One cause of two.', undefined, undefined, 'some'],
    [13, 'One cause of two.', undefined, undefined, 'some'],
  ]);
});

test('the list may be in a file of its own, relative to the target file', () => {
  const file = put('list.yaml', list);
  const { accepted = [] } = readTargetFile(put('b.yaml', 'name: B\naccepted: list.yaml\n'));
  expect(accepted.map(({ what: { method }, file: in_, line }) => [method, in_, line])).toEqual([
    ['getblock', file, 2],
    ['verifychain', file, 9],
    [undefined, file, 11],
  ]);
  expect(readTargetFile(put('c.yaml', `name: C\naccepted: ${put('empty.yaml', '[] # none\n')}\n`)).accepted).toEqual([]);
});

test.each([
  ['a missing file', 'nothing.yaml', /accepted: .*nothing\.yaml/],
  ['a list without reasons', '[{ what: { method: a, check: b } }]', /must have required property 'why'/],
  ['no check', '[{ what: { method: a }, why: b }]', /must have required property 'check'/],
  ['neither method nor rule', '[{ what: { check: b }, why: b }]', /must have required property 'method'/],
  ['an unknown member', '[{ what: { method: a, check: b, cases: c }, why: b }]', /no key "cases".*; the keys are method/],
])('%s is refused', (_what, accepted, message) => {
  expect(() => readTargetFile(put('d.yaml', `name: D\naccepted: ${accepted}\n`))).toThrow(message);
});

test('an entry covers until its last day', () => {
  const { accepted = [] } = readTargetFile(put('e.yaml', `name: E\naccepted:\n${list.replace(/^/gm, '  ')}`));
  const found = (today: string): string | undefined => new Acceptances(accepted, today).find(what[0] as (typeof accepted)[0]['what'])?.why;
  expect([found('2026-11-19'), found('2026-11-20')]).toEqual(['It is null.', undefined]);
  expect(new Acceptances(accepted, '2026-11-20').find({ rule: 'http/allow', check: 'allow' })?.line).toBe(13);
  expect(new Acceptances(accepted, '2026-11-20').find(undefined)).toBeUndefined();
});

test('entries of a policy are added to those of the target file', () => {
  const { accepted = [] } = readTargetFile(put('list-of-policy.yaml', `name: P\naccepted:\n${list.replace(/^/gm, '  ')}`));
  const target = readTargetFile(put('f.yaml', 'name: F\naccepted: [{ what: { method: stop, check: refused }, why: so }]\n'));
  expect(withFurther(target, { file: 'pyx.yaml', accepted })?.accepted).toHaveLength(4);
  expect(withFurther(undefined, { file: 'pyx.yaml', accepted, unexplained: 'fail' })).toMatchObject({
    file: 'pyx.yaml',
    unexplained: 'fail',
  });
  expect(withFurther(undefined, { file: 'pyx.yaml' })).toBeUndefined();
});
