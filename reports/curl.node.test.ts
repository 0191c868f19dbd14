import { execFileSync } from 'node:child_process';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { ReportedTarget } from '../engine/reported-target.ts';
import { curlCommand } from './curl.ts';

const target = {
  name: 'embedded',
  kind: 'embedded',
  version: null,
  subversion: '',
  chain: 'regtest',
  targetFile: null,
} satisfies ReportedTarget;
const remote: ReportedTarget = { ...target, name: 'http://127.0.0.1:18443/', kind: 'remote' };

/** The arguments that curl gets from a shell. */
function wordsOf(command: string | undefined): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; ${command}`;
  return execFileSync('sh', ['-c', script], { env: { PYX_RPC_USER: 'u s', PYX_RPC_PASSWORD: 'p' } })
    .toString()
    .split('\0')
    .slice(0, -1);
}

test('a shell passes the request unchanged, with every digit of its numbers', () => {
  const params = ["it's $HOME `id`", new LosslessNumber('1.00000000')];
  expect(wordsOf(curlCommand({ method: 'sendtoaddress', params, wallet: 'a b' }, target))).toEqual([
    '--user',
    'u s:p',
    '-H',
    'content-type: text/plain',
    '--data-binary',
    `{"jsonrpc":"1.0","id":"pyx","method":"sendtoaddress","params":["it's $HOME \`id\`",1.00000000]}`,
    'http://127.0.0.1:18443/wallet/a%20b',
  ]);
});

test('a call of JSON-RPC 2.0 has its version and its arguments as they were sent', () => {
  const words = wordsOf(curlCommand({ jsonrpc: '2.0', method: 'getblock', params: { blockhash: 'ab', verbosity: 1 } }, target));
  expect(words).toContain('content-type: application/json');
  expect(words.at(-2)).toBe('{"jsonrpc":"2.0","id":"pyx","method":"getblock","params":{"blockhash":"ab","verbosity":1}}');
  expect(wordsOf(curlCommand({ jsonrpc: '2.0', method: 'getblockcount', params: [] }, target)).at(-2)).toBe(
    '{"jsonrpc":"2.0","id":"pyx","method":"getblockcount"}',
  );
});

test('a subcommand is sent to its method, a remote node by its address', () => {
  const words = wordsOf(curlCommand({ method: 'gobject count', params: ['count'] }, remote));
  expect(JSON.parse(words.at(-2) ?? '')).toMatchObject({ method: 'gobject', params: ['count'] });
  expect(words.at(-1)).toBe('http://127.0.0.1:18443/');
});

test('there is no command if arguments were cut, or the name of the method depends on the brand', () => {
  expect(curlCommand({ method: 'getblock', params: [], cut: { characters: 1, sha256: '', beginning: '' } }, target)).toBeUndefined();
  expect(curlCommand({ method: 'coinburn', params: [] }, target)).toBeUndefined();
});
