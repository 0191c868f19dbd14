import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from '../../client/types.ts';
import { sampleCall } from '../testing/sample-calls.ts';
import { BenchError } from './bench-node.ts';

/** Kept connections of every generator. */
export const BENCH_CONNECTIONS = 16;

export interface GeneratorSpeed {
  readonly ratePerS: number;
  readonly cpuUsPerCall: number;
}

/** What load is put on: a bare responder, or a node. */
export interface LoadedServer {
  /** `http://host:port` */
  readonly address: string;
  readonly credentials?: Credentials | undefined;
}

/** What a process of the benchmark is to do. */
export type ProbeOrder =
  | { readonly role: 'node' }
  | {
      readonly role: 'open' | 'closed' | 'autocannon';
      readonly server: LoadedServer;
      readonly durationMs: number;
      readonly ratePerS: number;
    };

/** The headers that every generator sends with `sampleCall`. */
export function headersFor({ credentials }: LoadedServer): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json',
    ...(credentials && { Authorization: `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}` }),
  };
}

/** The bare responder, in a process of its own. */
export async function startResponder(probe: string): Promise<LoadedServer & { stop(): Promise<void> }> {
  const child = spawn(process.execPath, [probe, JSON.stringify({ role: 'node' } satisfies ProbeOrder)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [first] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new BenchError('the bare responder did not start'))),
  ])) as [Buffer];
  return {
    address: first.toString().trim(),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Runs a generator of Node in a process of its own. Throws `BenchError` where it fails. */
export async function probeSpeed(probe: string, order: ProbeOrder): Promise<GeneratorSpeed> {
  const child = spawn(process.execPath, [probe, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new BenchError(`the generator "${order.role}" ended with ${code ?? 'a signal'}`);
  return JSON.parse(said) as GeneratorSpeed;
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Runs wrk with one thread, as a generator of Node has one. Undefined where it is not installed. Throws `BenchError` where it fails. */
export async function wrkSpeed(server: LoadedServer, durationMs: number, folder: string): Promise<GeneratorSpeed | undefined> {
  const script = join(folder, 'post.lua');
  const body = JSON.stringify(sampleCall.body.toString());
  const headers = Object.entries(headersFor(server)).map(([name, value]) => `wrk.headers["${name}"] = ${JSON.stringify(value)}\n`);
  writeFileSync(script, `wrk.method = "POST"\nwrk.body = ${body}\n${headers.join('')}`);
  const child = spawn('wrk', ['-t1', `-c${BENCH_CONNECTIONS}`, `-d${Math.ceil(durationMs / 1000)}s`, '-s', script, server.address], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let cpuMs = 0;
  const sampler = setInterval(() => (cpuMs = cpuTime(child.pid) ?? cpuMs), 20);
  const outcome = await Promise.race([once(child, 'close'), once(child, 'error').then(([error]) => error as NodeJS.ErrnoException)]).catch(
    (error: NodeJS.ErrnoException) => error,
  );
  clearInterval(sampler);
  if (outcome instanceof Error && 'code' in outcome && outcome.code === 'ENOENT') return undefined;
  const ratePerS = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(said)?.[1] ?? Number.NaN);
  const requests = Number(/^\s+(\d+) requests in/m.exec(said)?.[1] ?? Number.NaN);
  if (!(ratePerS > 0) || said.includes('Non-2xx')) throw new BenchError(`wrk did not measure: ${said.trim()}`);
  return { ratePerS, cpuUsPerCall: (cpuMs * 1000) / requests };
}

/** User and system time of a process in milliseconds; undefined once it has ended. */
function cpuTime(pid: number | undefined): number | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
    throw error;
  }
  // The name of the program, in brackets, may hold spaces; the state follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  // A process that has ended but was not waited for yet has none any more.
  return fields[0] === 'Z' || cpuMs === 0 ? undefined : cpuMs;
}
