import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { TpsResults } from '../load/tps/results.ts';
import { COIND_IMAGE, LINKS_IMAGE, needs, PYX_IMAGE } from './require.ts';
import { composeCommand, execute } from './support/compose.ts';
import { until } from './until.ts';
import { inFolder, pyx } from './support/pyx.ts';

const TOPOLOGY = `
name: five
shape: ring
nodes: [{ role: sender }, { role: receiver, count: 4 }]
links:
  - { between: [sender-1, receiver-1], bandwidth: { forward: 4mbit } }
  - { between: [receiver-1, receiver-2], bandwidth: 2mbit }
`;
const PORT = 5_000;
const BYTES = 500_000;
/** What may pass before its time: the burst of `docker/links/shape.sh`, and a packet of the largest size, for which the next ones wait. */
const EARLY_BYTES = 15_000 + 65_536;

/** Takes so many bytes from another node; prints the time of the last one. */
const TAKE = `
  let got = 0;
  require('node:net').createServer((socket) => {
    socket.on('data', (data) => {
      got += data.length;
      if (got >= ${BYTES}) console.log(Date.now()), process.exit();
    });
  }).listen(${PORT});
`;
/** Sends them, as soon as the other node listens; prints the time before. */
const send = (host: string): string => `
  const connect = () => {
    const socket = require('node:net').connect(${PORT}, '${host}');
    socket.on('error', () => setTimeout(connect, 50));
    socket.on('connect', () => {
      console.log(Date.now());
      socket.end(Buffer.alloc(${BYTES}));
    });
  };
  connect();
`;

beforeEach(async (ctx) => {
  for (const image of [PYX_IMAGE, COIND_IMAGE, LINKS_IMAGE]) await needs(ctx, 'docker', image);
  await needs(ctx, 'compose');
});

test('a network for Docker Compose is started, shaped and measured, and leaves its results', () =>
  inFolder(async (folder) => {
    const [topology, plan, results] = ['five.yaml', 'plan', 'results'].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(topology, TOPOLOGY);
    const measurement = ['--transactions', '100', '--rounds', '1', '--warm-up', '0', '--timeout', '120s', '--seed', '7'];
    const emitted = await pyx([
      'tps',
      '--topology',
      topology,
      '--emit',
      'compose',
      plan,
      '--image',
      COIND_IMAGE,
      '--pyx-image',
      PYX_IMAGE,
      ...measurement,
    ]);
    expect(emitted, emitted.stderr).toMatchObject({ code: 0 });
    const [command, ...words] = await composeCommand();
    const password = randomBytes(16).toString('hex');
    const env = { ...process.env, PYX_RPC_USER: 'pyx', PYX_RPC_PASSWORD: password };
    const options = { env, maxBuffer: 2 ** 26 };
    const project = ['-p', `pyx-compose-${process.pid}`, '-f', join(plan, 'compose.yaml')];
    const compose = (...args: string[]) => execute(command, [...words, ...project, ...args], options);
    try {
      // Exits with the code of the measurement.
      const { stdout } = await compose('up', '--exit-code-from', 'coordinator');
      expect(stdout).toContain('All 100 transactions');
      const [id] = (await compose('ps', '-aq', 'coordinator')).stdout.trim().split('\n');
      await execute('docker', ['cp', `${id}:/project/results`, results]);
      const { nodes, totals, target, faults } = JSON.parse(readFileSync(join(results, 'results.json'), 'utf8')) as TpsResults;
      expect(target.kind).toBe('remote');
      expect(totals).toMatchObject({ given: 100, received: 100, lost: 0 });
      expect(faults).toEqual([]);
      // A ring, and not a network of each with all.
      expect(nodes.map(({ name, peers }) => [name, peers])).toEqual([
        ['sender-1', 2],
        ...[1, 2, 3, 4].map((number) => [`receiver-${number}`, 2]),
      ]);
      for (const file of ['results.json', 'index.html', 'summary.md'])
        expect(readFileSync(join(results, file), 'utf8')).not.toContain(password);

      await compose('up', '-d', 'sender-1', 'receiver-1', 'receiver-2', 'sender-1-links', 'receiver-1-links', 'receiver-2-links');
      const run = (service: string, program: string) => compose('exec', '-T', service, 'node', '-e', program);
      const shaped = (service: string) => () =>
        compose('exec', '-T', service, 'test', '-e', '/tmp/shaped').then(
          () => true,
          () => false,
        );
      for (const service of ['sender-1-links', 'receiver-1-links', 'receiver-2-links'])
        await until(`${service} has shaped its links`, shaped(service));
      const took = async (from: string, to: string, host: string): Promise<number> => {
        const [last, first] = await Promise.all([run(to, TAKE), run(from, send(host))]);
        return Number(last.stdout) - Number(first.stdout);
      };
      const leastMs = (mbit: number): number => ((BYTES - EARLY_BYTES) * 8) / (mbit * 1_000);
      expect(await took('sender-1', 'receiver-1', '10.177.29.12')).toBeGreaterThan(leastMs(4));
      expect(await took('receiver-2', 'receiver-1', '10.177.29.12')).toBeGreaterThan(leastMs(2));
    } finally {
      await compose('down', '-v', '-t', '5');
    }
  }));

/** Prints how many milliseconds it takes to be refused by a port of this machine: there and back. */
const KNOCK = `from=$(date +%s%N); bash -c 'exec 3<>/dev/tcp/127.0.0.1/9' 2>/dev/null; echo $((($(date +%s%N) - from) / 1000000))`;

test('a link is delayed by netem; on a machine without it the container ends, and says what is missing', async () => {
  const options = ['--detach', '--network', 'none', '--cap-drop', 'ALL', '--cap-add', 'NET_ADMIN'];
  const id = (await execute('docker', ['run', ...options, LINKS_IMAGE, 'to=127.0.0.1 delay=40ms jitter=5ms rate=20mbit'])).stdout.trim();
  const isRunning = async (): Promise<boolean> =>
    (await execute('docker', ['inspect', '--format', '{{.State.Running}}', id])).stdout.trim() === 'true';
  const isShaped = (): Promise<boolean> =>
    execute('docker', ['exec', id, 'test', '-e', '/tmp/shaped']).then(
      () => true,
      () => false,
    );
  try {
    await until('the link is shaped, or the container has ended', async () => (await isShaped()) || !(await isRunning()));
    if (await isRunning()) {
      const { stdout } = await execute('docker', ['exec', id, 'sh', '-c', KNOCK]);
      expect(Number(stdout)).toBeGreaterThanOrEqual(70);
    } else {
      const { stderr } = await execute('docker', ['logs', id]);
      expect(stderr).toContain('shape: delays need netem: on the machine, run: modprobe sch_netem');
    }
  } finally {
    await execute('docker', ['rm', '--force', id]);
  }
});

test.each([
  [[], 'no link was given'],
  [['to=127.0.0.1 loss=1'], "unknown part loss=1 in the link 'to=127.0.0.1 loss=1'"],
  [['to=203.0.113.1'], 'Network is unreachable'],
])('shaping %j is refused', async (links, message) => {
  const run = execute('docker', ['run', '--rm', '--network', 'none', '--cap-add', 'NET_ADMIN', LINKS_IMAGE, ...links]);
  await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining(message) as string });
});
