import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../fixtures/targets/free-ports.ts';
import { fakeNode } from './support/fake-node.ts';
import { until } from './until.ts';
import { inFolder, pyx, startPyx } from './support/pyx.ts';

/** A program that records its start and exits: none of these commands may start it. */
async function withTrap(work: (target: string, wasStarted: () => boolean, folder: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    const trap = join(folder, 'trap');
    const mark = join(folder, 'was-started');
    await writeFile(trap, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
    await work(`process:${trap}`, () => existsSync(mark), folder);
  });
}

/** Extra time of a busy machine to start a trivial program, with a margin. */
async function startsWithinMs(): Promise<number> {
  return 3 * (await pyx(['--version'])).durationMs;
}

describe('a request that cannot be carried out: exit 2, before anything is started', () => {
  const misuses: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
    ['an unknown method', ['--method', 'nosuchmethod'], /there is no "nosuchmethod"/],
    ['a method written wrong', ['--method', 'getblok'], /there is no "getblok"; similar: .*getblock/],
    ['an unknown suite', ['--suite', 'invariant'], /there is no "invariant"; similar: invariants/],
    ['an unknown family', ['--family', 'chains'], /there is no "chains"; similar: chain/],
    ['an unknown case', ['--case', 'methods/getblock/nothing'], /there is no "methods\/getblock\/nothing"/],
    ['a pattern that fits no case', ['--case', 'methods/getblock/zz*'], /there is no "methods\/getblock\/zz\*"/],
    ['options that leave nothing', ['--method', 'getblock', '--family', 'network'], /no case matches all the given options/],
    ['a seed that is no number', ['--seed', 'seven'], /seed/i],
    ['a seed below 0', ['--seed', '-1'], /seed/i],
    ['a seed with a fraction', ['--seed', '1.5'], /seed/i],
    ['a seed too large', ['--seed', '9007199254740993'], /seed/i],
    ['no seeds', ['--seeds', '0'], /seeds/],
    ['seeds beyond the largest', ['--seeds', '2', '--seed', '9007199254740991'], /smaller --seed/],
    ['a baseline of several seeds', ['--seeds', '2', '--accept-baseline', 'specs/targets/coind.yaml'], /without --seeds/],
    ['no jobs', ['--jobs', '0'], /jobs/],
    ['too many jobs', ['--jobs', '65'], /jobs/],
    ['a shard of none', ['--shard', '1/0'], /shard/i],
    ['a shard beyond the last', ['--shard', '3/2'], /shard/i],
    ['a shard without a total', ['--shard', '1'], /shard/i],
    ['names that are none', ['--names', 'acme'], /names|name/i],
    ['a name given twice', ['--names', 'coin=acme,coin=other'], /coin is given twice/],
    ['a name of something unknown', ['--names', 'chain=acme'], /coin/],
    ['an unknown option', ['--sed', '1'], /unknown option '--sed'/],
    ['an argument too much', ['everything'], /too many arguments/],
    [
      'an unknown target file',
      ['--target-file', 'no-such-release'],
      /no such file; give the path of a target file, or one of the names: .*litecoind-0\.21/,
    ],
    ['no earlier run', ['--failed', '/nonexistent/run'], /--failed/],
  ];
  test.each(misuses)('%s', async (_what, args, message) => {
    await withTrap(async (target, wasStarted, folder) => {
      const { code, stdout, stderr, durationMs } = await pyx(['run', '--target', target, '--out', join(folder, 'out'), ...args]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(wasStarted()).toBe(false);
      expect(stderr).not.toMatch(/\n\s+at /); // a message, not a stack
      expect(durationMs).toBeLessThan(5_000 + (await startsWithinMs()));
    });
  });

  test.each([
    ['run', '--target'],
    ['diff', 'embedded'],
  ])('%s: a folder for the results that cannot be written', async (...command) => {
    await withTrap(async (target, wasStarted, folder) => {
      // No folder can be created below a file, and none in /proc, where Node's recursive mkdir never ends.
      const file = join(folder, 'a-file');
      await writeFile(file, '');
      for (const out of [join(file, 'out'), ...(existsSync('/proc/self') ? ['/proc/nosuch/out'] : [])]) {
        const { code, signal, stderr } = await pyx([...command, target, '--out', out], { withinMs: 20_000 });
        expect(stderr).toMatch(/--out: .*\/out cannot be written \(ENO(TDIR|ENT)\)/);
        expect({ code, signal }).toEqual({ code: 2, signal: null });
        expect(wasStarted()).toBe(false);
      }
    });
  });

  test('a missing folder for temporary files', async () => {
    await inFolder(async (folder) => {
      const { code, stderr } = await pyx(['run', '--target', 'embedded', '--method', 'getblock', '--out', join(folder, 'out')], {
        env: { TMPDIR: join(folder, 'nosuch') },
      });
      expect(stderr).toMatch(/pyx: the folder for temporary files does not exist \(ENOENT: .*\); set TMPDIR to an existing folder/);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(code).toBe(2);
    });
  });

  test('an excluded case that does not exist', async () => {
    await withTrap(async (target, wasStarted, folder) => {
      const { code, stderr } = await pyx(['run', '--target', target, '--exclude', 'methods/getblok/*', '--out', join(folder, 'out')]);
      expect(stderr).toContain('--exclude: there is no "methods/getblok/*"; similar: methods/getblock');
      expect(code).toBe(2);
      expect(wasStarted()).toBe(false);
    });
  });

  test('a target file that does not fit', async () => {
    await withTrap(async (target, wasStarted, folder) => {
      const file = join(folder, 'release.yaml');
      await writeFile(file, 'name: A release\nwaivers:\n  - cases: "*"\n');
      const { code, stderr } = await pyx(['run', '--target', target, '--target-file', file, '--out', join(folder, 'out')]);
      expect(stderr).toContain('release.yaml');
      expect(stderr).toContain('reason');
      expect(code).toBe(2);
      expect(wasStarted()).toBe(false);
    });
  });
});

describe('targets that cannot be tried: exit 2', () => {
  test('no node at the address: within two seconds, with the address', async () => {
    await inFolder(async (folder) => {
      const address = `http://127.0.0.1:${await freePort()}`;
      const { code, stderr, durationMs } = await pyx(['run', '--target', address, '--out', join(folder, 'out')]);
      expect(stderr).toContain(address);
      expect(code).toBe(2);
      expect(durationMs).toBeLessThan(2_000 + (await startsWithinMs()));
    });
  });

  test.each([
    ['a missing program', 'process:no-such-program', /no-such-program/],
    ['no form of target', 'litecoind', /did you mean process:litecoind/],
    ['an address that is none', 'http://', /http:\/\//],
  ])('%s', async (_what, target, message) => {
    await inFolder(async (folder) => {
      const { code, stderr } = await pyx(['run', '--target', target, '--out', join(folder, 'out')]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    });
  });

  test.each([
    ['run', ['run', '--target']],
    ['diff', ['diff', 'embedded']],
  ])('%s: a node that never comes up is not waited for when Ctrl-C is pressed: exit 130, and nothing is left', async (_what, command) => {
    await inFolder(async (folder) => {
      const program = join(folder, 'silentd');
      await writeFile(program, `#!/bin/sh\ntouch '${folder}/started'\nexec sleep 300\n`, { mode: 0o755 });
      const running = startPyx([...command, `process:${program}`, '--out', join(folder, 'out')], { env: { TMPDIR: folder } });
      await until('the node was started', async () => existsSync(join(folder, 'started')));
      running.child.kill('SIGINT');
      const { code, stderr } = await running.ended;
      expect(code).toBe(130);
      expect(stderr).toContain('pyx: interrupted');
      await until('its data are gone', async () => (await readdir(join(folder, `pyx-${process.geteuid?.()}`))).length === 0);
    });
  });

  test('a program that exits at once: its last lines are shown', async () => {
    await inFolder(async (folder) => {
      const program = join(folder, 'brokend');
      await writeFile(program, '#!/bin/sh\necho "Error: the block database is damaged" >&2\nexit 3\n', { mode: 0o755 });
      const { code, stderr } = await pyx(['run', '--target', `process:${program}`, '--out', join(folder, 'out')]);
      expect(stderr).toContain('did not come up');
      expect(stderr).toContain('the block database is damaged');
      expect(code).toBe(2);
    });
  });
});

describe('diff checks both nodes before it tries either', () => {
  const asked = async (b: string, message: RegExp): Promise<void> => {
    const a = await fakeNode({
      getblockchaininfo: { chain: 'regtest', blocks: 0 },
      getnetworkinfo: { version: 1, subversion: '/Fake:1/' },
    });
    try {
      const { code, stderr } = await pyx(['diff', a.address, b]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
      // Only its identity and state.
      expect(a.asked.filter((method) => !['getblockchaininfo', 'getnetworkinfo', 'listwallets'].includes(method))).toEqual([]);
    } finally {
      await a.close();
    }
  };

  test('an invalid second target', () => asked('nonsense', /"nonsense" is not a target/));
  test('a second target without a node', async () =>
    asked(
      `http://127.0.0.1:${await freePort()}`,
      /does not answer: .*\(ECONNREFUSED\); start the node, or give the port of its RPC service/,
    ));
  test('a second target on a different chain', async () => {
    const b = await fakeNode({ getblockchaininfo: { chain: 'main' }, getnetworkinfo: {} });
    try {
      await asked(b.address, /runs the chain "main"/);
    } finally {
      await b.close();
    }
  });
});

describe('a node on a different chain', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(opened.map((node) => node.close())));
  const network = { version: 40_000, subversion: '/Fake:4.0.0/' };

  test.each(['main', 'test', 'signet', ''])('"%s" is refused, after only the call for the chain', async (chain) => {
    const node = await fakeNode({ getblockchaininfo: { chain }, getnetworkinfo: network });
    opened.push(node);
    await inFolder(async (folder) => {
      const { code, stderr } = await pyx(['run', '--target', node.address, '--out', join(folder, 'out')]);
      expect(stderr).toContain(`runs the chain "${chain}"`);
      expect(stderr).toContain('--read-only');
      expect(code).toBe(2);
    });
    expect(new Set(node.asked)).toEqual(new Set(['getblockchaininfo', 'getnetworkinfo']));
  });

  test('a node that does not report its chain is refused, even for reading', async () => {
    const node = await fakeNode({ getblockchaininfo: {}, getnetworkinfo: network });
    opened.push(node);
    await inFolder(async (folder) => {
      for (const more of [[], ['--read-only']]) {
        const { code, stderr } = await pyx(['run', '--target', node.address, '--out', join(folder, 'out'), ...more]);
        expect(stderr).toContain('does not report its chain');
        expect(code).toBe(2);
      }
    });
    expect(new Set(node.asked)).toEqual(new Set(['getblockchaininfo']));
  });
});
