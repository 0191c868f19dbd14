import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../fixtures/world/random.ts';
import { scenarioText } from '../load/record/scenario-text.ts';
import { TrafficRecorder } from '../load/record/traffic-recorder.ts';
import { readLoadResults } from '../reports/load/read-load-results.ts';
import { specification } from '../specs/model/specification.ts';
import type { Wire } from '../specs/model/wire.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';

const SECONDS = 12;
const CALLS_PER_S = 150;

type Kind = readonly [id: string, weight: number, args: { readonly [name: string]: Wire }];

/** A mix of an explorer and a shop, with values that no other node has. */
const KINDS: readonly Kind[] = [
  ['getblockcount', 31, {}],
  ['getblock', 17, { blockhash: 'ab'.repeat(32), verbosity: 1 }],
  ['getblock', 7, { blockhash: 'cd'.repeat(32), verbosity: 2 }],
  ['getrawtransaction', 13, { txid: 'ef'.repeat(32), verbose: true }],
  ['getblockhash', 11, { height: 987_654 }],
  ['getbalance', 9, { dummy: '*', minconf: 6 }],
  ['getnewaddress', 7, { label: 'a customer', address_type: 'bech32' }],
  ['listtransactions', 5, { label: '*', count: 25 }],
];

test('a recorded mix is made by pyx load with the same shares, within 1 %', () =>
  inFolder(async (folder) => {
    const recorder = new TrafficRecorder(specification.spec);
    const random = new Random('traffic');
    const total = KINDS.reduce((sum, [, weight]) => sum + weight, 0);
    const recorded = new Map<string, number>();
    for (let call = 0; call < SECONDS * CALLS_PER_S; call++) {
      let drawn = random.integer(0, total - 1);
      const [id, , args] = KINDS.find(([, weight]) => (drawn -= weight) < 0) as Kind;
      recorded.set(id, (recorded.get(id) ?? 0) + 1);
      const atMs = (call * 1_000) / CALLS_PER_S;
      recorder.note({ method: specification.method(id), args, atMs, inList: false, client: String(call % 4), wallet: 'shop' });
    }
    const file = join(folder, 'shop.yaml');
    await writeFile(file, scenarioText(recorder.recorded, { name: 'shop', at: new Date(0), connections: 4, opened: 4 }));
    const out = join(folder, 'out');
    const { code, stdout, stderr } = await pyx(['load', file, '--target', 'embedded', '--seed', '2', '--warm-up', '0s', '--out', out]);
    expect(code, stdout + stderr).toBe(0);
    const { methods, totals, scenario, wrongAnswers, errors } = readLoadResults(out);
    expect(errors).toEqual([]);
    expect(wrongAnswers).toEqual([]);
    const count = SECONDS * CALLS_PER_S;
    expect(Math.abs(totals.planned / count - 1)).toBeLessThan(0.01);
    expect(methods.map(({ method }) => method).sort()).toEqual([...recorded.keys()].sort());
    for (const { method, calls } of methods)
      expect(Math.abs(calls / totals.planned - (recorded.get(method) ?? 0) / count), method).toBeLessThan(0.01);
    expect(scenario.mix.find(({ method }) => method === 'getnewaddress')).toMatchObject({
      args: { address_type: 'bech32' },
      optional: ['label'],
    });
  }));

/** Calls of a client that keeps its connection, and asks in lists too. */
const CLIENT = `
const { PYX_LISTEN_URL: url, PYX_RPC_USER: user, PYX_RPC_PASSWORD: password } = process.env;
const headers = { authorization: 'Basic ' + Buffer.from(user + ':' + password).toString('base64') };
const post = async (body) => (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
const call = (method, params = [], id = 1) => ({ jsonrpc: '1.0', id, method, params });
for (let i = 0; i < 40; i++) {
  const { result: hash } = await post(call('getbestblockhash'));
  await post(call('getblockheader', [hash]));
  if (i % 4 === 0) await post(call('getblockheader', [hash, false]));
  if (i % 10 === 0) await post([call('getblockcount', [], 1), call('getmempoolinfo', [], 2), call('nosuchmethod', [], 3)]);
}
`;

test('what clients called while pyx listen stood between is a scenario that pyx load makes', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'clients.yaml');
    const out = join(folder, 'out');
    const client = join(folder, 'client.mjs');
    await writeFile(client, CLIENT);
    const listening = startPyx(['listen', '--target', 'embedded', '--record', file, '--out', out, '--', process.execPath, client]);
    const { code, stdout, stderr } = await listening.ended;
    expect(code, stdout + stderr).toBe(0);
    expect(stdout + stderr).toMatch(/left out: 4 calls, \d\.\d % of all; the file says why/);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('8 calls came in 4 lists');
    const load = await pyx(['load', file, '--target', 'embedded', '--duration', '2s', '--out', join(folder, 'load')]);
    expect(load.code, load.stdout + load.stderr).toBe(0);
    const weights = Object.fromEntries(
      readLoadResults(join(folder, 'load')).scenario.mix.map(({ method, args, weight }) => [`${method} ${JSON.stringify(args)}`, weight]),
    );
    expect(weights).toEqual({
      'getbestblockhash {}': 40,
      'getblockheader {}': 40,
      'getblockheader {"verbose":false}': 10,
      'getblockcount {}': 4,
      'getmempoolinfo {}': 4,
    });
  }));
