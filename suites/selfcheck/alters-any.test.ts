import { expect, test } from 'vitest';
import type { Reply } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { altersAny } from './alters-any.ts';
import type { Alteration, ObservedCall } from './types.ts';

const result = (value: Wire): Reply => ({ type: 'result', result: value, durationMs: 1 });
const call = (params: readonly Wire[], reply = result(1)): ObservedCall => ({
  id: 'getblock',
  params,
  wallet: undefined,
  reply,
  caseId: 'a',
});
const withoutSecond: Alteration = { forward: (seen) => ({ ...seen, params: seen.params.slice(0, 1) }) };

test('a call is altered if the node would receive another one', async () => {
  expect(await altersAny(withoutSecond, [call(['00']), call(['00', 2])])).toBe(true);
  expect(await altersAny(withoutSecond, [call(['00'])])).toBe(false);
  expect(await altersAny(withoutSecond, [])).toBe(false);
});

test('a call is altered if its answer would be another one', async () => {
  const toTwo: Alteration = { answer: (reply) => (reply.type === 'result' ? { ...reply, result: 2 } : undefined) };
  expect(await altersAny(toTwo, [call(['00'], result(1))])).toBe(true);
  expect(await altersAny(toTwo, [call(['00'], result(2))])).toBe(false);
  expect(await altersAny(toTwo, [call(['00'], { type: 'error', error: { code: -5, message: '' }, durationMs: 1 })])).toBe(false);
});

test('an alteration sees the calls in order, so that it can answer as before', async () => {
  const stale = (): Alteration => {
    let first: Reply | undefined;
    return { answer: (reply) => (first ??= reply) };
  };
  expect(await altersAny(stale(), [call(['00'], result(1)), call(['00'], result(1))])).toBe(false);
  expect(await altersAny(stale(), [call(['00'], result(1)), call(['00'], result(2))])).toBe(true);
});

test('a call that is swallowed, repeated or late is always altered', async () => {
  for (const alteration of [{ instead: () => result(1) }, { repeat: true }, { late: true }] as const)
    expect(await altersAny(alteration, [call(['00'])])).toBe(true);
});

test('a call of another method is not altered', async () => {
  expect(await altersAny({ repeat: true, only: 'getblockcount' }, [call(['00'])])).toBe(false);
});

test('a call may be altered if only the node can know the effect', async () => {
  const asking: Alteration = { answer: async (_, __, ask) => ask('getblockcount', []) };
  expect(await altersAny(asking, [call(['00'])])).toBe(true);
});

test('other errors of an alteration are not hidden', async () => {
  const broken: Alteration = {
    forward: () => {
      throw new TypeError('broken');
    },
  };
  await expect(altersAny(broken, [call(['00'])])).rejects.toThrow('broken');
});
