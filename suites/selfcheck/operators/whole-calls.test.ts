import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../client/types.ts';
import { alterationOf, errorReply, noNode, observedCall, observedOf, resultReply, seen } from '../testing/planted.ts';
import type { ObservedCalls, SeenCall } from '../types.ts';

const answers = async (
  id: string,
  calls: readonly (readonly [SeenCall, Reply])[],
  observed?: ObservedCalls,
): Promise<(Reply | undefined)[]> => {
  const { answer } = alterationOf(id, observed);
  const altered: (Reply | undefined)[] = [];
  for (const [call, reply] of calls) altered.push(await answer?.(reply, call, noNode));
  return altered;
};

describe('a stale answer', () => {
  test('is the first one to the same call of the variant', async () => {
    const first = resultReply(1);
    const later = await answers('answer/stale/getblockcount#default', [
      [seen('getblockcount'), first],
      [seen('getblockcount'), resultReply(2)],
      [seen('getblockcount', '[]', 'w'), resultReply(3)],
      [seen('getblockcount'), errorReply(-28, 'loading')],
      [seen('getblockcount'), resultReply(4)],
    ]);
    expect(later).toEqual([undefined, first, undefined, undefined, first]);
  });

  test('is not given to another variant', async () => {
    const id = 'answer/stale/getrawmempool#verbose=false';
    expect(
      await answers(id, [
        [seen('getrawmempool', '[true]'), resultReply({})],
        [seen('getrawmempool', '[true]'), resultReply({ aa: {} })],
      ]),
    ).toEqual([undefined, undefined]);
  });
});

test('an answer to other arguments is the latest one, else one of the clean run', async () => {
  const observed = observedOf(observedCall('getblockhash', '[5]', '"55"'));
  const [first, second, again] = await answers(
    'answer/of-other-arguments/getblockhash#default',
    [
      [seen('getblockhash', '[1]'), resultReply('11')],
      [seen('getblockhash', '[2]'), resultReply('22')],
      [seen('getblockhash', '[2]'), resultReply('22')],
    ],
    observed,
  );
  expect([first, second, again].map((reply) => reply?.type === 'result' && reply.result)).toEqual(['55', '11', '11']);
});

test('a result becomes an error, and an error stays', async () => {
  const [refused, stays] = await answers('answer/success-into-error/getblockcount#default', [
    [seen('getblockcount'), resultReply(1)],
    [seen('getblockcount'), errorReply(-28, 'loading')],
  ]);
  expect(refused).toMatchObject({ type: 'error', httpStatus: 500 });
  expect(stays).toBeUndefined();
});

test('an error of a call with legal arguments becomes an earlier result, or null without any', async () => {
  const hash = 'ab'.repeat(32);
  const calls = [
    [seen('getblock', `["${hash}"]`), errorReply(-5, 'not found')],
    [seen('getblock', '[]'), errorReply(-1, 'getblock "blockhash"')],
    [seen('getblock', '["no hash"]'), errorReply(-8, 'not a hash')],
    [seen('getblock', `["${hash}",9]`), errorReply(-8, 'not a verbosity')],
    [seen('getblock', `["${hash}",1,2]`), errorReply(-1, 'too many')],
    [seen('getblock', `["${hash}"]`), resultReply('x')],
  ] as const;
  const observed = observedOf(observedCall('getblock', '["aa"]', '{"hash":"aa"}'));
  const [accepted, ...others] = await answers('answer/error-into-success/getblock', calls, observed);
  expect(accepted).toMatchObject({ type: 'result', result: { hash: 'aa' } });
  expect(others).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect((await answers('answer/error-into-success/getblock', calls))[0]).toMatchObject({ type: 'result', result: null });
});

test('an error has another code, or another message', async () => {
  const calls = [[seen('getblock', '["00"]'), errorReply(-5, 'not found')]] as const;
  expect(await answers('answer/error-code/getblock', calls)).toMatchObject([{ error: { code: -6, message: 'not found' } }]);
  expect(await answers('answer/error-message/getblock', calls)).toMatchObject([{ error: { code: -5, message: 'no' } }]);
});

test('a swallowed call is answered as the likest call of the clean run, without the node', async () => {
  const observed = observedOf(observedCall('sendtoaddress', '["a",1]', '"11"'), observedCall('sendtoaddress', '["b",2,"c"]', '"22"'));
  const { instead } = alterationOf('request/swallowed/sendtoaddress', observed);
  const resultOf = async (params: string): Promise<unknown> => {
    const reply = await instead?.(seen('sendtoaddress', params), noNode);
    return reply?.type === 'result' ? reply.result : undefined;
  };
  expect(await resultOf('["b",2,"c"]')).toBe('22');
  expect(await resultOf('["z",3]')).toBe('11');
  expect(await alterationOf('request/swallowed/sendtoaddress').instead?.(seen('sendtoaddress', '["a",1]'), noNode)).toBeUndefined();
});

test('the third call and those after it are swallowed', async () => {
  const observed = observedOf(observedCall('sendtoaddress', '["a",1]', '"11"'));
  const { instead } = alterationOf('request/third-swallowed/sendtoaddress', observed);
  const call = seen('sendtoaddress', '["b",2]');
  const replies: (Reply | undefined)[] = [];
  for (let i = 0; i < 4; i++) replies.push(await instead?.(call, noNode));
  expect(replies.map((reply) => reply?.type === 'result' && reply.result)).toEqual([false, false, '11', '11']);
});

test('a method does what the next one of its family with such arguments does', async () => {
  const asked: SeenCall[] = [];
  const node = async (id: SeenCall['id'], params: SeenCall['params'], wallet?: string): Promise<Reply> => {
    asked.push({ id, params, wallet });
    return resultReply('other');
  };
  const starting = alterationOf('request/as-neighbour/masternode start-all');
  expect(await starting.instead?.(seen('masternode start-all'), node)).toMatchObject({ result: 'other' });
  // One that only reads is asked too.
  const { answer } = alterationOf('answer/of-neighbour/getblockcount');
  expect(await answer?.(resultReply(1), seen('getblockcount'), node)).toMatchObject({ result: 'other' });
  expect(await answer?.(errorReply(-1, 'no'), seen('getblockcount'), node)).toBeUndefined();
  expect(asked.map(({ id }) => id)).toEqual(['masternode start-disabled', 'getchaintips']);
});

test('another loaded wallet takes the place of that of the path', async () => {
  const { forward } = alterationOf('request/wallet-exchanged/getbalance');
  const loaded =
    (...names: string[]) =>
    async (): Promise<Reply> =>
      resultReply(names);
  expect(await forward?.(seen('getbalance', '[]', 'a'), loaded('a', 'b'))).toEqual(seen('getbalance', '[]', 'b'));
  expect(await forward?.(seen('getbalance', '[]', 'a'), loaded('a'))).toBeUndefined();
  expect(await forward?.(seen('getbalance'), loaded('a', 'b'))).toBeUndefined();
});

describe('an HTTP answer', () => {
  const answerOf = async (id: string, reply: Reply): Promise<Reply | undefined> => (await answers(id, [[seen('getblockcount'), reply]]))[0];

  test.each([
    ['http/redirected/getblockcount', 'redirect', 302],
    ['http/unauthorized/getblockcount', 'unauthorized', 401],
    ['http/unavailable/getblockcount', 'http-status', 503],
  ] as const)('%s is a fault of kind %s', async (id, kind, status) => {
    expect(await answerOf(id, resultReply(1))).toMatchObject({ type: 'fault', fault: { kind }, httpStatus: status });
  });

  test('carries a result with status 500 and an error with status 200', async () => {
    expect(await answerOf('http/error-status/getblockcount', resultReply(1))).toMatchObject({ type: 'result', result: 1, httpStatus: 500 });
    expect(await answerOf('http/error-status/getblockcount', errorReply(-1, 'no'))).toBeUndefined();
    const error = { code: -1, message: 'no' };
    expect(await answerOf('http/success-status/getblockcount', errorReply(-1, 'no'))).toMatchObject({
      type: 'error',
      error,
      httpStatus: 200,
    });
  });
});
