import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultKind, Reply } from '../client/types.ts';
import { TargetError } from '../fixtures/targets/types.ts';
import { FakeTarget, refused, result, type Answers } from './testing/fakes.ts';
import { prepare, RefusedError } from './prepare.ts';
import { TargetFileError } from './target-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-prepare-'));
  writeFileSync(join(folder, 'a.yaml'), 'name: A\nstartOptions: [-x=1]\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const fault = (kind: FaultKind): Reply => ({
  type: 'fault',
  durationMs: 0,
  fault: { kind, evidence: 'health', source: 's', message: 'it broke' },
});
const node =
  (chain: unknown, subversion = '/Other:1.0/'): Answers =>
  (method) =>
    method === 'getblockchaininfo' ? result({ chain: chain as string }) : result({ version: 10_000, subversion });

test('returns the version and chain of the node', async () => {
  const target = new FakeTarget(node('regtest'));
  const prepared = await prepare(target, { readOnly: false });
  expect(prepared).toMatchObject({ info: { chain: 'regtest', version: 10_000, subversion: '/Other:1.0/' }, targetFile: undefined });
  expect(prepared.node).toBe(target.nodes[0]);
  expect(target.nodes[0]?.called.map(({ method }) => method)).toEqual(['getblockchaininfo', 'getnetworkinfo']);
});

test.each(['main', 'test', 'signet', ''])('the chain "%s" is only read', async (chain) => {
  await expect(prepare(new FakeTarget(node(chain)), { readOnly: false })).rejects.toThrow(RefusedError);
  expect((await prepare(new FakeTarget(node(chain)), { readOnly: true })).info.chain).toBe(chain);
});

test('a node that does not report its chain is refused, also for reading', async () => {
  await expect(prepare(new FakeTarget(node(7)), { readOnly: true })).rejects.toThrow('does not report its chain');
});

test('checks the chain before it restarts the node', async () => {
  const target = new FakeTarget(node('main', '/LitecoinCore:0.21.2/'));
  await expect(prepare(target, { readOnly: false })).rejects.toThrow(RefusedError);
  expect(target.starts).toBe(1);
});

test('a release that needs start options is restarted with them', async () => {
  const target = new FakeTarget(node('regtest', '/LitecoinCore:0.21.2/'));
  const prepared = await prepare(target, { readOnly: false });
  expect(prepared.targetFile?.name).toBe('Litecoin Core 0.21');
  expect(target.startOptions).toEqual([prepared.targetFile?.startOptions]);
  expect(target.nodes.map(({ stopped }) => stopped)).toEqual([1, 0]);
  expect(prepared.node).toBe(target.nodes[1]);
});

test('a given target file is used from the first start; none means no file', async () => {
  const named = new FakeTarget(node('regtest', '/LitecoinCore:0.21.2/'));
  expect((await prepare(named, { readOnly: false, targetFile: join(folder, 'a.yaml') })).targetFile?.name).toBe('A');
  expect([named.startOptions, named.starts]).toEqual([[['-x=1']], 1]);
  const none = new FakeTarget(node('regtest', '/LitecoinCore:0.21.2/'));
  expect((await prepare(none, { readOnly: false, targetFile: 'none' })).targetFile).toBeUndefined();
  await expect(prepare(new FakeTarget(), { readOnly: false, targetFile: 'nosuch' })).rejects.toThrow(TargetFileError);
});

test('version and subversion may be missing', async () => {
  const target = new FakeTarget((method) => (method === 'getblockchaininfo' ? result({ chain: 'regtest' }) : result({})));
  expect((await prepare(target, { readOnly: false })).info).toEqual({ chain: 'regtest', version: null, subversion: '' });
});

test.each<[string, Reply, typeof TargetError | typeof RefusedError, string]>([
  [
    'a wrong password',
    fault('unauthorized'),
    TargetError,
    'refused the credentials (HTTP 401); name the cookie or the conf file of the node by --cookie or --conf',
  ],
  ['no listener', fault('refused'), TargetError, 'nothing listens at http://127.0.0.1:1'],
  ['a broken answer', fault('invalid-json'), TargetError, 'sent no valid answer to getblockchaininfo: it broke'],
  ['an error', refused(-28, 'Loading'), RefusedError, 'refused getblockchaininfo with -28 Loading'],
  [
    'a result that is not an object',
    result(7),
    RefusedError,
    'the result of getblockchaininfo at http://127.0.0.1:1 is not an object; give the address',
  ],
])('%s is reported with the remedy', async (_, reply, kind, message) => {
  const preparing = prepare(new FakeTarget(() => reply, false), { readOnly: false });
  await expect(preparing).rejects.toThrow(kind);
  await expect(prepare(new FakeTarget(() => reply, false), { readOnly: false })).rejects.toThrow(message);
});

test('a remote node gets no more than 5 s for its first answer', async () => {
  const target = new FakeTarget(node('regtest'), false);
  await prepare(target, { readOnly: false });
  expect(target.nodes[0]?.called.slice(0, 2).map(({ options }) => options?.timeoutMs)).toEqual([5_000, 5_000]);
});

test('a node whose chain has the name that stands for none in results is refused like any other', async () => {
  await expect(prepare(new FakeTarget(node('none')), { readOnly: false })).rejects.toThrow('runs the chain "none"');
});

test.each(['main', 'regtest'])('a standard without a chain is refused on a coin node, here of the chain "%s"', async (chain) => {
  const service = { chain: 'none', version: 'none' } as const;
  await expect(prepare(new FakeTarget(node(chain)), { readOnly: false, service })).rejects.toThrow(
    `reports the chain "${chain}", but its standard states that it has none; remove chain: none from the standard`,
  );
  const other = new FakeTarget((method) => (method === 'getblockchaininfo' ? refused(-32601, 'Method not found') : result({})));
  expect((await prepare(other, { readOnly: false, service })).info).toEqual({ chain: 'none', version: null, subversion: '' });
  expect(other.nodes[0]?.called.map(({ method }) => method)).toEqual(['getblockchaininfo']);
});

test('a standard without a chain is refused where the question for the chain has no valid answer', async () => {
  const service = { protocol: 'json-rpc-2.0', chain: 'none', version: 'none' } as const;
  await expect(prepare(new FakeTarget(() => fault('both')), { readOnly: false, service })).rejects.toThrow(
    'sent no valid answer to getblockchaininfo: it broke',
  );
});
