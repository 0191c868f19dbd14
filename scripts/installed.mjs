// Installs what package-lock.json names if it is not there, so that the README's commands need nothing before them.
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

/** True when the packages of the lock file are installed as it names them. */
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
    process.stderr.write(`Pyx needs Node 20.19 or later; this is ${process.versions.node}\n`);
    process.exit(2);
  }
  if (!upToDate()) must('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
