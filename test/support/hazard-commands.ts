import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a command finds its nodes: with their credentials. */
export interface Places {
  /** The node with the hazard. */
  readonly url: string;
  /** A second one without. */
  readonly other: string;
  /** `host:port` for peers of both. */
  readonly peers: readonly [string, string];
  /** An empty folder. */
  readonly folder: string;
}

/** A command on a node that was not started by Pyx. */
export interface HazardCommand {
  readonly name: string;
  /** Its arguments, without `--out`. */
  args(places: Places): Promise<readonly string[]> | readonly string[];
  /** Calls that write before the hazard comes. */
  readonly after: number;
}

const METHOD = 'getnewaddress';
const LOAD = { method: METHOD, rate: 100, duration: '3s', warmUp: '0s' };

export const COMMANDS: readonly HazardCommand[] = [
  { name: 'run', after: 20, args: ({ url }) => ['run', '--target', url, '--method', METHOD, '--suite', 'methods,rules', '--seed', '1'] },
  { name: 'drift', after: 20, args: ({ url }) => ['drift', '--target', url, '--method', METHOD, '--seed', '1'] },
  { name: 'diff', after: 10, args: ({ url, other }) => ['diff', url, other, '--method', METHOD, '--suite', 'methods', '--seed', '1'] },
  {
    name: 'load',
    after: 60,
    args: ({ url }) =>
      ['load', '--method', METHOD, '--target', url, '--rate', '100', '--duration', '3s', '--warm-up', '0s'].concat('--timeout', '1s'),
  },
  {
    name: 'tps',
    after: 40,
    args: ({ url, other, peers }) =>
      ['tps', '--sender', `${url},${peers[0]}`, '--receiver', `${other},${peers[1]}`, '--via', 'sendrawtransaction'].concat(
        ['--transactions', '60', '--rounds', '2', '--warm-up', '0', '--seed', '1'],
        ['--start-in', '500ms', '--timeout', '5s', '--connections', '2'],
      ),
  },
  { name: 'provision', after: 20, args: ({ url }) => ['provision', '--target', url, '--seed', '1'] },
  {
    name: 'gate',
    after: 60,
    args: async ({ url, folder }) => {
      const policy = join(folder, 'policy.yaml');
      await writeFile(policy, JSON.stringify({ target: url, suites: ['methods'], methods: [METHOD], load: [LOAD] }));
      return ['gate', '--policy', policy];
    },
  },
];
