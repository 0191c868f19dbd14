import { Random } from '../fixtures/world/random.ts';

/**
 * The files that take longest, but those of the tier `unit`, with the seconds that each took beside three others on two idle cores. They
 * are run in groups that take about the same time: `npm test` runs one group, drawn, `.ci/run` four that follow each other (the first four,
 * and so on), and `npm run test:full` all.
 */
const SECONDS: Readonly<Record<string, number>> = {
  'cli/coin-cli.node': 50,
  'cli/user-files.node': 180,
  'coind/mempool/lost-blocks.node': 60,
  'coind/options/options-in-effect.node': 20,
  'coind/rpc/handlers/control/beyond.node': 50,
  'coind/rpc/handlers/platform/bridge.node': 20,
  'coind/wallet/secrets-on-disk.node': 15,
  'engine/sessions.node': 20,
  'fixtures/targets/container-target.node': 5,
  'fixtures/targets/embedded-target.node': 15,
  'fixtures/targets/process-target.node': 80,
  'fixtures/world/arguments.node': 50,
  'fixtures/world/ingredients.node': 50,
  'listen/relations/relations.node': 20,
  'load/generator/coordinated-omission': 50,
  'load/generator/open.node': 50,
  'load/links/link-relays.node': 35,
  'load/saturate-node': 50,
  'suites/drift/drift.node': 50,
  'suites/drift/survey-items.node': 50,
  'suites/envelope/envelope.node': 40,
  'suites/selfcheck/judged-rules.node': 10,
  'test/accept': 50,
  'test/accepted-neighbours': 15,
  'test/agreement': 50,
  'test/bad-endings': 50,
  'test/cases-after-others': 25,
  'test/changing-chain': 10,
  'test/ci-examples': 550,
  'test/coind-container': 50,
  'test/coind-damage': 50,
  'test/coind-full-disk': 55,
  'test/coind-kills': 65,
  'test/coind-network': 50,
  'test/coind-random-calls': 200,
  'test/coind-tps-test': 10,
  'test/command-line': 430,
  'test/diff-sides': 50,
  'test/drift': 10,
  'test/dropped-fields': 90,
  'test/dying-target': 50,
  'test/embedded-snapshots': 50,
  'test/emptied-answers': 50,
  'test/examples': 50,
  'test/failed-phases': 155,
  'test/family-nodes': 70,
  'test/files-of-users': 120,
  'test/fuzz': 60,
  'test/gate': 360,
  'test/hanging-target': 50,
  'test/hazards': 285,
  'test/hostile-node': 50,
  'test/hostile-words': 55,
  'test/html-report': 120,
  'test/judged-coverage': 50,
  'test/keyword-cases': 50,
  'test/learn': 190,
  'test/library': 175,
  'test/listen': 215,
  'test/literal-readings': 50,
  'test/live-page': 200,
  'test/load': 50,
  'test/load-answers': 50,
  'test/load-beside': 50,
  'test/load-comparison': 50,
  'test/load-endings': 100,
  'test/load-faults': 70,
  'test/lost-nodes': 50,
  'test/lying-methods': 15,
  'test/lying-world': 50,
  'test/manual': 50,
  'test/matrix': 50,
  'test/metrics': 200,
  'test/mortal-target': 60,
  'test/mutants': 200,
  'test/node-log': 50,
  'test/other-release': 50,
  'test/out-folder': 160,
  'test/own-envelope': 120,
  'test/own-standard': 165,
  'test/package': 140,
  'test/plugins': 50,
  'test/prepared-asset-transfers': 70,
  'test/prepared-transactions': 50,
  'test/provision': 25,
  'test/provision-reorganisation': 10,
  'test/pyx-image': 50,
  'test/read-only': 70,
  'test/recorded-load': 50,
  'test/refusals': 50,
  'test/refusing-target': 50,
  'test/registry-page': 50,
  'test/rejudge': 50,
  'test/replay': 50,
  'test/report-runs': 50,
  'test/running-node': 50,
  'test/secrets': 50,
  'test/selfcheck': 340,
  'test/selfcheck-killed': 50,
  'test/source-mutants': 50,
  'test/spec-diff': 20,
  'test/spec-documents': 220,
  'test/standard-examples': 150,
  'test/state-models': 180,
  'test/tasks-fuzz': 300,
  'test/tasks-service': 182,
  'test/temporary-folders': 70,
  'test/tps': 131,
  'test/tps-assets': 65,
  'test/tps-compose': 50,
  'test/tps-containers': 5,
  'test/tps-faults': 265,
  'test/tps-line': 50,
  'test/tps-links': 50,
  'test/tps-nodes': 50,
  'test/trial-shards': 175,
  'test/tutorial': 250,
  'test/used-node': 130,
  'test/verdicts': 50,
  'test/watch': 60,
};

const GROUP_COUNT = 60;
/** The trial of a real node is in the first group of each four. */
const TRIAL = 'test/whole-trial';
const TRIAL_SECONDS = 240;

export const GROUPS: readonly (readonly string[])[] = grouped();

/** The longest first, each to the group that takes least so far. */
function grouped(): string[][] {
  const groups = Array.from({ length: GROUP_COUNT }, (_, index) =>
    index % 4 === 0 ? { seconds: TRIAL_SECONDS, files: [TRIAL] } : { seconds: 0, files: [] },
  );
  const longestFirst = Object.entries(SECONDS).sort(([, a], [, b]) => b - a);
  for (const [name, seconds] of longestFirst) {
    const least = groups.reduce((found, group) => (group.seconds < found.seconds ? group : found));
    least.seconds += seconds;
    least.files.push(name);
  }
  return groups.map(({ files }) => files);
}

/**
 * The groups of a run: `2`, `1,2,3` or `all`. Those of `PYX_GROUPS`, else one that is drawn, with `PYX_SEED` if there is one. A file or
 * folder that is named is run in any case.
 * @param words the arguments of vitest
 */
export function groupsOf(words: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  const named = env['PYX_GROUPS'];
  if (named === 'all' || words.some((word) => !word.startsWith('-') && /\/|\.test\b/.test(word))) return 'all';
  if (named === undefined) return String(new Random(`group ${env['PYX_SEED'] ?? Date.now()}`).integer(1, GROUPS.length));
  if (named.split(',').some((group) => GROUPS[Number(group) - 1] === undefined))
    throw new Error(`PYX_GROUPS=${named}: expected numbers from 1 to ${GROUPS.length} with commas, or all`);
  return named;
}

/** The files that are in none of these groups. */
export function leftOut(groups: string): string[] {
  const numbers = groups.split(',').map(Number);
  const run = new Set(groups === 'all' ? GROUPS.flat() : numbers.flatMap((group) => GROUPS[group - 1] ?? []));
  return [...new Set(GROUPS.flat())].filter((name) => !run.has(name)).map((name) => `${name}.test.ts`);
}
