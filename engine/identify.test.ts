import { beforeAll, describe, expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import { variantFor } from '../specs/model/variants.ts';
import type { Wire } from '../specs/model/wire.ts';
import { checkResult } from './check-result.ts';
import type { Difference } from './difference.ts';
import { refusedDifference } from './identify.ts';
import { allMalformed } from './malformed.ts';
import type { Session } from './session.ts';
import { fakeSession, fakeTrial } from './testing/fake-trial.ts';
import { fakeCase, refused, result, resultOf, timedOut, type Answers } from './testing/fakes.ts';
import { tried } from './testing/tried.ts';

let session: Session;
beforeAll(async () => {
  session = await fakeSession();
});

type Args = { [name: string]: Wire };
const differencesOf = (findings: readonly { readonly difference?: Difference }[]): (Difference | undefined)[] =>
  findings.map(({ difference }) => difference);

/** What a generated case reports of a result, and what a case of a rule does that relies on it. */
function bothWays(id: string, args: Args, answer: Wire): [generated: unknown[], relying: unknown[]] {
  const method = specification.method(id);
  const trial = fakeTrial(session);
  checkResult(trial, method, variantFor(method, args)!, { args, result: answer });
  const params = method.params.map(({ name }) => args[name] ?? null);
  const call = { method: id, args, params, wallet: undefined, reply: { type: 'result', result: answer, durationMs: 0 } } as const;
  const documented = trial.findings.filter(({ evidence }) => evidence === 'document');
  return [differencesOf(documented), differencesOf(allMalformed([call], specification))];
}

const hash = (digit: string): string => digit.repeat(64);
const entry = { address: 'x', category: 'send', amount: 1, vout: 0, confirmations: 1, txid: hash('a'), time: 1, timereceived: 1 };

describe('a part of a result has one identity, whichever case meets it', () => {
  test('without indexes and data keys, with the type that came', () => {
    const [generated, relying] = bothWays('getrawmempool', { verbose: true }, { [hash('a')]: { size: 'x' }, [hash('b')]: { size: 'x' } });
    const expected = { method: 'getrawmempool', variant: 'verbose=true', path: '{}.size', check: 'type', found: 'string' };
    expect(generated.filter((difference) => (difference as Difference).path === '{}.size')).toEqual([expected]);
    expect(relying.filter((difference) => (difference as Difference).path === '{}.size')).toEqual([expected]);
  });

  test('with the listed value that came: a further one is a further difference', () => {
    const entries = ['generate', 'immature', 'generate'].map((category) => ({ ...entry, category }));
    const [generated, relying] = bothWays('listtransactions', {}, entries);
    const values = (differences: unknown[]): unknown[] =>
      (differences as Difference[]).filter(({ path }) => path === '[].category').map(({ check, found }) => [check, found]);
    expect(values(generated)).toEqual([
      ['value', 'generate'],
      ['value', 'immature'],
    ]);
    expect(values(relying)).toEqual(values(generated));
  });

  test('a missing field and a wrong type at the top', () => {
    expect(bothWays('getblockcount', {}, 'x')[0]).toEqual([{ method: 'getblockcount', check: 'type', found: 'string' }]);
    expect(bothWays('decodescript', { hexstring: '51' }, { asm: '1', type: 'x', p2sh: 'x' })[0]).toContainEqual({
      method: 'decodescript',
      path: 'hex',
      check: 'presence',
      found: 'missing',
    });
  });
});

test('a refused call has the arguments that it had, with types and listed values', () => {
  const error = { code: -3, message: 'no' };
  const { given, ...rest } = refusedDifference(
    specification,
    { method: 'listunspent', params: [1, null, [], true, { maximumCount: '5' }] },
    error,
    { method: 'listunspent', rule: 'listunspent/a', argument: 'minconf' },
  );
  expect(rest).toEqual({ method: 'listunspent', check: 'refused', rule: 'listunspent/a', argument: 'minconf', found: 'error -3' });
  expect(given).toEqual(
    expect.arrayContaining([
      'minconf',
      'minconf=1',
      'include_unsafe=true',
      'query_options.maximumCount',
      'query_options.maximumCount:string',
    ]),
  );
  expect(given).not.toContain('maxconf');
  expect(given).not.toContain('query_options.maximumCount=5'); // a text that no list names
  // What the case is about is no argument of another method.
  expect(
    refusedDifference(specification, { method: 'getblock', params: [] }, error, { method: 'listunspent', argument: 'minconf' }),
  ).toEqual({
    method: 'getblock',
    check: 'refused',
    found: 'error -3',
    given: [],
  });
});

describe('a finding of a case', () => {
  const about = { method: 'getthing', about: { rule: 'getthing/a' } };
  const identity = async (run: Parameters<typeof fakeCase>[1], answers: Answers = () => result({})): Promise<(Difference | undefined)[]> =>
    differencesOf((await tried(fakeCase('a', run, about), { answers })).findings);

  test('has the sentence, the place without indexes, and the type that came', async () => {
    expect(
      await identity((t) => {
        t.equal(undefined, 7, 'the size', { path: 'tx[3].size' });
        t.equal('a', 7, 'the size', { path: 'tx[3].size', check: 'fee' });
        t.ok(false, 'it is not', { path: 'tx[3]', found: '400' });
      }),
    ).toEqual([
      { method: 'getthing', path: 'tx[].size', check: 'equals', rule: 'getthing/a', found: 'missing' },
      { method: 'getthing', path: 'tx[].size', check: 'fee', rule: 'getthing/a', found: 'string' },
      { method: 'getthing', path: 'tx[]', check: 'holds', rule: 'getthing/a', found: '400' },
    ]);
  });

  test('without a place has its text, without values: two checks of a sentence differ', async () => {
    const found = (n: number) =>
      identity((t) => {
        t.ok(false, `the pool has ${n} transactions`);
        t.equal(n, 7, 'the number of peers');
      });
    const [first, second] = [await found(1), await found(2)];
    expect(first.map((difference) => difference?.found)).toEqual([
      'the pool has {} transactions',
      'the number of peers is {}, expected {}',
    ]);
    expect(second).toEqual(first);
  });

  test('that a call was refused is that of the call, also if it was made for a prerequisite', async () => {
    const refusing: Answers = () => refused(-8, 'no');
    expect(await identity(async (t) => void (await resultOf(t, 'setthing')), refusing)).toEqual([
      { method: 'setthing', check: 'refused', rule: 'getthing/a', found: 'error -8', given: [] },
    ]);
    expect(await identity(async (t) => void (await resultOf(t.world, 'setthing')), refusing)).toEqual([
      { method: 'setthing', check: 'world', found: 'error -8', given: [] },
    ]);
  });

  test('that a call was not answered names the call, and the end of the node how it ended', async () => {
    const call = async (t: Parameters<NonNullable<Parameters<typeof fakeCase>[1]>>[0]): Promise<void> =>
      void (await resultOf(t, 'setthing'));
    expect(await identity(call, (method) => (method === 'setthing' ? timedOut : result(7)))).toEqual([
      { method: 'setthing', check: 'timeout', rule: 'getthing/a' },
    ]);
    const dying: Answers = (method, _, node) => {
      if (method !== 'setthing') return result(7);
      node.kill();
      return timedOut;
    };
    expect(await identity(call, dying)).toEqual([{ method: 'setthing', check: 'died', rule: 'getthing/a', found: 'signal SIGKILL' }]);
  });

  test('an observation has none', async () => {
    expect(await identity((t) => t.observe('near-miss', 'refused -8', 'it was refused'))).toEqual([undefined]);
  });
});
