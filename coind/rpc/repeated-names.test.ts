import { describe, expect, test } from 'vitest';
import { runNode } from '../node.ts';
import { defaultOptions } from '../options/default-options.ts';
import { testInFamily, type FamilyNode } from '../testing/family.ts';

/** How a call is answered in which `members`, with an address for A, stands for an object of outputs. */
async function answers(node: FamilyNode, members: readonly string[]): Promise<unknown> {
  const address = await node.call('getnewaddress');
  await node.call('generatetoaddress', 101, address);
  const calls = ['sendmany', 'createrawtransaction', 'createpsbt', 'walletcreatefundedpsbt'];
  const told: unknown[] = [];
  for (const method of calls) {
    for (const text of members) {
      const { error } = await node.post(
        `{"method":"${method}","params":["${method === 'sendmany' ? '' : '@'}",${text.replaceAll('A', address)}]}`.replace('"@"', '[]'),
      );
      told.push([method, error?.code, error?.message.replace(address, 'A')]);
    }
  }
  return [told, await node.call('getrawmempool')];
}

const duplicated = 'Invalid parameter, duplicated address: A';

describe('an address that stands twice in an object of outputs is refused, whatever its amounts', () => {
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
  'data that stands twice in an object of outputs, and an address twice in an item of the list, are refused',
  async ({ call, post }) => {
    const address = await call('getnewaddress');
    const told: unknown[] = [];
    for (const outputs of [
      '{"data":"00","data":"01"}',
      `[{"${address}":1,"${address}":2}]`,
      '[{"data":"00","data":"00"}]',
      '[{"data":"00"},{"data":"01"}]',
    ]) {
      for (const method of ['createrawtransaction', 'createpsbt', 'walletcreatefundedpsbt'])
        told.push((await post(`{"method":"${method}","params":[[],${outputs}]}`)).error);
    }
    return told;
  },
  [
    'duplicate key: data',
    'key-value pair must contain exactly one key',
    'key-value pair must contain exactly one key',
    'duplicate key: data',
  ].flatMap((reason) => Array.from({ length: 3 }, () => ({ code: -8, message: `Invalid parameter, ${reason}` }))),
);

// litecoind takes the first of them without a word. No document says which counts, so none is guessed.
test.each([
  ['a member of a call', '{"method":"getblockcount","method":"stop"}', -32_600, 'Invalid Request object: the member method stands twice'],
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
])('%s that stands twice is refused', async (_, body, code, message) => {
  const node = await runNode({ rpc: { ...defaultOptions.rpc, port: 0, user: 'u', password: 'p' } });
  try {
    const headers = { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` };
    const response = await fetch(`${node.address}/`, { method: 'POST', headers, body });
    expect(await response.json()).toEqual({ result: null, error: { code, message }, id: null });
  } finally {
    await node.stop();
  }
});
