import { expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { neutralNames } from '../specs/model/names.ts';
import { openTrial, type OpenedTrial, type TrialSettings } from './open-trial.ts';
import type { Plan } from './plan.ts';
import { RefusedError } from './prepare.ts';
import { TargetFileError } from './target-file.ts';
import { fakeCase, fakeDefinitions, fakeSpecification, FakeTarget, result, type Answers } from './testing/fakes.ts';
import type { Outcome } from './outcome.ts';

const onChain =
  (chain: string): Answers =>
  (method) =>
    result(method === 'getblockchaininfo' ? { chain } : { version: 1, subversion: '/Other:1/' });

function open(target = new FakeTarget(onChain('regtest')), rest: Partial<TrialSettings> = {}): Promise<OpenedTrial> {
  return openTrial({ specification: fakeSpecification, target, seed: 3, secrets: new Secrets(), definitions: fakeDefinitions(), ...rest });
}

async function outcomesOf(trial: OpenedTrial, plan: Plan): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const outcome of trial.run(plan)) outcomes.push(outcome);
  return outcomes;
}

const whole = (...cases: Plan['cases']): Plan => ({ cases, whole: true });

test('runs the cases of a plan on the prepared node', async () => {
  const target = new FakeTarget(onChain('regtest'));
  const trial = await open(target);
  let tries = 0;
  expect(trial.opened.info).toEqual({ chain: 'regtest', version: 1, subversion: '/Other:1/' });
  expect(
    await outcomesOf(
      trial,
      whole(
        fakeCase('a'),
        fakeCase('b', (t) => void t.ok(++tries > 1, 'no', { circumstance: 'state' })),
      ),
    ),
  ).toMatchObject([
    { id: 'fake/a', status: 'passed' },
    { id: 'fake/b', status: 'unstable', replay: 'npx --no-install pyx run --target process:fake --case fake/b --seed 3' },
  ]);
  expect(target.starts).toBe(3); // then the history of the failed case, and a fresh world
});

test('the credentials of every node are masked, also of a node started by a case', async () => {
  const target = new FakeTarget(onChain('regtest'));
  const secrets = new Secrets();
  const trial = await open(target, { secrets });
  await outcomesOf(trial, whole(fakeCase('a', async (t) => void (await t.target.start('peers')))));
  expect(target.nodes.map(({ profile }) => profile)).toEqual(['default', 'peers']);
  for (const { credentials } of target.nodes) expect(secrets.mask(`it says ${credentials?.password}`)).toBe('it says ***');
});

test('settings override the target file', async () => {
  const targetFile = { file: 'a.yaml', name: 'A', names: { coin: 'acme' }, absent: [{ methods: ['getthing'], reason: 'none here' }] };
  const trial = await open(undefined, { targetFile });
  expect(trial.names.coin).toBe('acme');
  expect(await outcomesOf(trial, whole(fakeCase('a', undefined, { uses: ['getthing'] })))).toMatchObject([
    { status: 'inapplicable', reason: 'the target has no getthing: none here' },
  ]);
  expect((await open(undefined, { targetFile, names: { ...neutralNames, coin: 'other' } })).names.coin).toBe('other');
  await expect(
    open(undefined, { targetFile: { file: 'a.yaml', name: 'A', absent: [{ methods: ['getthin'], reason: 'x' }] } }),
  ).rejects.toThrow(TargetFileError);
});

test('a chain other than regtest is refused for writing', async () => {
  await expect(open(new FakeTarget(onChain('main')))).rejects.toThrow(RefusedError);
  expect((await open(new FakeTarget(onChain('main')), { readOnly: true })).opened.info.chain).toBe('main');
});

test('a waiver is stale after complete runs of all its cases without a match', async () => {
  const trial = await open(undefined, { targetFile: { file: 'a.yaml', name: 'A', waivers: [{ cases: 'fake/*', reason: 'so' }] } });
  const plan = whole(fakeCase('a'), fakeCase('b'));
  expect(trial.aboutTargetFile(plan)).toEqual([]);
  await outcomesOf(trial, plan);
  expect(trial.aboutTargetFile({ ...plan, leftOut: ['fake/c'] })).toEqual([]);
  expect(trial.aboutTargetFile(plan)).toMatchObject([{ check: 'stale-waiver', source: 'a.yaml' }]);
});

test('an answer that depends on time and is another one than the baseline has is tried again', async () => {
  let tries = 0;
  const late = fakeCase('late', (t) => {
    t.dependsOn('time');
    t.observe('answer', ++tries === 1 ? 'none' : 'HTTP 413', 'what came');
  });
  const targetFile = { file: 'a.yaml', name: 'A', baseline: { 'fake/late#answer': 'HTTP 413' } };
  expect(await outcomesOf(await open(undefined, { targetFile }), { cases: [late], whole: false })).toMatchObject([
    { id: 'fake/late', status: 'unstable' },
  ]);
});

test('a second run begins on a node of its own: the first one ended with its run', async () => {
  const target = new FakeTarget(onChain('regtest'));
  const trial = await open(target);
  expect(await outcomesOf(trial, whole(fakeCase('first')))).toHaveLength(1);
  expect(target.nodes.map(({ stopped }) => stopped)).toEqual([1]);
  expect((await outcomesOf(trial, whole(fakeCase('second')))).map(({ status }) => status)).toEqual(['passed']);
  expect(target.nodes.map(({ stopped }) => stopped)).toEqual([1, 1]);
});
