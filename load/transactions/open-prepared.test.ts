import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparedFileError } from './errors.ts';
import { openPrepared } from './open-prepared.ts';
import { blockLine, headerLine, transactionLine } from './prepared-lines.ts';
import type { PreparedHeader } from './types.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-prepared-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const header: PreparedHeader = {
  format: 1,
  kind: 'coin',
  chain: 'regtest',
  genesis: '00'.repeat(32),
  hrp: 'rt',
  seed: 5,
  transactions: 4,
  outputsPerTx: 1,
  outputSat: 3_000,
  feeSat: 220,
  vsize: 110,
  curve: 'secp256k1',
  blocks: 2,
  tip: { height: 2, hash: '22'.repeat(32) },
};
const blocks = [1, 2].map((height) => ({ height, hash: `${height}${height}`.repeat(32), hex: `b${height}`.repeat(1_000) }));
const transactions = [1, 2, 3, 4].map((index) => Buffer.alloc(100 * index, index));
const lines = [headerLine(header), ...blocks.map(blockLine), ...transactions.map(transactionLine)];

function written(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** What reading all of a file fails with. */
async function failure(file: string): Promise<Error> {
  try {
    const prepared = await openPrepared(file);
    await all(prepared.blocks());
    await all(prepared.transactions());
  } catch (error) {
    expect(error).toBeInstanceOf(PreparedFileError);
    return error as PreparedFileError;
  }
  throw new Error('it can be read');
}

test.each([
  ['as it is', 'whole.ndjson', (text: string) => text],
  ['compressed', 'whole.ndjson.gz', (text: string) => gzipSync(text)],
])('a file %s is read as often as it is asked for, each time from its beginning', async (_title, name, content) => {
  const prepared = await openPrepared(written(name, content(lines.join(''))));
  expect(prepared.header).toEqual(header);
  for (let time = 0; time < 2; time++) {
    expect(await all(prepared.blocks())).toEqual(blocks);
    expect(await all(prepared.transactions())).toEqual(transactions.map((bytes) => bytes.toString('hex')));
  }
});

test('one loop gives the parts one after another, with pauses in between', async () => {
  const reading = (await openPrepared(written('parts.ndjson', lines.join('')))).transactions()[Symbol.asyncIterator]();
  const parts: string[][] = [];
  for (let part = 0; part < 2; part++) {
    parts.push([(await reading.next()).value as string, (await reading.next()).value as string]);
    await new Promise(setImmediate);
  }
  expect(parts.flat()).toEqual(transactions.map((bytes) => bytes.toString('hex')));
  expect((await reading.next()).done).toBe(true);
});

const text = lines.join('');
const withHeader = (change: object): string => headerLine({ ...header, ...change }) + lines.slice(1).join('');

test.each<[string, string, string | Buffer]>([
  ['empty', 'is not a file of prepared transactions', ''],
  ['another text', 'is not a file of prepared transactions', 'once upon a time\n'],
  ['other JSON', 'is not a file of prepared transactions', '{"pyx":1}\n'],
  ['another format', 'has the format 2, and this version of pyx reads format 1; prepare the transactions again', withHeader({ format: 2 })],
  ['a header without a tip', 'is damaged: tip in its first line is missing', withHeader({ tip: undefined })],
  ['a header with a wrong count', 'is damaged: transactions in its first line is -1', withHeader({ transactions: -1 })],
  ['no end of the header', 'is cut off within its last line', headerLine(header).trim()],
  ['no end of the last line', 'is cut off within its last line', text.slice(0, -5)],
  ['a block too few', 'is cut off: it holds 1 of 2 blocks, and no transactions', lines.slice(0, 2).join('')],
  ['no transactions', 'is cut off: it holds 2 of 2 blocks, and no transactions', lines.slice(0, 3).join('')],
  ['a transaction too few', 'is cut off: it holds 3 of 4 transactions', lines.slice(0, -1).join('')],
  ['a transaction too many', 'is damaged: expected nothing more in line 8', text + lines.at(-1)],
  ['a lost block', 'is damaged: expected block 1 in line 2', lines.toSpliced(1, 1).join('')],
  ['a damaged transaction', 'is damaged: expected a transaction in line 5', lines.with(4, '{"tx":"0g"}\n').join('')],
])('%s: the error reports it', async (name, message, content) => {
  expect((await failure(written(name, content))).message).toContain(message);
});

test.each<[string, string, Buffer]>([
  ['cut off', 'is cut off: its compressed data ends too early', gzipSync(text).subarray(0, -20)],
  ['not compressed', 'not compressed with gzip as its name says', Buffer.from(text)],
])('a file named .gz that is %s: the error reports it', async (name, message, content) => {
  expect((await failure(written(`${name}.gz`, content))).message).toContain(message);
});

test('a file that is missing, and a folder: the error reports it, with a remedy', async () => {
  expect((await failure(join(folder, 'nowhere'))).message).toMatch(/^there is no file .*nowhere; prepare transactions/);
  expect((await failure(folder)).message).toContain('is a folder');
});
