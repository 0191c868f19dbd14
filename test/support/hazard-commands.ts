import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a command finds its nodes. */
export interface Places {
  /** The node with the hazard: its address with credentials, or a program. */
  readonly target: string;
  /** A second one: without the hazard if it runs already. */
  readonly other: string;
  /** `host:port` for peers of both, if they run already. */
  readonly peers?: readonly [string, string];
  /** An empty folder. */
  readonly folder: string;
}

export interface HazardCommand {
  readonly name: string;
  /** Its arguments, without `--out`. */
  args(places: Places): Promise<readonly string[]> | readonly string[];
  /** Calls that write before the hazard comes. */
  readonly after: number;
  /** It takes only nodes that it starts. */
  readonly starts?: boolean;
  /** It sends calls around the client of the node, many at a time. */
  readonly loads?: boolean;
  /** It passes on what clients send, on any chain, and writes nothing itself. */
  readonly passesOn?: boolean;
  /** It works on two nodes. */
  readonly two?: boolean;
  /** Its exit codes, by what happens to the node; several where the moment decides. */
  readonly codes: { readonly [happening in Happening]: number | readonly number[] };
}

/** Hazards of a node whose effect on the exit code is that of the command's own work. */
export const NODE_HAZARDS = ['echoes', 'dies', 'other-id', 'answers-twice', 'huge-numbers'] as const;
/** When each node that a command has started fails. */
export const PHASES = {
  'no node comes up': { hazard: 'dies', after: -1 },
  'each node dies when its world is made': { hazard: 'dies', after: 0 },
  'each node dies in the middle': { hazard: 'dies' },
  'no node ends when it is stopped': { hazard: 'stays', after: 0 },
} as const;
export type NodeHazard = (typeof NODE_HAZARDS)[number];
export type Phase = keyof typeof PHASES;
export type Happening = NodeHazard | Phase;

/** Exit codes in the order of `NODE_HAZARDS` and `PHASES`. */
function codes(...given: readonly (number | readonly number[])[]): HazardCommand['codes'] {
  const happenings: readonly Happening[] = [...NODE_HAZARDS, ...(Object.keys(PHASES) as Phase[])];
  return Object.fromEntries(happenings.map((happening, index) => [happening, given[index]!])) as HazardCommand['codes'];
}

const METHOD = 'getnewaddress';
const LOAD = { method: METHOD, rate: 100, duration: '3s', warmUp: '0s' };

/** A client of `pyx listen`: 60 calls, whatever becomes of them. Its argument: user and password of a node that runs already. */
const CLIENT = `
const { PYX_LISTEN_URL: url, PYX_RPC_USER: user, PYX_RPC_PASSWORD: password } = process.env;
const authorization = 'Basic ' + Buffer.from(process.argv[1] || user + ':' + password).toString('base64');
for (let id = 0; id < 60; id++) {
  const body = JSON.stringify({ id, method: '${METHOD}', params: [] });
  await fetch(url, { method: 'POST', headers: { authorization }, body }).then((answer) => answer.text()).catch(() => undefined);
}`;

function credentialsIn(target: string): string {
  if (!target.startsWith('http:')) return '';
  const { username, password } = new URL(target);
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

const tps = ({ target, other, peers }: Places, via: string): string[] => {
  const nodes = peers
    ? ['--sender', `${target},${peers[0]}`, '--receiver', `${other},${peers[1]}`]
    : ['--target', target, '--receivers', '1'];
  const options = '--transactions 60 --rounds 2 --warm-up 0 --seed 1 --start-in 500ms --timeout 5s --connections 2'.split(' ');
  return ['tps', ...nodes, '--via', via, ...options, ...(via === 'tpstestadd' ? ['--batch', '10'] : [])];
};

export const COMMANDS: readonly HazardCommand[] = [
  {
    name: 'run',
    after: 20,
    // A second answer that comes after the connection was given up is not noticed.
    codes: codes(1, 1, 1, [0, 1], 1, 2, 1, 1, 0),
    args: ({ target }) => ['run', '--target', target, '--method', METHOD, '--suite', 'methods,rules', '--seed', '1'],
  },
  {
    name: 'fuzz',
    after: 20,
    codes: codes(0, 1, 1, 1, 1, 2, 1, 1, 0),
    starts: true,
    args: ({ target }) => ['fuzz', '--target', target, '--method', METHOD, '--time', '12s', '--no-corpus', '--seed', '1'],
  },
  {
    name: 'drift',
    after: 20,
    codes: codes(1, 2, 2, 2, 2, 2, 2, 2, 2),
    args: ({ target }) => ['drift', '--target', target, '--method', METHOD, '--seed', '1'],
  },
  {
    name: 'diff',
    after: 10,
    two: true,
    codes: codes(0, [1, 2], 0, 0, 0, 2, [1, 2], [1, 2], 0),
    args: ({ target, other }) => ['diff', target, other, '--method', METHOD, '--suite', 'methods', '--seed', '1'],
  },
  {
    name: 'matrix',
    after: 20,
    codes: codes(1, 1, 1, [0, 1], 1, 2, 1, 1, 0),
    args: ({ target }) => ['matrix', target, '--method', METHOD, '--suite', 'methods,rules', '--seed', '1', '--fail-on', 'findings'],
  },
  {
    name: 'listen',
    after: 20,
    passesOn: true,
    codes: codes(0, 0, 1, 1, 1, 2, 1, 1, 0),
    args: ({ target }) => [
      'listen',
      '--target',
      target,
      '--',
      process.execPath,
      '--input-type=module',
      '--eval',
      CLIENT,
      credentialsIn(target),
    ],
  },
  {
    name: 'load',
    after: 60,
    codes: codes(0, 1, 1, 1, 0, 2, 2, [1, 2], 0),
    loads: true,
    // A machine with other work stands still for a second at times: that is no call that the node left without an answer.
    args: ({ target }) =>
      ['load', '--method', METHOD, '--target', target, '--rate', '100', '--duration', '3s', '--warm-up', '0s'].concat('--timeout', '5s'),
  },
  { name: 'tps', after: 22, two: true, codes: codes(1, 1, 1, 1, 1, 2, 2, 2, 0), loads: true, args: (places) => tps(places, 'tpstestadd') },
  {
    name: 'tps --via sendrawtransaction',
    after: 40,
    two: true,
    codes: codes(1, 1, 1, 1, 1, 2, 2, 2, 0),
    loads: true,
    args: (places) => tps(places, 'sendrawtransaction'),
  },
  {
    name: 'provision',
    after: 20,
    codes: codes(1, 1, 1, 1, 1, 2, 2, 1, 0),
    args: ({ target }) => ['provision', '--target', target, '--seed', '1'],
  },
  {
    name: 'gate',
    after: 60,
    codes: codes(0, 1, 1, 1, 0, 2, 2, 2, 0),
    loads: true,
    args: async ({ target, folder }) => {
      const policy = join(folder, 'policy.yaml');
      await writeFile(policy, JSON.stringify({ target, suites: ['methods'], methods: [METHOD], load: [LOAD] }));
      return ['gate', '--policy', policy];
    },
  },
  {
    name: 'selfcheck',
    after: 20,
    codes: codes(1, 1, 1, 0, 0, 2, 1, 1, 0),
    starts: true,
    args: ({ target }) => ['selfcheck', '--target', target, '--method', 'getunconfirmedbalance', '--sample', '3', '--seed', '1'],
  },
];
