import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import type { HazardCommand } from './hazard-commands.ts';
import { HazardNode, type Hazard, type Upstream } from './hazard-node.ts';
import { hazardProgram, hazardReports, type HazardReport } from './hazard-program.ts';
import { until } from '../until.ts';
import { processes } from './processes.ts';
import { inFolder, startPyx, type PyxEnded, type PyxRunning } from './pyx.ts';

/** What happens to a command. */
export interface Attack {
  /** Default: none; `act` comes at the same time. */
  readonly hazard?: Hazard;
  /** In place of that of the command. */
  readonly after?: number;
  /** Done once the hazard has happened. */
  readonly act?: (running: PyxRunning, places: { readonly out: string }) => void | Promise<void>;
  readonly env?: Readonly<Record<string, string>>;
  /** The command starts its nodes. Default: only if it must. */
  readonly starts?: boolean;
  /** See `PyxOptions`. */
  readonly withinMs?: number;
}

/** What became of it. */
export interface Attacked extends PyxEnded {
  /** Each node with the hazard. */
  readonly nodes: readonly HazardReport[];
  /** From `act` to the end. */
  readonly endedMs: number;
  /** Files of the output folder that contain a secret. */
  readonly leaks: readonly string[];
  /** Folders for temporary files that are left. */
  readonly folders: readonly string[];
  /** Nodes, and what guards them, that still run. */
  readonly processes: readonly string[];
}

/** Time for guards to remove what a killed command has left. */
const REMOVED_WITHIN_MS = 60_000;
const HAPPENS_WITHIN_MS = 600_000;
/** More calls than a command makes. */
const NEVER = 1e9;

/** Runs a command on nodes of which one has a hazard: on one or two that run already, or on a program that it starts. */
export function attacked(command: HazardCommand, attack: Attack): Promise<Attacked> {
  return inFolder((folder) => ((attack.starts ?? command.starts) === true ? onStarted : onRunning)(command, attack, folder));
}

async function onRunning(command: HazardCommand, attack: Attack, folder: string): Promise<Attacked> {
  const target = openEmbeddedTarget();
  const proxies: HazardNode[] = [];
  try {
    const first = await target.start('tpstest');
    const second = command.two === true ? await target.start('tpstest') : first;
    const node = await HazardNode.start(upstreamOf(first), { hazard: attack.hazard, after: attack.after ?? command.after });
    proxies.push(node);
    const other = second === first ? node : await HazardNode.start(upstreamOf(second), { after: NEVER });
    proxies.push(other);
    const peers = [first.peerAddress ?? '', second.peerAddress ?? ''] as const;
    const args = await command.args({ target: node.url, other: other.url, peers, folder });
    return await run(args, attack, folder, async () => [node]);
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await target.close();
  }
}

function upstreamOf({ client, credentials }: RunningNode): Upstream {
  if (credentials === undefined) throw new Error('the node has no credentials');
  return { address: client.address, credentials };
}

async function onStarted(command: HazardCommand, attack: Attack, folder: string): Promise<Attacked> {
  const target = `process:${await hazardProgram(folder, attack.hazard, attack.after ?? command.after)}`;
  return run(await command.args({ target, other: target, folder }), attack, folder, () => hazardReports(folder));
}

async function run(
  args: readonly string[],
  { act, env, withinMs }: Attack,
  folder: string,
  reports: () => Promise<readonly HazardReport[]>,
): Promise<Attacked> {
  const [temporary, out] = [join(folder, 'tmp'), join(folder, 'out')];
  await mkdir(temporary);
  const running = startPyx(withOut(args, out), { env: { TMPDIR: temporary, ...env }, ...(withinMs !== undefined && { withinMs }) });
  let actedMs = performance.now();
  if (act) {
    const happens = async (): Promise<boolean> => (await reports()).some(({ happened }) => happened);
    await Promise.race([until('the hazard has happened', happens, HAPPENS_WITHIN_MS), running.ended.then(endedTooSoon)]);
    await act(running, { out });
    actedMs = performance.now();
  }
  const ended = await running.ended;
  const endedMs = performance.now() - actedMs;
  const left = async (): Promise<Pick<Attacked, 'folders' | 'processes'>> => ({
    folders: await foldersIn(temporary),
    processes: await processesOn(temporary),
  });
  const isGone = async (): Promise<boolean> => Object.values(await left()).every(({ length }) => length === 0);
  // What is left then is in the result.
  await until('nothing is left', isGone, REMOVED_WITHIN_MS).catch(() => undefined);
  const nodes = await reports();
  const secrets = nodes.flatMap((node) => node.secrets);
  return { ...ended, nodes, endedMs, leaks: await filesWith(secrets, out), ...(await left()) };
}

/** With the folder for results; before the command of a client, if there is one. */
function withOut(args: readonly string[], out: string): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return [...args.slice(0, end), '--out', out, ...args.slice(end)];
}

function endedTooSoon({ code, stdout, stderr }: PyxEnded): never {
  throw new Error(`the command ended with ${code} before the hazard came: ${stdout}${stderr}`);
}

/** In the private folders of users. */
async function foldersIn(temporary: string): Promise<string[]> {
  const users = await readdir(temporary);
  return (await Promise.all(users.map((user) => readdir(join(temporary, user))))).flat();
}

async function processesOn(temporary: string): Promise<string[]> {
  const found = (await processes()) ?? [];
  return found.map(({ pid, args }) => `${pid} ${args.join(' ')}`).filter((line) => line.includes(temporary));
}

/** The files below a folder that contain one of the texts. */
async function filesWith(texts: readonly string[], folder: string): Promise<string[]> {
  if (texts.length === 0 || !existsSync(folder)) return [];
  try {
    const { stdout } = await promisify(execFile)('grep', ['-rlF', ...texts.flatMap((text) => ['-e', text]), folder]);
    return stdout.split('\n').filter((line) => line !== '');
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return []; // nothing was found
    throw error;
  }
}
