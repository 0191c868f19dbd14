import { readdir, readFile } from 'node:fs/promises';
import { until } from '../until.ts';

/** A process of this machine. */
export interface Found {
  readonly pid: number;
  readonly parent: number;
  readonly args: readonly string[];
}

/** The running processes, read from /proc; null without /proc (tests that need it are skipped). */
export async function processes(): Promise<Found[] | null> {
  let names: string[];
  try {
    names = await readdir('/proc');
  } catch {
    return null;
  }
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(read));
  return found.filter((candidate) => candidate !== undefined);
}

async function read(name: string): Promise<Found | undefined> {
  try {
    const [stat, cmdline] = await Promise.all([readFile(`/proc/${name}/stat`, 'utf8'), readFile(`/proc/${name}/cmdline`, 'utf8')]);
    // The name, in brackets, may contain any character; the state and the parent follow it.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return undefined;
    return { pid: Number(name), parent: Number(parent), args: cmdline.split('\0').slice(0, -1) };
  } catch {
    return undefined; // it ended in the meantime
  }
}

/** Kills a process that another program may end at any time. Returns whether it still existed. */
export function killProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** Suspends a process. Returns when all its threads are stopped: a running one may still answer a call. */
export async function stopProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await until('all threads are stopped', async () => {
    const threads = await readdir(`/proc/${pid}/task`);
    const states = await Promise.all(threads.map((thread) => stateOf(pid, thread)));
    return states.every((state) => state === 'T' || state === undefined);
  });
}

/** Undefined for a thread that has ended since it was listed. */
async function stateOf(pid: number, thread: string): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
  // The name, in brackets, may contain any character; the state follows it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0];
}

export interface NodeFound {
  readonly pid: number;
  readonly dataDir: string;
}

/** The nodes that a process of these tests started: its children with a data directory. */
export async function nodesOf(parent: number): Promise<NodeFound[]> {
  return ((await processes()) ?? []).flatMap((candidate) => {
    const dataDir = candidate.args.find((arg) => arg.startsWith('-datadir='))?.slice('-datadir='.length);
    return candidate.parent === parent && dataDir !== undefined ? [{ pid: candidate.pid, dataDir }] : [];
  });
}

/** The process of the relays between the nodes of a throughput test. */
export async function relaysOf(parent: number): Promise<number | undefined> {
  const isRelays = (args: readonly string[]): boolean => args.some((arg) => arg.endsWith('/relay-program.mjs'));
  return ((await processes()) ?? []).find((candidate) => candidate.parent === parent && isRelays(candidate.args))?.pid;
}

/** Whether a process runs. A zombie does not. */
export async function runs(pid: number): Promise<boolean> {
  return (await read(String(pid))) !== undefined;
}
