import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { FailedLogins } from './failed-logins.ts';
import { basic, post, serve } from './testing/serve.ts';

const request = (password: string, body = '{"method":"m"}'): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(`user:${password}`)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** All that a server answers until the connection ends. */
function answersTo(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('a connection has one guess: it ends with the answer, and what was sent after it is neither checked nor called', async () => {
  let calls = 0;
  const lines: string[] = [];
  const port = await serve({ call: () => (calls += 1), log: (line) => lines.push(line) });
  const guesses = Array.from({ length: 500 }, (_, i) => request(`guess ${i}`));
  const answers = await answersTo(port, [...guesses, request('päss:word')].join(''));
  expect(answers.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 401']);
  expect(answers).toMatch(/^Connection: close\r$/m);
  expect([calls, lines.length]).toEqual([0, 1]);
  expect(await post(port, '{"method":"m"}')).toMatchObject({ status: 200 });
});

test('a client with a large body reads the answer to its wrong password', async () => {
  const port = await serve();
  expect(await answersTo(port, request('guess', `{"method":"${'m'.repeat(5_000_000)}"}`))).toMatch(/^HTTP\/1\.1 401 /);
});

test('wrong passwords write ten lines a minute at most', () => {
  const lines: string[] = [];
  let nowMs = 5;
  const logins = new FailedLogins(
    (line) => lines.push(line),
    () => nowMs,
  );
  const socket = { remoteAddress: '192.0.2.1' } as Socket;
  for (let i = 0; i < 5000; i++) logins.add(socket);
  expect(lines.length).toBe(10);
  expect(lines[0]).toBe('RPC: wrong credentials from 192.0.2.1');
  expect(lines[9]).toBe('RPC: wrong credentials from 192.0.2.1; more in the next minute are not logged');
  nowMs += 59_999;
  logins.add(socket);
  expect(lines.length).toBe(10);
  nowMs += 1;
  logins.add(socket);
  expect(lines[10]).toBe('RPC: wrong credentials from 192.0.2.1');
});
