import { describe, expect, test } from 'vitest';
import { FakeTarget, fakeCase, result, resultOf, runOptions } from '../../engine/testing/fakes.ts';
import type { RuleResult } from '../../engine/selfcheck-results.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';
import { selfcheck, type SelfcheckOptions } from './selfcheck.ts';

const target = (): FakeTarget => new FakeTarget((method) => result(method === 'getblockcount' ? 1 : {}));
const READS = { uses: ['getthing', 'getblockcount'], judges: ['r:getthing/a'] };

const height = (t: Trial): Promise<unknown> => resultOf(t, 'getblockcount');
/** Finds every wrong height, and is the quickest to be tried. */
const first = fakeCase('first', async (t) => void t.equal(await height(t), 1, 'the height'), {
  uses: ['getblockcount'],
  method: 'getblockcount' as Case['method'],
});

async function rulesBy(cases: readonly Case[], more: Partial<SelfcheckOptions> = {}): Promise<readonly RuleResult[]> {
  const { rules } = await selfcheck({ run: runOptions(target()), cases, selection: {}, exceptions: [], ...more });
  return rules;
}

// Faults that hold an answer back take their time, whatever runs beside.
describe.concurrent('a rule', () => {
  test('is judged if a case of it fails by a statement of its own, also if another case was the first to find the fault', async () => {
    const ofRule = fakeCase('of-rule', async (t) => void t.equal(await height(t), 1, 'the height'), READS);
    const [rule] = await rulesBy([first, ofRule]);
    expect(rule).toMatchObject({
      id: 'r:getthing/a',
      status: 'judged',
      case: 'fake/of-rule',
      fault: expect.stringContaining('getblockcount'),
    });
  });

  test('is not judged if its case only notices that a call was refused or its answer malformed', async () => {
    const blind = fakeCase('blind', async (t) => void (await height(t)), READS);
    expect(await rulesBy([first, blind])).toEqual([{ id: 'r:getthing/a', status: 'not-judged' }]);
  });

  test('is not reached if its case makes no call that a fault alters', async () => {
    const silent = fakeCase('silent', () => undefined, READS);
    expect(await rulesBy([first, silent])).toEqual([{ id: 'r:getthing/a', status: 'not-reached' }]);
  });

  test('is untried if only a part of the faults was selected, and none shows it', async () => {
    const blind = fakeCase('blind', async (t) => void (await height(t)), READS);
    const selection = { operators: ['answer/plus-one'] };
    expect(await rulesBy([first, blind], { selection })).toEqual([{ id: 'r:getthing/a', status: 'untried' }]);
  });

  test('is not tried further with a sample of the faults', async () => {
    let runs = 0;
    const blind = fakeCase('blind', async (t) => void (runs++, await height(t)), READS);
    const selection = { methods: ['getblockcount'], sample: 1_000 };
    expect(await rulesBy([first, blind], { selection })).toEqual([{ id: 'r:getthing/a', status: 'untried' }]);
    const ofSample = runs;
    runs = 0;
    await rulesBy([first, blind], { selection: { methods: ['getblockcount'] } });
    expect(runs).toBeGreaterThan(ofSample);
  });

  test('of a state model, whose cases judge what they reach, is not counted', async () => {
    const model = fakeCase('model', async (t) => void t.equal(await height(t), 1, 'the height'), { ...READS, judgesByReach: true });
    expect(await rulesBy([model])).toEqual([]);
  });
});
