import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { fakeNode, type FakeNode } from './support/fake-node.ts';
import { FaultProxy, type Fault } from './support/fault-proxy.ts';
import { asString, blanked, dropped } from './support/faults.ts';
import { inFolder, journalIn, pyx, resultsIn, startPyx, type PyxEnded } from './support/pyx.ts';
import { until } from './until.ts';

/** A client: `call(method, ...params)` returns the result, or the error; `send` sends a text, and returns the text of the answer. */
const CLIENT = `
import { Agent, request } from 'node:http';
const { hostname, port } = new URL(process.env.PYX_LISTEN_URL);
const { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password } = process.env;
export const authorization = 'Basic ' + Buffer.from(user + ':' + password).toString('base64');
const agent = new Agent({ keepAlive: true });
export const send = (text, path = '/') => new Promise((resolve, reject) => {
  const headers = { authorization, 'user-agent': 'own-tests/1' };
  const sent = request({ hostname, port, path, method: 'POST', agent, headers }, (answer) => {
    let body = '';
    answer.setEncoding('utf8').on('data', (part) => (body += part)).on('end', () => resolve(body));
  });
  sent.on('error', reject).end(text);
});
export const call = async (method, ...params) => {
  const { result, error } = JSON.parse(await send(JSON.stringify({ jsonrpc: '1.0', id: 'x', method, params })));
  return result ?? error;
};
`;

interface Heard extends PyxEnded {
  readonly out: string;
}

/** Listens while a client program runs. Its results are in \`out\`. */
async function listened(
  folder: string,
  program: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Heard> {
  await writeFile(join(folder, 'client.mjs'), CLIENT);
  await writeFile(join(folder, 'program.mjs'), `import { authorization, call, send } from './client.mjs';\n${program}\nprocess.exit();\n`);
  const out = join(folder, 'out');
  return { ...(await pyx(['listen', '--out', out, ...args, '--', process.execPath, join(folder, 'program.mjs')], { env })), out };
}

/** Status and number of calls by case. */
async function casesIn(out: string): Promise<Record<string, string>> {
  const { cases } = await resultsIn(out);
  return Object.fromEntries(cases.map(({ id, status }) => [id.replace('listen/', ''), status]));
}

/** An embedded node behind a proxy with a fault, as one that runs already. */
async function behindProxy(fault: Fault | undefined, work: (address: string, env: Record<string, string>) => Promise<void>): Promise<void> {
  const target = openEmbeddedTarget();
  const node = await target.start('default');
  const proxy = await FaultProxy.start(() => node.client.address);
  if (fault) proxy.plant(fault);
  const { user = '', password = '' } = node.credentials ?? {};
  try {
    await work(proxy.address, { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password });
  } finally {
    await proxy.close();
    await target.close();
  }
}

test('the calls of a client are judged, by method and variant, and what it did itself is no finding', async () => {
  await inFolder(async (folder) => {
    const program = `
      const address = await call('getnewaddress', 'a label');
      await call('generatetoaddress', 101, address);
      const hash = await call('getbestblockhash');
      await call('getblock', hash, 2);
      await send(JSON.stringify({ id: 7, method: 'getblock', params: { blockhash: hash } }));
      await send(JSON.stringify({ id: 7, method: 'getblock', params: { blockhash: hash, verbos: 1 } }));
      const list = JSON.parse(await send(JSON.stringify([{ id: 1, method: 'getblockcount' }, { id: 2, method: 'getmempoolinfo' }])));
      await send(JSON.stringify({ method: 'getblockcount', params: [] }));
      await send('{"method":');
      await call('getblock', 'no hash');
      await call('nosuchmethod', 1);
      await call('gobject', 'count');
      console.log('list', list.map(({ id }) => id), await call('getblockcount'));`;
    const { code, stdout, stderr, out } = await listened(folder, program);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain('list [ 1, 2 ] 101');
    expect(stderr).toMatch(/^listening at http:\/\/127\.0\.0\.1:\d+, between clients and http:\/\/127\.0\.0\.1:\d+$/m);
    expect(stderr).toContain('not judged: calls of methods that the standard lacks: nosuchmethod (1)');
    expect(stderr).toContain('not judged: 1 request: no JSON-RPC request');
    expect(await casesIn(out)).toEqual({
      'generatetoaddress/undocumented': 'observed',
      'getbestblockhash/default': 'passed',
      'getblock/refused': 'passed',
      'getblock/verbosity=1': 'passed',
      'getblock/verbosity=2': 'passed',
      'getblockcount/default': 'passed',
      'getmempoolinfo/default': 'passed',
      'getnewaddress/default': 'passed',
      'gobject-count/format=json': 'passed',
      refused: 'observed',
    });
    const { coverage, seed, listened: to } = await resultsIn(out);
    expect(seed).toBeNull();
    expect(to).toMatchObject({
      command: [process.execPath, join(folder, 'program.mjs')],
      commandCode: 0,
      heard: {
        connections: 1,
        calls: { judged: 9, refused: 2, undescribed: 0, undocumented: 2, unchecked: 0 },
        clients: [{ name: 'own-tests/1', calls: 13 }],
      },
    });
    expect(coverage.methods.covered).toBe(6);
    expect(coverage.resultFields.covered).toBeGreaterThan(20);
    expect(coverage.rules.total).toBe(0);
    expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('<h1>Passed<small>what clients called</small></h1>');
  });
});

test('planted faults are found, each once with its call, when and by whom it was heard, and how often', async () => {
  await inFolder(async (folder) => {
    await behindProxy(dropped('getblock', 'nTx'), async (address, env) => {
      const program = `
        const hash = await call('getbestblockhash');
        for (let times = 0; times < 50; times++) await call('getblock', hash);`;
      const { code, stdout, stderr, out } = await listened(folder, program, ['--target', address], env);
      expect(code, stdout + stderr).toBe(1);
      expect(await casesIn(out)).toEqual({ 'getbestblockhash/default': 'passed', 'getblock/verbosity=1/presence@nTx': 'failed' });
      const { cases } = await resultsIn(out);
      const [finding] = cases.find(({ status }) => status === 'failed')?.findings ?? [];
      expect(finding).toMatchObject({ check: 'presence', evidence: 'document' });
      expect(finding?.message).toMatch(
        /nTx.*\nFirst heard at \d{4}-\d\d-\d\dT[\d:.]+Z by 127\.0\.0\.1:\d+, own-tests\/1, in 50 of 50 calls$/,
      );
      expect(stdout).toContain('nTx is missing');
      const found = (await journalIn(out)).filter(({ t }) => t === 'suspect');
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ request: { method: 'getblock' } });
    });
  });
});

test.each<[fault: Fault, call: string, id: string]>([
  [asString('getmempoolinfo', 'size'), "call('getmempoolinfo')", 'getmempoolinfo/default/type@size'],
  [blanked('getbestblockhash', ''), "call('getbestblockhash')", 'getbestblockhash/default/value'],
  [{ name: 'another id', answer: (answer) => ({ ...answer, id: 'other' }) }, "call('getblockcount')", 'getblockcount/default/foreign-id'],
  [
    { name: 'both', answer: (answer) => ({ ...answer, error: { code: 1, message: 'x' } }) },
    "call('getblockcount')",
    'getblockcount/default/both',
  ],
  [
    { name: 'missing', answer: (answer) => ({ ...answer, result: null, error: { code: -32601, message: 'Method not found' } }) },
    "call('getchaintips')",
    'getchaintips/refused/missing-method',
  ],
])('%j is found', async (fault, call, id) => {
  await inFolder(async (folder) => {
    const own = id.split('/', 1)[0];
    const planted: Fault = {
      ...fault,
      answer: (answer, called, ask) => (called.method === own ? fault.answer?.(answer, called, ask) : undefined),
    };
    await behindProxy(planted, async (address, env) => {
      const { code, out } = await listened(folder, `await ${call};`, ['--target', address], env);
      expect(await casesIn(out)).toHaveProperty([id], 'failed');
      expect(code).toBe(1);
    });
  });
});

test('the exit code is that of the command, or 1 for findings from a severity on', async () => {
  await inFolder(async (folder) => {
    const failed = await listened(folder, "await call('getblockcount'); process.exit(7);");
    expect(failed.code).toBe(7);
    expect(failed.stdout).toContain('The command ended with exit code 7.');
    await behindProxy(blanked('getbestblockhash', ''), async (address, env) => {
      const args = ['--target', address, '--fail-on', 'breaking'];
      const { code, stdout } = await listened(folder, "await call('getbestblockhash'); await call('getblockcount');", args, env);
      expect(code, stdout).toBe(0);
      expect(stdout).toContain('None of them makes the run fail (--fail-on breaking).');
    });
    const silent = await listened(folder, '');
    expect(silent.code).toBe(1);
    expect(silent.stdout).toContain('Nothing could be judged: no call with a documented answer was heard.');
  });
});

test('credentials, keys and passphrases are in no file of the results', async () => {
  await inFolder(async (folder) => {
    const wif = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
    const shown: Fault = {
      name: 'echoed',
      answer: (answer, { method }) =>
        method === 'dumpprivkey' || method === 'importprivkey' ? { ...answer, result: { shown: answer.result } } : undefined,
    };
    await behindProxy(shown, async (address, env) => {
      const program = `
        await call('importprivkey', '${wif}', 'mine', false);
        await call('dumpprivkey', await call('getnewaddress'));
        await call('walletpassphrase', 'correct horse battery staple', 60);
        await call('getaddressinfo', '${wif}');
        console.log('sent', authorization.slice(6));`;
      const args = ['--target', address, '--target-file', 'coind'];
      const { code, stdout, out } = await listened(folder, program, args, env);
      expect(code, stdout).toBe(1);
      const base64 = /sent (\S+)/.exec(stdout)?.[1] ?? '';
      expect(base64).toHaveLength(Buffer.from(`${env['PYX_RPC_USER']}:${env['PYX_RPC_PASSWORD']}`).toString('base64').length);
      const files = (await readdir(out, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      expect(files.length).toBeGreaterThan(3);
      for (const { parentPath, name } of files) {
        const text = await readFile(join(parentPath, name), 'utf8');
        for (const secret of [wif, 'correct horse', base64, env['PYX_RPC_PASSWORD'] ?? '-'])
          expect(text.includes(secret), `${name} has ${secret}`).toBe(false);
      }
      expect(await readFile(join(out, 'journal.jsonl'), 'utf8')).toContain('"***"');
    });
  });
});

/** Answers of a node on a public chain, and one that no document describes. */
const answers = {
  getblockchaininfo: { chain: 'main', blocks: 7 },
  getnetworkinfo: { version: 220000, subversion: '/Other:0.22/' },
  getblockcount: 7,
};

async function withFake(work: (node: FakeNode) => Promise<void>): Promise<void> {
  const node = await fakeNode(answers);
  try {
    await work(node);
  } finally {
    await node.close();
  }
}

test('on another chain it listens too, and asks for the chain and the version only', async () => {
  await inFolder(async (folder) => {
    await withFake(async (node) => {
      const { code, stderr, out } = await listened(folder, "await call('getblockcount');", ['--target', node.address], {
        PYX_RPC_USER: 'a',
        PYX_RPC_PASSWORD: 'bcdef',
      });
      expect(code, stderr).toBe(0);
      expect(new Set(node.asked.slice(0, -1))).toEqual(new Set(['getblockchaininfo', 'getnetworkinfo']));
      expect(node.asked.at(-1)).toBe('getblockcount');
      expect(stderr).toContain('chain main');
      expect(await casesIn(out)).toEqual({ 'getblockcount/default': 'passed' });
    });
  });
});

test('without a command it listens until Ctrl-C, which is its regular end', async () => {
  await inFolder(async (folder) => {
    const out = join(folder, 'out');
    const running = startPyx(['listen', '--out', out, '--json']);
    await until(running.said, () => /^cookie file for clients: /m.test(running.said()));
    const url = /^listening at (\S+),/m.exec(running.said())?.[1] ?? '';
    const [user = '', password = ''] = (await readFile(/^cookie file for clients: (.*)$/m.exec(running.said())?.[1] ?? '', 'utf8')).split(
      ':',
    );
    const { result } = await new Promise<{ result: unknown }>((resolve, reject) => {
      const body = JSON.stringify({ id: 1, method: 'getblockcount', params: [] });
      const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
      fetch(url, { method: 'POST', body, headers }).then(async (answer) => resolve((await answer.json()) as never), reject);
    });
    expect(result).toBe(0);
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, verdict: { title: 'Passed' } });
    expect(await casesIn(out)).toEqual({ 'getblockcount/default': 'passed' });
  });
});

test('a client that the node leaves without an answer gets none, and the rest is told', async () => {
  await inFolder(async (folder) => {
    const program = `
      await call('getblockcount');
      await call('stop');
      let code = '';
      while (code === '') await call('getblockcount').catch((error) => (code = error.code));
      // A node that is about to end may still accept connections, for a moment.
      let last = '';
      for (let n = 0; n < 60; n++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        last = await call('getblockcount').catch((error) => error.code);
      }
      console.log('the client sees', code, last);`;
    const { stdout, stderr, out } = await listened(folder, program);
    expect(stdout).toMatch(/the client sees (?:ECONNRESET|EPIPE) ECONNRESET/);
    expect(stderr).toMatch(/connections? to the node failed: ECONNREFUSED/);
    expect(await casesIn(out)).toHaveProperty(['getblockcount/default'], 'passed');
  });
});

test('a port that is taken, no node, an unknown target file and a missing command say what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  try {
    await withFake(async (node) => {
      const port = String((taken.address() as AddressInfo).port);
      const target = ['--target', node.address];
      for (const [args, problem] of [
        [[...target, '--port', port], `--port: Pyx cannot listen at 127.0.0.1:${port}: another program listens there; give another port`],
        [['--target', 'http://127.0.0.1:1'], 'nothing listens on this port (ECONNREFUSED); start the node'],
        [[...target, '--target-file', 'nonsense'], 'target file nonsense'],
        [
          [...target, '--', '/no/such/program'],
          'the command /no/such/program cannot be started: there is no such program; check the words after --',
        ],
        [[...target, '--port', '99999'], 'A port is a whole number from 1 to 65535.'],
      ] as const) {
        await inFolder(async (folder) => {
          const { code, stderr, stdout } = await pyx(['listen', '--out', folder, ...args]);
          expect(code, stderr).toBe(2);
          expect(stderr.replaceAll('\n', '; ')).toContain(problem);
          expect(stderr + stdout).not.toMatch(/^\s+at /m);
        });
      }
    });
  } finally {
    taken.close();
  }
});

test('a gate listens to a command, whose failure is one of the gate, and whose output is not on standard output', async () => {
  await inFolder(async (folder) => {
    await writeFile(join(folder, 'client.mjs'), CLIENT);
    await writeFile(
      join(folder, 'own.mjs'),
      "import { call } from './client.mjs';\nconsole.log('height', await call('getblockcount'));\nprocess.exit(Number(process.argv[2]));\n",
    );
    const gate = async (code: number): Promise<PyxEnded> => {
      const command = [process.execPath, join(folder, 'own.mjs'), String(code)];
      const policy = { target: 'embedded', methods: ['getblockcount'], suites: ['methods'], listen: [{ command }] };
      await writeFile(join(folder, 'pyx.yaml'), JSON.stringify(policy));
      return pyx(['gate', '--policy', join(folder, 'pyx.yaml'), '--out', join(folder, `out-${code}`), '--json']);
    };
    const passed = await gate(0);
    expect(passed.code, passed.stderr).toBe(0);
    expect(passed.stderr).toContain('height 0');
    const { parts } = JSON.parse(passed.stdout) as { parts: { name: string; folder: string; title: string }[] };
    expect(parts.map(({ folder: of, title }) => [of, title])).toEqual([
      ['run-1', 'Passed'],
      ['listen', 'Passed'],
    ]);
    const failed = await gate(3);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('The command ended with exit code 3.');
  });
});

test('a command that is interrupted gets the signal, and what was heard is reported', async () => {
  await inFolder(async (folder) => {
    await writeFile(join(folder, 'client.mjs'), CLIENT);
    const program =
      "import { call } from './client.mjs';\nprocess.on('SIGTERM', () => process.exit(9));\nawait call('getblockcount');\nconsole.error('called');\nsetInterval(() => {}, 1000);\n";
    await writeFile(join(folder, 'waits.mjs'), program);
    const out = join(folder, 'out');
    const running = startPyx(['listen', '--out', out, '--', process.execPath, join(folder, 'waits.mjs')]);
    await until(running.said, () => running.said().includes('called'));
    running.child.kill('SIGTERM');
    const { code, stdout, stderr } = await running.ended;
    expect(code, stderr).toBe(9);
    expect(stdout).toContain('The command ended with exit code 9.');
    expect(await casesIn(out)).toEqual({ 'getblockcount/default': 'passed' });
  });
});
