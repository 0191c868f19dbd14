import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { COMMANDS, type HazardCommand } from './support/hazard-commands.ts';
import { HazardNode, type Hazard } from './support/hazard-node.ts';
import { until } from './until.ts';
import { inFolder, startPyx, type PyxEnded, type PyxRunning } from './support/pyx.ts';

/** What docs/safety.md shows, as this test has seen it: by command, and by what happens to the node or to the command. */
const seen = new Map<string, Map<string, string>>();
const COLUMNS = [
  ['flips', 'chain becomes `main`'],
  ['flips-and-drops', 'the same, connections break'],
  ['echoes', 'secrets are echoed'],
  ['dies', 'node dies'],
  ['SIGTERM', 'node hangs, SIGTERM'],
  ['SIGINT', 'node hangs, Ctrl-C'],
  ['other-id', 'ids of other requests'],
  ['huge-numbers', 'numbers `1e400`'],
  ['SIGKILL', '`kill -9`'],
] as const;
const K6 = ['is missing', 'fails at once', 'writes no summary'];

function note(command: string, hazard: string, text: string): void {
  const row = seen.get(command) ?? new Map<string, string>();
  seen.set(command, row.set(hazard, text));
}

interface Happened extends PyxEnded {
  readonly node: HazardNode;
  /** Files of the output folder that contain a secret. */
  readonly leaks: readonly string[];
  /** What is left in the folder for temporary files. */
  readonly left: readonly string[];
}

interface Attack {
  readonly hazard?: Hazard;
  /** Done once the hazard has happened. */
  readonly act?: (running: PyxRunning) => void;
  readonly env?: Readonly<Record<string, string>>;
}

async function attacked(command: HazardCommand, { hazard, act, env = {} }: Attack): Promise<Happened> {
  const target = openEmbeddedTarget();
  try {
    const [first, second] = [await target.start('peers'), await target.start('peers')];
    // Credentials are echoed from the start.
    const node = await HazardNode.start(first, hazard, hazard === 'echoes' ? -1 : command.after);
    const other = await HazardNode.start(second, undefined, 0);
    return await inFolder(async (folder) => {
      const temporary = join(folder, 'tmp');
      await mkdir(temporary);
      const args = await command.args({ url: node.url, other: other.url, peers: [first.peerAddress!, second.peerAddress!], folder });
      const out = join(folder, 'out');
      const running = startPyx([...args, '--out', out], { env: { TMPDIR: temporary, ...env } });
      if (act) {
        await until('the command has written', async () => node.happened, 60_000);
        act(running);
      }
      const ended = await running.ended;
      const folders = async (): Promise<string[]> => {
        const names = await readdir(temporary);
        return (await Promise.all(names.map((name) => readdir(join(temporary, name))))).flat();
      };
      // Guards may still be removing what a killed command has left.
      await until('temporary folders are removed', async () => (await folders()).length === 0, 15_000).catch(() => undefined);
      const { stdout = '' } = existsSync(out) ? await grep(node.secrets, out) : {};
      const leaks = stdout.split('\n').filter((line) => line !== '');
      return { ...ended, node, leaks, left: await folders() };
    }).finally(() => Promise.all([node.close(), other.close()]));
  } finally {
    await target.close();
  }
}

/** The files below a folder that contain one of the texts. */
async function grep(texts: readonly string[], folder: string): Promise<{ readonly stdout: string }> {
  try {
    return await promisify(execFile)('grep', ['-rlF', ...texts.flatMap((text) => ['-e', text]), folder]);
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return { stdout: '' }; // nothing was found
    throw error;
  }
}

/** What must hold whatever happens. */
function expectOrderly({ stdout, stderr, node, leaks, left }: Happened): void {
  expect(stdout + stderr).not.toMatch(/internal error|\n {4}at /);
  for (const secret of node.secrets) expect(stdout + stderr).not.toContain(secret);
  expect(leaks).toEqual([]);
  expect(left).toEqual([]);
}

/** Writes that may be on their way while the node is asked for its chain: it is asked at intervals. */
const MAX_ON_THEIR_WAY = 150;

// Most of each test is waiting for nodes to start and end.
describe.concurrent.each(COMMANDS)('pyx $name', (command) => {
  const { name } = command;

  test('writes nothing more to a node that reports another chain', async () => {
    const happened = await attacked(command, { hazard: 'flips' });
    expect(happened.code, happened.stderr).toBe(2);
    expectOrderly(happened);
    expect(happened.node.writesAfter).toBeLessThan(MAX_ON_THEIR_WAY);
    note(name, 'flips', `${happened.code}`);
  });

  test('writes nothing to another chain after its connections broke', async () => {
    const happened = await attacked(command, { hazard: 'flips-and-drops' });
    expect(happened.code, happened.stderr).toBe(2);
    expectOrderly(happened);
    expect(happened.node.writesAfter).toBe(0);
    note(name, 'flips-and-drops', `${happened.code}, ${happened.node.writesAfter} writes`);
  });

  test('shows no secret that the node echoes', async () => {
    const happened = await attacked(command, { hazard: 'echoes' });
    expect(happened.code, happened.stderr).toBeLessThan(2);
    expectOrderly(happened);
    note(name, 'echoes', `in ${happened.leaks.length} files`);
  });

  test.each(['dies', 'other-id', 'huge-numbers'] as const)('ends in order when the node shows the hazard %s', async (hazard) => {
    const happened = await attacked(command, { hazard });
    expect(happened.signal).toBeNull();
    expectOrderly(happened);
    // A comparison leaves out answers that contradict the documents.
    if (hazard === 'dies' || (hazard === 'other-id' && name !== 'diff')) expect([1, 2]).toContain(happened.code);
    note(name, hazard, hazard === 'dies' ? '1 or 2' : 'ends in order');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends at %s while the node hangs', async (signal) => {
    const happened = await attacked(command, { hazard: 'hangs', act: ({ child }) => void child.kill(signal) });
    expect([happened.code, happened.signal], happened.stderr).toEqual([130, null]);
    expectOrderly(happened);
    note(name, signal, String(happened.code));
  });

  test('leaves nothing behind when it is killed', async () => {
    const happened = await attacked(command, { act: ({ child }) => void child.kill('SIGKILL') });
    expect(happened.signal).toBe('SIGKILL');
    expectOrderly(happened);
    note(name, 'SIGKILL', `${happened.left.length} folders left`);
  });
});

describe.concurrent('pyx load --engine k6', () => {
  const load = COMMANDS.find(({ name }) => name === 'load')!;
  const k6: HazardCommand = { ...load, name: 'load --engine k6', args: async (places) => [...(await load.args(places)), '--engine', 'k6'] };

  test.each([
    ['is missing', undefined],
    ['fails at once', 'exit 3'],
    ['writes no summary', 'exit 0'],
  ])('ends with 2 when k6 %s', async (what, script) => {
    await inFolder(async (folder) => {
      const program = join(folder, 'k6');
      if (script !== undefined) {
        await writeFile(program, `#!/bin/sh\ncase "$1" in version) echo 'k6 v0.46.0';; *) ${script};; esac\n`);
        await chmod(program, 0o755);
      }
      const happened = await attacked(k6, { env: { PYX_K6: program } });
      expect(happened.code, happened.stderr).toBe(2);
      expectOrderly(happened);
      note(k6.name, what, String(happened.code));
    });
  });
});

afterAll(async () => {
  const page = await readFile(join(import.meta.dirname, '../docs/safety.md'), 'utf8');
  const shown = /<!-- hazards -->\n([\s\S]*?)\n<!-- end -->/.exec(page)?.[1];
  expect(shown, 'expected below: the table for docs/safety.md').toBe(tables());
});

function tables(): string {
  return [
    `| command | ${COLUMNS.map(([, title]) => title).join(' | ')} |`,
    `|${' --- |'.repeat(COLUMNS.length + 1)}`,
    ...COMMANDS.map(({ name }) => `| \`pyx ${name}\` | ${COLUMNS.map(([column]) => seen.get(name)?.get(column) ?? '–').join(' | ')} |`),
    '',
    `\`pyx load --engine k6\` ends with ${K6.map((what) => `${seen.get('load --engine k6')?.get(what) ?? '–'} when k6 ${what}`).join(', ')}.`,
  ].join('\n');
}
