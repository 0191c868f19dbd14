import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const coind = join(import.meta.dirname, '../../bin/coind.js');

/**
 * How the node ends: `late`: started as a masternode it answers, and ends itself after so many milliseconds with the reason in its
 * log, as a real release does beside another daemon; `stays`: its process does not end after `stop`, nor by SIGTERM; `leaves`: a
 * process of it remains; `aborts`: it dies as it ends.
 */
export type BadEnding = { readonly lateMs: number } | 'stays' | 'leaves' | 'aborts';

export const ONLY_ONE = 'Error: Ensure you are running this masternode on a machine where only one daemon is running';

/** Writes a program that runs coind, and ends in this way. */
export async function badlyEndingCoind(folder: string, how: BadEnding): Promise<string> {
  const program = join(folder, 'noded');
  await writeFile(
    program,
    `#!${process.execPath}
const { spawn } = require('node:child_process');
const { connect } = require('node:net');
const how = ${JSON.stringify(how)};
const args = process.argv.slice(2);
const child = spawn(process.execPath, [${JSON.stringify(coind)}, ...args], { stdio: 'inherit' });
if (how === 'leaves') spawn('sleep', ['300'], { stdio: 'ignore' });
process.on('SIGTERM', () => child.kill('SIGTERM'));
if (how === 'stays') setInterval(() => undefined, 1_000);
else if (how === 'aborts') child.on('exit', () => process.kill(process.pid, 'SIGABRT'));
else child.on('exit', (code) => process.exit(code ?? 1));
if (how.lateMs !== undefined && args.some((arg) => arg.startsWith('-masternode='))) {
  const port = Number(args.find((arg) => arg.startsWith('-rpcport=')).split('=')[1]);
  const end = () => {
    console.error(${JSON.stringify(ONLY_ONE)});
    for (let block = 0; block < 60; block++) console.log('2026-11-24T00:23:09Z Flushing ' + block);
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
    process.exit(1);
  };
  const poll = () => connect(port, '127.0.0.1').on('connect', () => setTimeout(end, how.lateMs)).on('error', () => setTimeout(poll, 50));
  poll();
}
`,
    { mode: 0o755 },
  );
  return program;
}
