import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target, RunningNode } from '../fixtures/targets/types.ts';
import { FaultProxy, type Fault } from './support/fault-proxy.ts';
import { asString } from './support/faults.ts';
import { OddFront } from './support/odd-front.ts';
import { inFolder, pyx } from './support/pyx.ts';
import { gateOutputs, junitCounts, reportOutputs, vitestOf, type Shown, type Vitest } from './support/verdict-outputs.ts';

let target: Target;
let node: RunningNode;
let proxy: FaultProxy;
let front: OddFront;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  target = await openTarget('embedded', { env: {} });
  node = await target.start('default');
  proxy = await FaultProxy.start(() => node.client.address);
  front = await OddFront.start(proxy.address);
  const { user = '', password = '' } = node.credentials ?? {};
  env = { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password };
});
afterAll(async () => {
  await front?.close();
  await proxy?.close();
  await target?.close();
});

/** Two answers that contradict each other, of which one is another the next time. */
const once = (): Fault => {
  let lies = 0;
  return {
    name: 'once',
    answer: (answer, { method }) => (method === 'getbestblockhash' && lies++ === 0 ? { ...answer, result: 'ab'.repeat(32) } : undefined),
  };
};
const always = asString('getblockcount', '');
/** Long in every other second or so, so that some pairs differ by far and others do not, however busy the machine is. */
const uneven = (): Fault => {
  let calls = 0;
  return {
    name: 'uneven',
    answer: (answer) =>
      new Promise((resolve) => setTimeout(() => resolve({ ...answer, id: answer.id }), (calls++ >> 6) % 2 === 0 ? 100 : 0)),
  };
};

interface Situation {
  readonly cases: readonly string[];
  readonly fault?: () => Fault;
  readonly isOdd?: boolean;
  readonly inconclusive?: 'pass';
  readonly code: number;
  readonly title: string;
  readonly junit: object;
  readonly vitest: Partial<Vitest>;
}

const GOOD = 'methods/getblockcount/required-only';
const UNSTABLE = 'invariants/chain-tip/hash';
const PEDANTIC = 'envelope/http/allow';

/** All of it is one table: each situation has the same title, code and reasons wherever a verdict is shown. */
const situations: readonly (readonly [name: string, Situation])[] = [
  [
    'passed',
    {
      cases: [GOOD],
      code: 0,
      title: 'Passed',
      junit: { failures: 0, errors: 0, skipped: 0 },
      vitest: { success: true, failed: 0, skipped: 0 },
    },
  ],
  [
    'pedantic only',
    {
      cases: [GOOD, PEDANTIC],
      isOdd: true,
      code: 0,
      title: 'Passed with remarks',
      junit: { failures: 0, errors: 0, skipped: 1 },
      vitest: { success: true, failed: 0, skipped: 1 },
    },
  ],
  [
    'unstable only',
    {
      cases: [GOOD, UNSTABLE],
      fault: once,
      code: 1,
      title: 'Inconclusive',
      junit: { failures: 1, errors: 0, skipped: 0 },
      vitest: { success: false, failed: 1, skipped: 0 },
    },
  ],
  [
    'unstable only, which passes',
    {
      cases: [GOOD, UNSTABLE],
      fault: once,
      inconclusive: 'pass',
      code: 0,
      title: 'Inconclusive',
      junit: { failures: 0, errors: 0, skipped: 1 },
      vitest: { success: true, failed: 0, skipped: 1 },
    },
  ],
  [
    'failed',
    {
      cases: [GOOD, 'methods/getbestblockhash/required-only'],
      fault: () => always,
      code: 1,
      title: 'Failed',
      junit: { failures: 1, errors: 0, skipped: 0 },
      vitest: { success: false, failed: 1, skipped: 0 },
    },
  ],
];

function expectSame(shown: Shown, title: string, code: number): void {
  const reasons = new Set<string>();
  for (const [output, verdict] of shown) {
    expect(verdict.title, `${output}: ${verdict.reasons}`).toBe(title);
    if (verdict.code !== undefined) expect(verdict.code, output).toBe(code);
    if (verdict.reasons !== undefined) reasons.add(verdict.reasons);
  }
  expect([...reasons]).toHaveLength(1);
}

describe('the same verdict in each output', () => {
  test.each(situations)('%s', (_name, { cases, fault, isOdd = false, inconclusive, code, title, junit, vitest }) =>
    inFolder(async (folder) => {
      const around = { folder, env };
      const plant = (): void => {
        front.isOdd = isOdd;
        if (fault) proxy.plant(fault());
        else proxy.clear();
      };
      plant();
      const policy = `target: ${front.address}\ncases: [${cases.join(', ')}]\nreports: [html, junit, allure]\n${inconclusive ? `inconclusive: ${inconclusive}\n` : ''}`;
      const { ended, shown } = await gateOutputs(policy, around);
      expect(ended.code, ended.stdout + ended.stderr).toBe(code);
      expectSame(shown, title, code);
      const reported = await reportOutputs('run-1', 'run', around);
      expect([...reported.keys()]).toEqual(expect.arrayContaining(['JUnit', 'Allure']));
      expectSame(reported, title, code);
      expect(await junitCounts(folder, 'run-1')).toEqual(junit);
      plant();
      const { text, ...counts } = await vitestOf({ target: front.address, selection: { cases }, inconclusive }, around);
      expect(counts, text).toMatchObject(vitest);
    }),
  );

  test('undecided comparison', () =>
    inFolder(async (folder) => {
      front.isOdd = false;
      proxy.plant(uneven());
      const around = { folder, env };
      const load = '{ method: getblockcount, duration: 300ms, warmUp: 100ms, repeat: 14, baseline: embedded, rate: 50, tolerance: 900 }';
      const policy = (more: string): string => `target: ${front.address}\ncases: [${GOOD}]\nload: [${load}]\n${more}`;
      for (const [more, code] of [
        ['', 1],
        ['inconclusive: pass\n', 0],
      ] as const) {
        const { ended, shown } = await gateOutputs(policy(more), around);
        expect(ended.code, ended.stdout + ended.stderr).toBe(code);

        expectSame(shown, 'Inconclusive', code);
        expectSame(await reportOutputs('load-1', 'load', around), 'Inconclusive', code);
      }
    }));

  test('not done', () =>
    inFolder(async (folder) => {
      const around = { folder, env };
      const { ended, shown } = await gateOutputs(`target: process:false\ncases: [${GOOD}]\n`, around);
      expect(ended.code, ended.stderr).toBe(2);
      expectSame(shown, 'Could not be done', 2);
      const line = await pyx(['run', '--target', 'process:false', '--case', GOOD, '--json'], { cwd: folder, env });
      expect([line.code, JSON.parse(line.stdout)]).toEqual([
        2,
        {
          verdict: {
            title: 'Could not be done',
            code: 2,
            reasons: [expect.stringContaining('false') as string],
            inconclusive: 'fail',
          },
        },
      ]);
      expect(line.stderr).toMatch(/^Could not be done \(exit code 2\)$/m);
      const { success, text } = await vitestOf({ target: 'process:false', selection: { cases: [GOOD] } }, around);
      expect(success).toBe(false);
      expect(text).toContain('Could not be done: ');
      // A message, and not where in Pyx it was thrown.
      expect(text).not.toMatch(/chunk-\w+\.mjs|open-target/);
    }));
});
