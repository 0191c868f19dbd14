import { expect, test } from 'vitest';
import { createClient } from '../../client/http-client.ts';
import { fakeNode } from '../testing/fake-node-of-test.ts';
import { startFakeNode, type FakeAnswer } from '../testing/fake-node.ts';
import { unanswered } from './unanswered.ts';

async function askedOf(address: string): Promise<string | undefined> {
  const client = createClient({ address });
  try {
    return await unanswered(client, 300);
  } finally {
    client.close();
  }
}

test.each<readonly [what: string, answer: FakeAnswer]>([
  ['with a result', { body: '{"result":{"chain":"regtest"},"error":null,"id":"pyx-1"}' }],
  ['with an error', { status: 500, body: '{"result":null,"error":{"code":-28,"message":"Loading"},"id":"pyx-1"}' }],
  ['that its work queue is full', { status: 503, body: 'Work queue depth exceeded' }],
  ['with no JSON', { body: 'yes' }],
])('a node that answers %s runs', async (_what, answer) => {
  expect(await askedOf((await fakeNode({ answer })).address)).toBeUndefined();
});

test.each<readonly [what: string, answer: FakeAnswer]>([
  ['is silent', { body: '', manner: 'silent' }],
  ['breaks each connection', { body: '{"result":1}', manner: 'abrupt' }],
])('a node that %s no longer answers', async (_what, answer) => {
  expect(await askedOf((await fakeNode({ answer })).address)).toMatch(/^the node no longer answers: /);
});

test('nor does one that is gone', async () => {
  const node = await startFakeNode();
  await node.close();
  expect(await askedOf(node.address)).toMatch(/^the node no longer answers: /);
});
