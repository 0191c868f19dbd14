import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserFileError } from '../specs/model/user-file.ts';
import { UsageError } from './usage-error.ts';
import { writableFolder, writingError } from './writable-folder.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-writable-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The error of `writableFolder` in another process, as a user who may not write to the folders of root. */
function refusal(path: string): string {
  const module = new URL('writable-folder.ts', import.meta.url).href;
  const code = `import { writableFolder } from ${JSON.stringify(module)};
    try { writableFolder(${JSON.stringify(path)}); } catch (error) { process.stdout.write(error.message); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    encoding: 'utf8',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  expect(stderr).toBe('');
  return stdout;
}

const [uid, gid] = isRoot ? [NOBODY, NOBODY] : [process.geteuid?.(), process.getegid?.()];

test('a folder below one of another user is refused, with the user to run as', () => {
  expect(refusal('/pyx-nosuch/out')).toBe(
    `--out: /pyx-nosuch/out cannot be written (EACCES): / belongs to 0:0, and pyx runs as ${uid}:${gid}; ` +
      'name a writable folder, or run pyx as that user (in a container: docker run --user 0:0)',
  );
});

test.skipIf(!isRoot)('a folder below one that the user cannot enter is refused with the owner of that: needs root, to make one', () => {
  const closed = join(folder, 'closed');
  mkdirSync(join(closed, 'inside'), { recursive: true });
  chmodSync(closed, 0o700);
  expect(refusal(join(closed, 'inside/out'))).toContain(`(EACCES): ${closed} belongs to 0:0, and pyx runs as ${NOBODY}:${NOBODY};`);
});

test('a folder of the user that is read-only is refused', () => {
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o500);
  expect(refusal(join(folder, 'out'))).toBe(`--out: ${folder}/out cannot be written (EACCES); name a writable folder`);
});

test.skipIf(process.platform !== 'linux')(
  'a folder that another process writes to is refused until it has ended: needs /proc',
  async () => {
    const out = join(folder, 'out');
    expect(writableFolder(out)).toBe(out);
    expect(writableFolder(out)).toBe(out); // a part of the same command
    const module = new URL('writable-folder.ts', import.meta.url).href;
    const code = `import { writableFolder } from ${JSON.stringify(module)};
    writableFolder(${JSON.stringify(join(folder, 'busy'))});
    process.stdout.write('ready');
    setInterval(() => undefined, 1_000);`;
    const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(other.stdout, 'data');
      expect(() => writableFolder(join(folder, 'busy'))).toThrow(
        `--out: another pyx, process ${other.pid}, writes to ${folder}/busy; wait until it has ended, or name another folder`,
      );
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    expect(writableFolder(join(folder, 'busy'))).toBe(join(folder, 'busy'));
  },
);

function caughtFrom(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** What `writingError` makes of an error of writing to the folder. */
const reportedFor = (write: () => void): unknown => writingError(folder, caughtFrom(write));

test('a folder that was removed or replaced during the run is no internal error', () => {
  const error = reportedFor(() => writeFileSync(join(folder, 'gone/results.json'), ''));
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toMatch(/can no longer be written \(ENOENT\)/);
});

test('so is a journal that was removed, whose own message is about a file that a user names', () => {
  const error = reportedFor(() => {
    throw new UserFileError('out/journal.jsonl', 'no such file', { cause: caughtFrom(() => readFileSync(join(folder, 'journal.jsonl'))) });
  });
  expect((error as Error).message).toMatch(/can no longer be written \(ENOENT\): it was changed while the command ran/);
});

test('an error that is none of the file system stays as it is', () => {
  const bug = new TypeError('x is not a function');
  expect(
    reportedFor(() => {
      throw bug;
    }),
  ).toBe(bug);
});

test.skipIf(!existsSync('/dev/full'))('a full disk keeps its own remedy', () => {
  expect(reportedFor(() => writeFileSync('/dev/full', 'x'))).toMatchObject({ code: 'ENOSPC' });
});
