// Installs the packages of package-lock.json if they are missing, so that the README's commands work in a new clone.
import { existsSync, readFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Runs a command in the project's folder and ends this program with its exit code if it fails. */
export function must(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (done.error) process.stderr.write(`${command}: ${done.error.message}\n`);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Starts a command in the project's folder. Resolves to its exit code when it has ended: 1 if a signal ended it. */
export async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Starts a command that is silent unless it fails. Resolves to what it wrote then, or to undefined. */
export async function failure(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (text) => (written += text));
  const [code] = await once(child, 'close');
  return code === 0 ? undefined : `${[basename(command), ...args].join(' ')}:\n${written}`;
}

/** Whether the packages of the lock file are installed in the same versions. */
function upToDate() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional === true || there[path]?.version === version,
  );
}

export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Pyx needs Node 20.19 or later; this is Node ${process.versions.node}\n`);
    process.exit(2);
  }
  if (upToDate()) return;
  process.stderr.write('installing the packages of package-lock.json, once: this can take minutes\n');
  must('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
