/** A folder or a file. A file of the project belongs to the room with the longest name that it begins with. */
export interface Room {
  /** The rooms that its files may import, besides their own. */
  readonly imports: readonly string[];
  /** Those that only its tests and their helpers (`testing/`) may import. */
  readonly tests?: readonly string[];
  /** Why it imports no others. */
  readonly why?: string;
}

/** Skips what is not installed; see CONTRIBUTING.md, Tests. */
const REQUIRE = 'test/require.ts';
/** Waits for a condition. */
const UNTIL = 'test/until.ts';

/**
 * The floors of coind, each with its folders and files, lowest first. Each imports lower floors only, not its neighbours;
 * its tests import any floor.
 */
const coindFloors: readonly (readonly string[])[] = [
  ['clock.ts', 'domain-error.ts', 'log.ts', 'random.ts', 'version.ts', 'cookie-file.ts', 'running-calls.ts'],
  ['primitives', 'user-agent.ts'],
  ['bridge', 'params.ts', 'storage'],
  ['crypto', 'state'],
  ['script', 'turns.ts'],
  ['descriptors', 'psbt', 'regtest.ts'],
  ['options'],
  ['assets'],
  ['chain'],
  ['mempool'],
  ['ext-client', 'mining', 'network', 'notifications', 'wallet'],
  ['masternodes', 'tps-test'],
  ['governance'],
  ['node-context.ts'],
  ['collateral-locks.ts'],
  ['funded.ts', 'rpc'],
  ['node.ts'],
  ['embedded.ts'],
].map((floor) => floor.map((name) => `coind/${name}`));
const coindRooms = ['coind', ...coindFloors.flat()];

const coindRoom = (lower: readonly string[]): Room => ({
  imports: ['specs', ...lower],
  tests: [...coindRooms, 'fixtures/ext-chain', REQUIRE, UNTIL],
  why: 'coind imports specs/ and its own lower floors; its tests also fixtures/ext-chain/, which shares no code with it.',
});

const coind: { readonly [name: string]: Room } = Object.fromEntries([
  ['coind', coindRoom([])],
  ...coindFloors.flatMap((floor, height) => floor.map((name) => [name, coindRoom(coindFloors.slice(0, height).flat())] as const)),
]);

const cases: Room = {
  imports: ['suites/support', 'engine', 'oracles', 'fixtures/registry', 'fixtures/world', 'fixtures/targets', 'client', 'specs'],
  tests: ['suites', REQUIRE],
  why: 'A suite knows the engine, the fixtures, the oracles and suites/support/: no other suite, no report, and not coind, whose mistakes it would share.',
};
const suiteRooms = ['diff', 'drift', 'envelope', 'fuzz', 'invariants', 'methods', 'rules', 'selfcheck', 'states'].map(
  (name) => `suites/${name}`,
);

const load: readonly string[] = ['load', 'load/generator', 'load/statistics', 'load/transactions'];
const onNodes: readonly string[] = ['engine', 'fixtures/world', 'fixtures/targets', 'fixtures/temporary', 'client', 'specs'];
const noSuite = 'Only the command line starts from the top: reports/, load/ and provision/ know neither suites nor coind.';

/** Rooms with code in TypeScript, except `test`, lowest first. */
const code: { readonly [name: string]: Room } = {
  specs: { imports: [], why: 'specs/ is the lowest room: it imports no other folder of the project.' },
  ...coind,
  client: { imports: ['specs'] },
  'fixtures/ext-chain': { imports: [], why: 'Tests of coind use it, so that it shares no code with coind or with the rest.' },
  'fixtures/temporary': { imports: ['specs'] },
  'fixtures/targets': {
    imports: ['fixtures/temporary', 'client', 'specs'],
    tests: [REQUIRE],
    why: 'coind is started as a program, like any other node.',
  },
  'fixtures/world': { imports: ['fixtures/ext-chain', 'fixtures/targets', 'client', 'specs'], tests: [REQUIRE] },
  'fixtures/registry': { imports: ['fixtures/world', 'fixtures/ext-chain', 'client', 'specs'] },
  oracles: { imports: ['fixtures/world'], why: 'Oracles judge without coind, and know neither engine nor suites.' },
  engine: {
    imports: ['fixtures/world', 'fixtures/targets', 'client', 'specs'],
    why: 'The engine knows no suite: it receives cases.',
  },
  'suites/support': { ...cases, why: 'suites/support/ serves all suites and knows none.' },
  ...Object.fromEntries(suiteRooms.map((name) => [name, cases])),
  'suites/drift': { ...cases, tests: ['suites', 'suites/methods'] },
  suites: { imports: [...suiteRooms, 'suites/support', ...onNodes], why: 'suites/ lists the cases; it imports nothing above them.' },
  'load/statistics': { imports: ['fixtures/world', 'specs'], why: noSuite },
  'load/generator': { imports: ['load/statistics', 'fixtures/world', 'client', 'specs'], tests: ['load'], why: noSuite },
  'load/transactions': { imports: ['load', 'oracles', 'client', 'specs'], why: noSuite },
  load: { imports: [...load, ...onNodes], tests: ['load/k6'], why: noSuite },
  'load/k6': { imports: [...load, ...onNodes], tests: ['test', UNTIL], why: noSuite },
  'load/tps': { imports: [...load, ...onNodes], why: noSuite },
  'load/emit': { imports: [...load, 'load/tps', ...onNodes], why: noSuite },
  'load/bench': { imports: [...load, 'load/tps', ...onNodes], why: 'Benchmarks import what they measure; nothing imports them.' },
  provision: { imports: ['fixtures/registry', ...onNodes], why: noSuite },
  listen: {
    imports: ['suites/support', 'oracles', 'engine', 'fixtures/world', 'client', 'specs'],
    tests: ['fixtures/targets', REQUIRE, UNTIL],
    why: 'listen/ knows bytes, calls and the standard: it opens no node, makes no call and writes no report.',
  },
  reports: {
    imports: [...load, 'load/tps', 'provision', 'engine', 'fixtures/temporary', 'client', 'specs'],
    tests: ['load/k6', UNTIL],
    why: 'Reports are made from the journal or the results alone, also after the run was killed: they import no suite and no node.',
  },
  plugins: {
    imports: ['reports', 'suites', ...suiteRooms, 'engine', 'fixtures/world', 'fixtures/targets', 'specs'],
    why: 'plugins/ adds what a module has to the tables of other rooms; the rooms do not know of it.',
  },
  'cli/coind': { imports: [...coindRooms, 'cli', 'fixtures/targets'] },
  'cli/coin-cli': { imports: [...coindRooms, 'client', 'specs'] },
  cli: {
    imports: [
      'plugins',
      'cli/coind',
      'cli/coin-cli',
      'suites',
      ...suiteRooms,
      'reports',
      'listen',
      'provision',
      ...load,
      'load/k6',
      'load/tps',
      'load/emit',
      'fixtures/registry',
      ...onNodes,
    ],
    why: 'pyx starts coind as a program; only the commands coind and coin-cli import it.',
  },
  library: {
    imports: ['cli', 'plugins', 'suites', ...suiteRooms, 'reports', 'provision', ...load, 'load/tps', ...onNodes],
    why: 'library/ is what others import: nothing in the project imports it.',
  },
};

/** Programs in JavaScript, which run without the build, or make it. */
const programs: { readonly [name: string]: Room } = {
  bin: { imports: [] },
  docker: { imports: [] },
  examples: { imports: ['coind/embedded.ts', 'library'], why: 'Examples import what the package exports.' },
  scripts: { imports: [] },
};

/** Who may import whom, types included. `rooms.test.ts` holds every import against it. */
export const rooms: { readonly [name: string]: Room } = {
  ...code,
  [REQUIRE]: { imports: ['test', 'fixtures/targets'] },
  [UNTIL]: { imports: [] },
  test: { imports: [...Object.keys(code), REQUIRE, UNTIL] },
  'vitest.config.ts': { imports: ['test'] },
  ...programs,
};

/** The folder at the root that a room is in. */
export const folderOf = (name: string): string => name.split('/', 1)[0]!;

/** The folders at the root with code and the tests beside it, lowest first. */
export const codeFolders: readonly string[] = [...new Set(Object.keys(code).map(folderOf))];

/** All that is written in TypeScript, for `include` of tsconfig.json. */
export const typescript: readonly string[] = [...codeFolders, 'test', 'vitest.config.ts'];
