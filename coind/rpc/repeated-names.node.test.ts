import { describe, expect, test } from 'vitest';
import { runNode } from '../node.ts';
import { defaultOptions } from '../options/default-options.ts';
import { testInFamily, type FamilyNode } from '../testing/family.ts';

/** The answer to a call with `members` as an object of outputs; A stands for an address. */
async function answers(node: FamilyNode, members: readonly string[]): Promise<unknown> {
  const address = await node.call('getnewaddress');
  await node.call('generatetoaddress', 101, address);
  const calls = ['sendmany', 'createrawtransaction', 'createpsbt', 'walletcreatefundedpsbt'];
  const answers: unknown[] = [];
  for (const method of calls) {
    for (const text of members) {
      const { error } = await node.post(
        `{"method":"${method}","params":["${method === 'sendmany' ? '' : '@'}",${text.replaceAll('A', address)}]}`.replace('"@"', '[]'),
      );
      answers.push([method, error?.code, error?.message.replace(address, 'A')]);
    }
  }
  return [answers, await node.call('getrawmempool')];
}

const duplicated = 'Invalid parameter, duplicated address: A';

describe('a repeated address in an object of outputs is refused with any amounts', () => {
  testInFamily(
    'by every method that takes such an object',
    (node) => answers(node, ['{"A":1,"A":2}', '{"A":1,"A":1}', '{"A":0.1, "A" : 0.1}']),
    [
      ['sendmany', 'createrawtransaction', 'createpsbt', 'walletcreatefundedpsbt'].flatMap((method) =>
        Array.from({ length: 3 }, () => [method, -8, duplicated]),
      ),
      [],
    ],
  );
});

testInFamily(
  'repeated data in an object of outputs, and a repeated address in a list item, are refused',
  async ({ call, post }) => {
    const address = await call('getnewaddress');
    const answers: unknown[] = [];
    for (const outputs of [
      '{"data":"00","data":"01"}',
      `[{"${address}":1,"${address}":2}]`,
      '[{"data":"00","data":"00"}]',
      '[{"data":"00"},{"data":"01"}]',
    ]) {
      for (const method of ['createrawtransaction', 'createpsbt', 'walletcreatefundedpsbt'])
        answers.push((await post(`{"method":"${method}","params":[[],${outputs}]}`)).error);
    }
    return answers;
  },
  [
    'duplicate key: data',
    'key-value pair must contain exactly one key',
    'key-value pair must contain exactly one key',
    'duplicate key: data',
  ].flatMap((reason) => Array.from({ length: 3 }, () => ({ code: -8, message: `Invalid parameter, ${reason}` }))),
);

// litecoind silently takes the first of them. No document defines which one counts, so coind refuses them.
test.each([
  ['a member of a call', '{"method":"getblockcount","method":"stop"}', -32_600, 'Invalid Request object: duplicate member method'],
  ['a named argument', '{"method":"getblockhash","params":{"height":0,"height":1}}', -8, 'Parameter height specified multiple times'],
  [
    'a member of an option object',
    '{"method":"listunspent","params":[0,9,[],true,{"maximumCount":1,"maximumCount":2}]}',
    -8,
    'Invalid parameter, duplicate key: maximumCount',
  ],
  [
    'a member of an item of a list',
    `{"method":"createrawtransaction","params":[[{"txid":"${'00'.repeat(32)}","vout":0,"vout":1}],{}]}`,
    -8,
    'Invalid parameter, duplicate key: vout',
  ],
])('a repeated name is refused: %s', async (_, body, code, message) => {
  const node = await runNode({ rpc: { ...defaultOptions.rpc, port: 0, user: 'u', password: 'p' } });
  try {
    const headers = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` };
    const response = await fetch(`${node.address}/`, { method: 'POST', headers, body });
    expect(await response.json()).toEqual({ result: null, error: { code, message }, id: null });
  } finally {
    await node.stop();
  }
});
