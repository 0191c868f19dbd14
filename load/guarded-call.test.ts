import { expect, test } from 'vitest';
import type { Client } from '../client/types.ts';
import type { Wire } from '../specs/model/wire.ts';
import { guardedCall } from './guarded-call.ts';

/** A client of a node that answers every call with this result. */
const answering = (result: Wire): Client =>
  ({ address: 'http://127.0.0.1:1', call: async () => ({ type: 'result', result, durationMs: 0 }) }) as unknown as Client;

test('reading a member of a wrong type is an error of the node, with what was expected', async () => {
  const info = await guardedCall(answering({ relayfee: 'cheap', version: 7 }))('getnetworkinfo');
  expect(info.version).toBe(7);
  expect(() => info.relayfee).toThrow(/^getnetworkinfo on the node at .*: the result differs from the documents: relayfee must be number/);
  await expect(guardedCall(answering({}))('listwallets')).rejects.toThrow('the result must be array');
});

test('missing members, and the number of a token in any form, are left to the caller', async () => {
  expect(await guardedCall(answering({ address: 'a' }))('decodescript', ['00'])).toMatchObject({ address: 'a' });
  const created = await guardedCall(answering({ txid: 'ab'.repeat(32), asset_guid: '5' }))('assetnew', ['1', 'A', '', '', 0, '1']);
  expect(Number(created.asset_guid)).toBe(5);
});
