import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatadirLockError, lockDatadir } from './datadir-lock.ts';
import { StoreError } from './store-error.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coind-lock-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Separate process namespaces, as in two containers that share a volume. */
const ownNamespace = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const namespacesAreAllowed = spawnSync(ownNamespace[0]!, [...ownNamespace.slice(1), 'true']).status === 0;

/** Another process that takes the lock, prints that it has it, and waits to be killed. */
function rival(before: readonly string[] = [], stderr: 'inherit' | 'ignore' = 'inherit'): ReturnType<typeof spawn> {
  const code = `
    import { lockDatadir } from ${JSON.stringify(join(import.meta.dirname, 'datadir-lock.ts'))};
    lockDatadir(${JSON.stringify(folder)});
    process.stdout.write('locked');
    setInterval(() => {}, 1000);`;
  const [program = '', ...args] = [...before, process.execPath, '--import', 'tsx', '--input-type=module', '-e', code];
  return spawn(program, args, { stdio: ['ignore', 'pipe', stderr] });
}

async function end(process: ReturnType<typeof spawn>): Promise<void> {
  process.kill('SIGKILL');
  await once(process, 'close');
}

describe('the lock of a data directory', () => {
  it('is held once within a process and can be released', () => {
    const unlock = lockDatadir(folder);
    expect(() => lockDatadir(folder)).toThrow(DatadirLockError);
    expect(() => lockDatadir(join(folder, '.'))).toThrow(
      `Cannot obtain a lock on data directory ${folder}. coind is probably already running.`,
    );
    unlock();
    unlock();
    lockDatadir(folder)();
  });

  it('creates the directory in an existing folder', () => {
    const inner = join(folder, 'new');
    lockDatadir(inner)();
    lockDatadir(inner)();
    expect(statSync(inner).mode & 0o777).toBe(0o700);
    expect(() => lockDatadir(join(folder, 'no', 'where'))).toThrow(/no\/where cannot be created: ENOENT.*in an existing folder/);
    expect(() => lockDatadir(import.meta.filename)).toThrow(/cannot be created: EEXIST/);
    expect(() => lockDatadir(join(import.meta.filename, 'x'))).toThrow(/cannot be created: ENOTDIR/);
  });

  it('is refused while another process has it, and available after that process was killed', async () => {
    const other = rival();
    try {
      await once(other.stdout!, 'data');
      expect(() => lockDatadir(folder)).toThrow(DatadirLockError);
    } finally {
      await end(other);
    }
    lockDatadir(folder)();
  });

  it('is refused while a process of another process namespace has it, and available after its end', async (ctx) => {
    if (!namespacesAreAllowed) ctx.skip('unshare --pid is not permitted here');
    const other = rival(ownNamespace);
    try {
      await once(other.stdout!, 'data');
      expect(() => lockDatadir(folder)).toThrow(DatadirLockError);
    } finally {
      await end(other);
    }
    lockDatadir(folder)();
    const unlock = lockDatadir(folder);
    const refused = rival(ownNamespace, 'ignore');
    const output = once(refused.stdout!, 'data').then(() => 'locked');
    expect(await Promise.race([output, once(refused, 'exit').then(() => 'refused')])).toBe('refused');
    unlock();
  });

  it('ignores the content of an existing lock file', () => {
    for (const left of [`${process.ppid}\n\n`, '', 'rubbish']) {
      writeFileSync(join(folder, '.lock'), left);
      lockDatadir(folder)();
    }
  });

  it('creates the directory for its owner only, and reports why if it cannot', () => {
    const inner = join(folder, 'new');
    lockDatadir(inner)();
    expect(statSync(inner).mode & 0o777).toBe(0o700);
    expect(statSync(join(inner, '.lock')).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, 'file'), '');
    expect(() => lockDatadir(join(folder, 'file'))).toThrow(StoreError);
    const path = process.env['PATH'];
    try {
      process.env['PATH'] = folder;
      expect(() => lockDatadir(inner)).toThrow(/the program flock is not installed; install util-linux or busybox/);
    } finally {
      process.env['PATH'] = path;
    }
    lockDatadir(inner)();
  });
});
