import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatadirLockError, lockDatadir } from './datadir-lock.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coind-lock-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that takes the lock, says so, and waits for its end. */
function rival(): ReturnType<typeof spawn> {
  const code = `
    import { lockDatadir } from ${JSON.stringify(join(import.meta.dirname, 'datadir-lock.ts'))};
    lockDatadir(${JSON.stringify(folder)});
    process.stdout.write('locked');
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('the lock of a data directory', () => {
  it('is held once within a process and can be given back', () => {
    const unlock = lockDatadir(folder);
    expect(() => lockDatadir(folder)).toThrow(DatadirLockError);
    expect(() => lockDatadir(join(folder, '.'))).toThrow(`Cannot obtain a lock on data directory ${folder}. coind is probably already running.`);
    unlock();
    expect(existsSync(join(folder, '.lock'))).toBe(false);
    lockDatadir(folder)();
  });

  it('is refused while another process has it, and taken over after that one was killed', async () => {
    const other = rival();
    try {
      await once(other.stdout!, 'data');
      expect(() => lockDatadir(folder)).toThrow(DatadirLockError);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    lockDatadir(folder)();
  });

  it('is taken over from a process whose number another one has now, and from one that left rubbish', () => {
    const child = spawnSync(process.execPath, ['-e', '']);
    for (const left of [`${child.pid}\n\n`, `${process.ppid}\nlong ago\n`, `${process.pid}\n\n`, '', 'rubbish']) {
      writeFileSync(join(folder, '.lock'), left);
      lockDatadir(folder)();
    }
  });
});
