import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Something that few files may use, so that what must always be done is done in one place. */
export interface Door {
  /** The name of an export: who imports its value is found, under any name. Types are free. */
  readonly name: string;
  /** The file that exports it; or what to look for in the text, for a name that no import shows. */
  readonly of: string | RegExp;
  /** The files that may use it, besides the one that exports it. A folder ends in `/`. */
  readonly only: readonly string[];
  /** What would be missing elsewhere. */
  readonly why: string;
}

const BENCHMARKS = 'load/bench/';
const NODE = 'use openNode of engine/open-node.ts: it masks credentials, guards the chain, and ends calls at an interruption';
const END = 'use perform of cli/perform.ts: it closes targets, masks, writes and chooses the exit code, however the command ends';
const TARGET = 'use openTarget of cli/context.ts: it registers credentials as secrets, and closes the target at the end';

const OPEN_TARGET = 'fixtures/targets/open-target.ts';

/** What makes the targets of each kind: the imports of their table. */
export const kindsOfTargets: readonly { readonly name: string; readonly file: string }[] = [
  ...readFileSync(join(import.meta.dirname, '../..', OPEN_TARGET), 'utf8').matchAll(
    /^import \{ (\w+) \} from '\.\/([\w-]+-target\.ts)';$/gm,
  ),
].map(([, name = '', file = '']) => ({ name, file: `fixtures/targets/${file}` }));

/** `doors.test.ts` holds every file of the program against it. */
export const doors: readonly Door[] = [
  { name: 'prepare', of: 'engine/prepare.ts', only: ['engine/open-node.ts'], why: NODE },
  {
    name: 'listens',
    of: /\blistens: true\b/,
    only: ['cli/listen-command.ts'],
    why: 'a command that calls a node must refuse chains other than regtest, or call nothing that changes one (readOnly)',
  },
  { name: 'Session.open', of: /\bSession\.open\(/, only: ['engine/open-node.ts', 'engine/sessions.ts'], why: NODE },
  { name: 'ChainGuard', of: 'engine/chain-guard.ts', only: ['engine/open-node.ts'], why: NODE },
  {
    name: 'createClient',
    of: 'client/http-client.ts',
    only: ['fixtures/targets/owned-node.ts', 'fixtures/targets/remote-target.ts', 'cli/coin-cli.ts', 'library/pyx.ts', BENCHMARKS],
    why: NODE,
  },
  {
    name: 'openTarget',
    of: OPEN_TARGET,
    only: ['cli/flagged-target.ts', 'library/trial.ts', 'library/vitest.ts', BENCHMARKS],
    why: TARGET,
  },
  { name: 'flaggedTarget', of: 'cli/flagged-target.ts', only: ['cli/context.ts'], why: TARGET },
  {
    name: 'target.start',
    of: /\btarget\.start\(/,
    only: [
      'engine/',
      'fixtures/',
      BENCHMARKS,
      // Those of an opened node.
      'load/tps/network/start-network.ts',
      'suites/drift/',
      'suites/fuzz/fuzz-session.ts',
      'suites/fuzz/started-node.ts',
      'suites/rules/network/getpeerinfo.ts',
    ],
    why: NODE,
  },
  {
    name: 'connections',
    of: /\bimport\s+(?!type\b)[^;]*\b(?:request|get|connect|createConnection|Agent)\b[^;]*\sfrom\s+'node:(?:http|https|net|tls)'|\bfetch\(/,
    only: [
      'client/',
      'coind/',
      'load/generator/connection.ts',
      'load/links/',
      'listen/relay.ts', // for the connections of clients
      'suites/envelope/raw-socket.ts',
      'suites/fuzz/bare-rate.ts',
      'suites/fuzz/raw-bytes.ts',
      'suites/rules/support/',
      'scripts/warm-coind.mjs',
      BENCHMARKS,
    ],
    why: 'use the client of an opened node: calls around it are neither guarded nor ended by an interruption',
  },
  {
    name: 'setmocktime',
    of: /'setmocktime'/,
    only: [
      'fixtures/world/node-clock.ts',
      'suites/fuzz/fuzz-session.ts',
      // Of nodes that Pyx starts, by up to 90 minutes, and back when the fault is over.
      'load/faults/node-faults.ts',
      'coind/',
    ],
    why: 'use nodeClock of fixtures/world/node-clock.ts: it puts the clock back, and leaves no block that a node does not accept',
  },
  // A plug-in makes kinds of targets of it.
  ...kindsOfTargets.map(({ name, file }) => ({
    name,
    of: file,
    only: ['fixtures/targets/', ...(name === 'RemoteTarget' ? ['library/pyx.ts'] : [])],
    why: TARGET,
  })),
  {
    name: 'Secrets',
    of: 'client/mask.ts',
    only: [
      'cli/context.ts', // those of a command
      'library/trial.ts', // those of a trial of a program
      'library/vitest.ts', // those of a trial under vitest
      'fixtures/targets/container-launcher.ts', // those that a node was started with, for its log
      'fixtures/targets/process-launcher.ts',
      BENCHMARKS,
    ],
    why: 'what a second set of secrets learns is masked in no output: take that of the command',
  },
  { name: 'catchInterruption', of: 'cli/interruption.ts', only: ['cli/context.ts'], why: END },
  { name: 'writeResults', of: 'reports/write-results.ts', only: ['cli/perform.ts', 'cli/report-load.ts'], why: END },
  {
    name: 'mkdtemp',
    of: /\bmkdtemp(?:Sync)?\b/,
    only: ['fixtures/temporary/temporary-folder.ts', 'scripts/', BENCHMARKS],
    why: 'use fixtures/temporary: what a killed run leaves in other folders is never removed',
  },
];

/** A list of names in an import or export: `import { a, type B } from './c.ts'`, `export { a as b } from './c.ts'`. */
const NAMED = /\b(?:import|export)\s+(?!type\b)(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*(['"])(\.{1,2}\/[^'"\n]+)\2/g;
/** An import of all names at once. */
const ALL = /(?:\*(?:\s*as\s+[\w$]+)?\s*from\s*|(?<![:|&<=]\s*)\bimport\(\s*)(['"`])(\.{1,2}\/[^'"`$\n]+)\1/g;
/** A type may name all of a module without use of any value: `import type * as a from`, `typeof import('./a.ts')`. */
const OF_TYPES = /\b(?:type|typeof)\s+$/;

/** What a file uses that is behind a door, with the line. */
export function usesOf({ name, of }: Door, file: string, text: string): number[] {
  const places: number[] = [];
  if (typeof of !== 'string') places.push(...[...text.matchAll(new RegExp(of, 'g'))].map(({ index }) => index));
  else {
    const leadsTo = (specifier: string): boolean => posix.join(posix.dirname(file), specifier) === of;
    for (const { 1: names = '', 3: specifier = '', index } of text.matchAll(NAMED))
      if (leadsTo(specifier) && names.split(',').some((binding) => binding.trim().split(/\s+/, 1)[0] === name)) places.push(index);
    for (const { 2: specifier = '', index } of text.matchAll(ALL))
      if (leadsTo(specifier) && !OF_TYPES.test(text.slice(0, index))) places.push(index);
  }
  return places.map((index) => text.slice(0, index).split('\n').length).sort((a, b) => a - b);
}

/** What is wrong with each use of a door that the table does not allow, with its place. */
export function forbiddenUses(file: string, text: string, table: readonly Door[] = doors): string[] {
  return table
    .filter(({ of, only }) => file !== of && !only.some((allowed) => (allowed.endsWith('/') ? file.startsWith(allowed) : file === allowed)))
    .flatMap((door) => usesOf(door, file, text).map((line) => `${file}:${line} uses ${door.name}: ${door.why}`));
}
