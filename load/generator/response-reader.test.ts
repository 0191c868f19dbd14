import { describe, expect, it } from 'vitest';
import { ResponseReader, type HttpResponse } from './response-reader.ts';

const shown = (response: HttpResponse | undefined) => response && { ...response, body: response.body.toString() };

/** Reads a text in parts of every size: what comes out must not depend on it. */
function read(text: string): ReturnType<typeof shown> {
  const bytes = Buffer.from(text);
  const results = [bytes.length, 1, 2, 3, 7, 64].map((size) => {
    const reader = new ResponseReader();
    let whole: HttpResponse | undefined;
    for (let at = 0; at < bytes.length; at += size) {
      expect(whole, `an answer before its end, in parts of ${size} bytes`).toBeUndefined();
      whole = reader.push(bytes.subarray(at, at + size));
    }
    return shown(whole ?? reader.end());
  });
  for (const result of results) expect(result).toEqual(results[0]);
  return results[0];
}

const failure = (text: string): string => {
  try {
    new ResponseReader().push(Buffer.from(text));
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('ResponseReader', () => {
  it('reads a body of a given length', () => {
    expect(read('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-LENGTH:  5 \r\n\r\nhello')).toEqual({
      status: 200,
      body: 'hello',
      closes: false,
    });
  });

  it('reads one answer after another', () => {
    const reader = new ResponseReader();
    for (const body of ['a', '', 'ccc'])
      expect(shown(reader.push(Buffer.from(`HTTP/1.1 500 X\r\nContent-Length: ${body.length}\r\n\r\n${body}`)))?.body).toBe(body);
    expect(reader.started).toBe(false);
  });

  it('reads a body in chunks, with extensions and a trailer', () => {
    const text = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n, wonder\r\n\r\n0\r\nX-Sum: 1\r\n\r\n';
    expect(read(text)?.body).toBe('hello, wonder\r\n');
  });

  it('does not take an empty line within a chunk for the end', () => {
    expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nab\r\n\r\n\r\n0\r\n\r\n')?.body).toBe('ab\r\n\r\n');
  });

  it('reads a body that ends with the connection', () => {
    expect(read('HTTP/1.0 200 OK\r\n\r\nhello')).toEqual({ status: 200, body: 'hello', closes: true });
  });

  it('recognizes when the node will close the connection', () => {
    expect(read('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')?.closes).toBe(true);
    expect(read('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n')?.closes).toBe(false);
  });

  it('skips interim answers, and knows the statuses without a body', () => {
    expect(read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')).toEqual({ status: 204, body: '', closes: false });
  });

  it('returns nothing for an answer that breaks off', () => {
    expect(read('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello')).toBeUndefined();
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.2\r\n\r\n', 'the status line is "SSH-2.0-OpenSSH_9.2"'],
    ['HTTP/1.1 999 Odd\r\n\r\n', 'the status line is "HTTP/1.1 999 Odd"'],
    ['HTTP/1.1 200 OK\r\nno colon\r\n\r\n', 'a header line is "no colon"'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0x10\r\n\r\n', 'Content-Length is "0x10"'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'there are two different Content-Length'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'there are both Content-Length and Transfer-Encoding'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n', 'Transfer-Encoding is "gzip"'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab', '1 bytes more than the answer holds'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n', 'the body is longer than 64 MiB'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n', 'the size of a chunk is no hexadecimal number'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n\r\n', 'a chunk is longer than its size'],
    [`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}`, 'the header is longer than 64 KiB'],
  ])('refuses %j', (text, message) => expect(failure(text)).toBe(message));
});
