// The program of a node: coind behind a proxy with a hazard (PYX_TEST_HAZARD, PYX_TEST_AFTER). It writes what has happened into a
// folder (PYX_TEST_REPORT), one file per process.
import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../fixtures/targets/free-ports.ts';
import { HazardNode, type Hazard } from './hazard-node.ts';
import type { HazardReport } from './hazard-program.ts';

const { PYX_TEST_HAZARD: hazard, PYX_TEST_AFTER: after = '0', PYX_TEST_REPORT: folder = '' } = process.env;
const args = process.argv.slice(2);
const valueOf = (name: string): string => args.find((arg) => arg.startsWith(`-${name}=`))?.slice(name.length + 2) ?? '';
const conf = readFileSync(valueOf('conf'), 'utf8');
const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(conf)?.[1] ?? '';

const port = await freePort();
const credentials = { user: setting('rpcuser'), password: setting('rpcpassword') };
const onHappened = (): void => {
  report();
  // All processes of the node, which leads a group.
  if (proxy.happened && hazard === 'dies') process.kill(-process.pid, 'SIGKILL');
};
const proxy = await HazardNode.start(
  { address: `http://127.0.0.1:${port}`, credentials },
  { hazard: hazard as Hazard, after: Number(after), port: Number(valueOf('rpcport')), onHappened },
);
report();

// What a node prints can hold secrets, too.
if (hazard === 'echoes') process.stdout.write(`starting for ${proxy.secrets.join(' ')}\n`);
const node = spawn(
  process.execPath,
  [join(import.meta.dirname, '../../bin/coind.js'), ...args.map((arg) => (arg.startsWith('-rpcport=') ? `-rpcport=${port}` : arg))],
  { stdio: 'inherit' },
);
node.once('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => {
  // One that hangs does not hear it.
  if (!(proxy.happened && (hazard === 'hangs' || hazard === 'stays'))) node.kill('SIGTERM');
});

/** Replaces the file as a whole: it may be read at any time. */
function report(): void {
  const { happened, writes, writesAfter, writesAfterAnswer, echoed, secrets } = proxy;
  const now: HazardReport = { happened, writes, writesAfter, writesAfterAnswer, echoed, secrets };
  const file = join(folder, `${process.pid}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(now));
  renameSync(`${file}.part`, file);
}
