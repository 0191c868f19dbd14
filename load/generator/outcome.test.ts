import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

const outcome = (status: number, body: string) => {
  const { class: kind, code } = outcomeOf({ status, body: Buffer.from(body), closes: false });
  return code === undefined ? kind : `${kind} ${code}`;
};

describe('outcomeOf', () => {
  it.each([
    [200, '{"result":1,"error":null,"id":"a"}\n', 'result'],
    [200, `{"result":"${'ab'.repeat(50_000)}","error":null,"id":7}`, 'result'],
    [200, '{ "id": null, "error": null, "result": null }', 'result'],
    [200, '{"jsonrpc":"2.0","result":{},"id":1}', 'result'],
    // The result holds what looks like the end of an envelope.
    [200, '{"error":{"code":-1,"message":"x"},"result":{"a":1,"error":null,"id":1}}', 'rpc-error -1'],
    [200, '{"error":{"code":-1,"message":"x"},"result":"x,\\"error\\":null,\\"id\\":1}"}', 'rpc-error -1'],
    [500, '{"result":null,"error":{"code":-5,"message":"Block not found"},"id":1}', 'rpc-error -5'],
    [404, '{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":1}', 'rpc-error -32601'],
    [503, 'Work queue depth exceeded', 'work-queue'],
    [500, 'Work queue depth exceeded', 'work-queue'],
    [503, '', 'work-queue'],
    [401, '', 'http 401'],
    [403, '<html>', 'http 403'],
    [500, '{"result":1,"error":null,"id":1}', 'http 500'],
    [500, '[]', 'http 500'],
    [200, '', 'malformed'],
    [200, '{"result":1,"error":null,"id":1', 'malformed'],
    [200, '{"id":1}', 'malformed'],
    [200, '{"error":{"code":"x"},"id":1}', 'malformed'],
  ])('%i %j is %s', (status, body, expected) => expect(outcome(status, body)).toBe(expected));

  it('keeps what was said, shortened', () => {
    const body = JSON.stringify({ result: null, error: { code: -8, message: 'x'.repeat(500) }, id: 1 });
    expect(outcomeOf({ status: 500, body: Buffer.from(body), closes: false }).message).toHaveLength(200);
  });
});
