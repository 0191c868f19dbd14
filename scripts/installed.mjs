// Installs the packages of package-lock.json if they are missing, so that the README's commands work in a new clone.
import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Runs a command in the project's folder and ends this program with its exit code if it fails. */
export function must(command, args, env = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (done.error) process.stderr.write(`${command}: ${done.error.message}\n`);
  if (done.status !== 0) process.exit(done.status ?? 1);
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
