// Replaces a node's program: starts the real one (PYX_TEST_NODE) behind a proxy on the requested port, and records (in
// PYX_TEST_RECORD) its credentials and every call with its answer.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { freePort } from '../../fixtures/targets/free-ports.ts';
import { stringify } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { FaultProxy } from './fault-proxy.ts';

const { PYX_TEST_NODE: program = '', PYX_TEST_RECORD: record = '' } = process.env;
const args = process.argv.slice(2);
const valueOf = (name: string): string => args.find((arg) => arg.startsWith(`-${name}=`))?.slice(name.length + 2) ?? '';
const write = (line: Wire): void => appendFileSync(record, `${stringify(line)}\n`);

const conf = readFileSync(valueOf('conf'), 'utf8');
const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(conf)?.[1] ?? '';
write({ user: setting('rpcuser'), password: setting('rpcpassword') });

const port = await freePort();
const proxy = await FaultProxy.start(() => `http://127.0.0.1:${port}`, Number(valueOf('rpcport')));
proxy.onSeen = ({ method, params, answered }) => {
  write({ method, params: [...params], answered });
  if (method === 'stop') proxy.release();
};

const node = spawn(
  program,
  args.map((arg) => (arg.startsWith('-rpcport=') ? `-rpcport=${port}` : arg)),
  { stdio: 'inherit' },
);
node.once('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => node.kill('SIGTERM'));
