import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { regtest } from '../regtest.ts';
import { readMasternodeConf } from './conf-file.ts';
import { operatorKey, operatorWif } from './testing/masternode-net.ts';

const TXID = 'ab'.repeat(32);
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coind-conf-'));
  file = join(folder, 'masternode.conf');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (...lines: string[]): ReturnType<typeof readMasternodeConf> => {
  writeFileSync(file, lines.join('\n'));
  return readMasternodeConf(file, regtest);
};

it('reads a line of each masternode, with comments and any white space', () => {
  expect(
    read(
      '# name ip:port key txid index',
      '',
      `  one\t127.0.0.1:9 ${operatorWif('one')} ${TXID.toUpperCase()} 1  # mine`,
      `two [::1]:8 ${operatorWif('two')} ${TXID} 0`,
    ),
  ).toEqual([
    { name: 'one', address: '127.0.0.1:9', privateKey: operatorKey('one'), outpoint: { txid: TXID, vout: 1 } },
    { name: 'two', address: '[::1]:8', privateKey: operatorKey('two'), outpoint: { txid: TXID, vout: 0 } },
  ]);
});

it('has no masternodes without a file', () => {
  expect(readMasternodeConf(file, regtest)).toEqual([]);
  expect(readMasternodeConf(undefined, regtest)).toEqual([]);
});

it.each([
  [`one 127.0.0.1:9 ${operatorWif('one')} ${TXID}`, 'write name ip:port private-key txid output-index'],
  [`one 127.0.0.1 ${operatorWif('one')} ${TXID} 0`, '127.0.0.1 is not an IP address with a port'],
  [`one example.org:9 ${operatorWif('one')} ${TXID} 0`, 'example.org:9 is not an IP address with a port'],
  [`one 127.0.0.1:9 secret ${TXID} 0`, 'the third column is not a private key'],
  [`one 127.0.0.1:9 ${operatorWif('one')} abc 0`, 'abc is not a transaction id'],
  [`one 127.0.0.1:9 ${operatorWif('one')} ${TXID} -1`, '-1 is not an output index'],
])('refuses %s', (line, message) => {
  expect(() => read('# first', line)).toThrow(`${file}, line 2: ${message}`);
});

it('refuses a pipe, whose writer it would wait for', () => {
  execFileSync('mkfifo', [file]);
  expect(() => readMasternodeConf(file, regtest)).toThrow(`${file}: it is no regular file (a pipe, a socket or a device); write`);
});

it('refuses a name that stands twice', () => {
  const line = `one 127.0.0.1:9 ${operatorWif('one')} ${TXID} 0`;
  expect(() => read(line, line)).toThrow('line 2: the name one is that of an earlier line');
});
