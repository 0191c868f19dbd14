import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from './testing/hostile-answers.ts';
import { HostileServer } from './testing/hostile-server.ts';
import { createClient } from './http-client.ts';
import { plainHead } from './plain-head.ts';
import type { Client } from './types.ts';

const head = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
const OK = 'HTTP/1.1 200 OK';

describe('a plain head', () => {
  test('is read as it is', () => {
    const came = Buffer.concat([head(OK, 'Content-Type: application/json', 'Date: Sun, 22 Nov 2026 05:28:22 GMT', 'content-LENGTH:12'), Buffer.from('{"result":1}')]);
    expect(plainHead(came)).toEqual({
      status: 200, bytes: came.length - 12, announced: 12, closes: false,
      rawHeaders: ['Content-Type', 'application/json', 'Date', 'Sun, 22 Nov 2026 05:28:22 GMT', 'content-LENGTH', '12'],
    });
  });

  test('says whether the connection ends with it', () => {
    expect(plainHead(head(OK, 'Content-Length: 0', 'Connection: close'))).toMatchObject({ closes: true });
    expect(plainHead(head(OK, 'Content-Length: 0', 'Connection: Keep-Alive'))).toMatchObject({ closes: false });
  });

  test.each<[string, Buffer]>([
    ['not whole', Buffer.from(`${OK}\r\nContent-Length: 1\r\n`)],
    ['of an interim answer', head('HTTP/1.1 100 Continue')],
    ['of HTTP/1.0', head('HTTP/1.0 200 OK', 'Content-Length: 1')],
    ['of an answer that never has a body', head('HTTP/1.1 204 No Content', 'Content-Length: 1')],
    ['without a length', head(OK)],
    ['with two lengths', head(OK, 'Content-Length: 1', 'Content-Length: 1')],
    ['with a length that is no number', head(OK, 'Content-Length: 1x')],
    ['with a transfer coding', head(OK, 'Content-Length: 1', 'Transfer-Encoding: chunked')],
    ['with a folded line', head(OK, 'Content-Length: 1', 'X-A: b', '  c')],
    ['with a blank before a colon', head(OK, 'Content-Length : 1')],
    ['with a lone line feed', Buffer.from(`${OK}\nContent-Length: 1\r\n\r\n`)],
    ['with a control character', head(OK, 'Content-Length: 1', 'X-A: \x01')],
    ['with octets beyond ASCII', head(OK, 'Content-Length: 1', 'X-A: \xe9')],
    ['with another protocol', head(OK, 'Content-Length: 1', 'Connection: upgrade')],
    ['too long', head(OK, 'Content-Length: 1', `X-A: ${'x'.repeat(5_000)}`)],
  ])('is none that is %s', (_, came) => {
    expect(plainHead(came)).toBeUndefined();
  });
});

describe('whatever is read as a plain head', () => {
  let server: HostileServer;
  let client: Client;
  beforeAll(async () => {
    server = await HostileServer.start();
    client = createClient({ address: server.address, timeoutMs: 2_000 });
  });
  afterAll(async () => {
    client.close();
    await server.close();
  });

  test('node:http reads in the same way', async () => {
    const piece = fc.constantFrom(' ', '\t', ':', '\r\n', '\n', '\r', ',', ';', '"', 'x', '0', '\x00', '\x7f', '\xe9', 'Content-Length: 2', 'connection', 'close', 'keep-alive', '');
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('Server: x', 'Date: Sun, 22 Nov 2026 05:28:22 GMT', 'Connection: close', 'X-Empty:', 'x-a:1', 'X-A: a , b', "x!#$%&'*+.^_`|~: ok") },
      { weight: 1, arbitrary: fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')) },
      { weight: 1, arbitrary: fc.tuple(piece, piece).map(([name, value]) => `X-${name}: ${value}`) },
    );
    const first = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.1 500 Internal Server Error', 'HTTP/1.1 404 ') },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'http/1.1'), piece, fc.constantFrom('200', '99', '2000', '304')).map((parts) => parts.join(' ')) },
    );
    let plain = 0;
    await fc.assert(fc.asyncProperty(first, fc.array(line, { maxLength: 4 }), fc.array(line, { maxLength: 2 }), async (status, before, after) => {
      const answer = Buffer.concat([head(status, ...before, 'Content-Length: 2', ...after), Buffer.from('{}')]);
      const read = plainHead(answer);
      if (!read || read.bytes + read.announced !== answer.length) return;
      plain++;
      server.next(send(answer));
      const names: Record<string, string> = {};
      for (let index = 0; index < read.rawHeaders.length; index += 2) {
        const [name, value] = [(read.rawHeaders[index] as string).toLowerCase(), read.rawHeaders[index + 1] as string];
        names[name] = names[name] === undefined ? value : `${names[name]}, ${value}`;
      }
      expect(await client.raw({})).toMatchObject({ type: 'http', status: read.status, headers: names, body: '{}' });
    }), { numRuns: 600, seed: 1 });
    expect(plain).toBeGreaterThan(150);
  });
});
