import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GROUPS, groupsOf, leftOut } from './rotation.ts';

const all = [...new Set(GROUPS.flat())];
/** As `.ci/run` takes them. */
const OF_CI = Array.from({ length: 15 }, (_, at) => [1, 2, 3, 4].map((of) => 4 * at + of).join(','));

test('each file of a group exists, and is in one group; the trial of a real node is in each four that CI takes', () => {
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter((name) => !existsSync(join(import.meta.dirname, '..', `${name}.test.ts`)))).toEqual([]);
  const twice = all.filter((name) => GROUPS.filter((files) => files.includes(name)).length > 1);
  expect(twice).toEqual(['test/whole-trial']);
  for (const four of OF_CI) expect(leftOut(four)).not.toContain('test/whole-trial.test.ts');
});

test('each file is run with its group, and all with all', () => {
  for (const [index, files] of GROUPS.entries()) {
    const left = leftOut(String(index + 1));
    expect(all.filter((name) => !left.includes(`${name}.test.ts`)).sort()).toEqual([...files].sort());
  }
  expect(leftOut('all')).toEqual([]);
  const ofCi = OF_CI.map((four) => new Set(leftOut(four)));
  expect(all.filter((name) => ofCi.every((names) => names.has(`${name}.test.ts`)))).toEqual([]);
});

test('a group is drawn with the seed, each of them at times; those that are named are taken', () => {
  const drawn = Array.from({ length: 600 }, (_, seed) => groupsOf(['run'], { PYX_SEED: String(seed) }));
  expect(new Set(drawn)).toEqual(new Set(GROUPS.map((_, index) => String(index + 1))));
  expect(groupsOf([], { PYX_SEED: '7' })).toBe(drawn[7]);
  expect(groupsOf(['run', '--project', 'end-to-end'], { PYX_GROUPS: '2,3' })).toBe('2,3');
  for (const wrong of ['61', '0', '1,', 'x'])
    expect(() => groupsOf([], { PYX_GROUPS: wrong })).toThrow(`PYX_GROUPS=${wrong}: expected numbers from 1 to 60 with commas, or all`);
});

test.each([['test/agreement.test.ts'], ['suites/envelope'], ['agreement.test'], [join(import.meta.dirname, 'rooms')]])(
  'with %s all groups are to be run',
  (named) => {
    expect(groupsOf(['run', '--project', 'end-to-end', named], { PYX_GROUPS: '1' })).toBe('all');
  },
);
