import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

const outcome = (status: number, body: string) => {
  const { class: kind, code } = outcomeOf({ status, body: Buffer.from(body), closes: false });
  return code === undefined ? kind : `${kind} ${code}`;
};

describe('outcomeOf', () => {
  it.each<[number, string, string]>([
    [200, '{"result":1,"error":null,"id":"pyx-load"}\n', 'result'],
    [200, `{"result":"${'ab'.repeat(50_000)}","error":null,"id":"pyx-load"}`, 'result'],
    [200, '{ "id": "pyx-load", "error": null, "result": null }', 'result'],
    [200, '{"jsonrpc":"2.0","result":{},"id":"pyx-load"}', 'result'],
    [200, '{"result":1,"error":null,"id":"pyx\\u002dload"}', 'result'],
    // The result holds what looks like the end of an envelope.
    [200, '{"id":"pyx-load","error":{"code":-1,"message":"x"},"result":{"a":1,"error":null,"id":"pyx-load"}}', 'rpc-error -1'],
    [200, '{"id":"pyx-load","error":{"code":-1,"message":"x"},"result":"x,\\"error\\":null,\\"id\\":\\"pyx-load\\"}"}', 'rpc-error -1'],
    [500, '{"result":null,"error":{"code":-5,"message":"Block not found"},"id":"pyx-load"}', 'rpc-error -5'],
    [404, '{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":"pyx-load"}', 'rpc-error -32601'],
    [500, '{"result":null,"error":{"code":-32700,"message":"Parse error"},"id":null}', 'rpc-error -32700'],
    [503, 'Work queue depth exceeded', 'work-queue'],
    [500, 'Work queue depth exceeded', 'work-queue'],
    [503, '', 'work-queue'],
    [401, '', 'http 401'],
    [403, '<html>', 'http 403'],
    [500, '{"result":1,"error":null,"id":"pyx-load"}', 'http 500'],
    [500, '[]', 'http 500'],
    [200, '', 'malformed'],
    [200, '{"result":1,"error":null,"id":"pyx-load"', 'malformed'],
    [200, '{"id":"pyx-load"}', 'malformed'],
    [200, '{"error":{"code":"x"},"id":"pyx-load"}', 'malformed'],
    [500, '{"error":{"code":-1,"message":{"toString":1}},"id":"pyx-load"}', 'malformed'],
    // Answers to another request.
    [200, '{"result":1,"error":null,"id":"pyx-loae"}', 'malformed'],
    [200, '{"result":1,"error":null,"id":7}', 'malformed'],
    [200, '{"result":1,"error":null,"id":null}', 'malformed'],
    [200, '{"result":1,"error":null}', 'malformed'],
    [500, '{"result":null,"error":{"code":-5,"message":"Block not found"},"id":1}', 'malformed'],
    [500, '{"result":null,"error":{"code":-5,"message":"Block not found"},"id":null}', 'malformed'],
  ])('%i %j is %s', (status, body, expected) => expect(outcome(status, body)).toBe(expected));

  it.each(['result', 'error', 'id'])('a million levels in the %s are no error of the generator', (member) => {
    const levels = `${'['.repeat(1e6)}${']'.repeat(1e6)}`;
    const envelope = { result: '1', error: 'null', id: '"pyx-load"', [member]: levels };
    const body = `{"result":${envelope.result},"error":${envelope.error},"id":${envelope.id}}`;
    expect(outcome(200, body)).toBe(member === 'result' ? 'result' : 'malformed');
  });

  it('names the id of an answer to another request', () => {
    const { message } = outcomeOf({ status: 200, body: Buffer.from('{"result":1,"error":null,"id":"pyx-7"}'), closes: false });
    expect(message).toBe('an answer to another request: the id is "pyx-7", expected "pyx-load"');
  });

  it('keeps what was said, shortened', () => {
    const body = JSON.stringify({ result: null, error: { code: -8, message: 'x'.repeat(500) }, id: 'pyx-load' });
    expect(outcomeOf({ status: 500, body: Buffer.from(body), closes: false }).message).toHaveLength(200);
  });
});
