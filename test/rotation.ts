import { Random } from '../fixtures/world/random.ts';

/**
 * The files that take longest, but those of the tier `unit`, in groups that take about the same time. `npm test` runs one group, drawn,
 * `.ci/run` a third of them (the first three, and so on), and `npm run test:full` all. The trial of a real node is in each third.
 */
export const GROUPS: readonly (readonly string[])[] = [
  [
    'cli/user-files.node',
    'test/accept',
    'test/hostile-node',
    'test/literal-readings',
    'test/live-page',
    'test/own-standard',
    'test/refusals',
    'test/rejudge',
    'test/tasks-service',
    'test/trial-shards',
    'test/whole-trial',
  ],
  [
    'suites/selfcheck/judged-rules.node',
    'test/emptied-answers',
    'test/hostile-words',
    'test/lying-world',
    'test/matrix',
    'test/package',
    'test/plugins',
    'test/pyx-image',
    'test/read-only',
    'test/replay',
    'test/tutorial',
  ],
  [
    'suites/envelope/envelope.node',
    'test/coind-damage',
    'test/coind-kills',
    'test/coind-random-calls',
    'test/html-report',
    'test/report-runs',
    'test/tasks-fuzz',
    'test/tps-compose',
    'test/tps-containers',
    'test/tps-faults',
    'test/used-node',
    'test/verdicts',
  ],
  [
    'coind/rpc/handlers/control/beyond.node',
    'load/generator/open.node',
    'suites/drift/survey-items.node',
    'test/coind-container',
    'test/fuzz',
    'test/library',
    'test/load-comparison',
    'test/metrics',
    'test/other-release',
    'test/prepared-asset-transfers',
    'test/state-models',
    'test/whole-trial',
  ],
  [
    'fixtures/targets/container-target.node',
    'test/bad-endings',
    'test/ci-examples',
    'test/command-line',
    'test/failed-phases',
    'test/load-answers',
    'test/load-beside',
    'test/load-faults',
    'test/lost-nodes',
    'test/registry-page',
    'test/standard-examples',
    'test/tps-assets',
    'test/tps-line',
    'test/tps-links',
  ],
  [
    'load/generator/coordinated-omission',
    'test/agreement',
    'test/cases-after-others',
    'test/examples',
    'test/family-nodes',
    'test/gate',
    'test/keyword-cases',
    'test/mortal-target',
    'test/prepared-transactions',
    'test/secrets',
  ],
  [
    'cli/coin-cli.node',
    'coind/mempool/lost-blocks.node',
    'test/accepted-neighbours',
    'test/dying-target',
    'test/hanging-target',
    'test/hazards',
    'test/out-folder',
    'test/own-envelope',
    'test/running-node',
    'test/temporary-folders',
    'test/whole-trial',
  ],
  [
    'fixtures/world/arguments.node',
    'fixtures/world/ingredients.node',
    'suites/drift/drift.node',
    'test/diff-sides',
    'test/files-of-users',
    'test/learn',
    'test/load',
    'test/load-endings',
    'test/tps',
  ],
  [
    'fixtures/targets/process-target.node',
    'load/saturate-node',
    'test/coind-network',
    'test/dropped-fields',
    'test/embedded-snapshots',
    'test/judged-coverage',
    'test/mutants',
    'test/refusing-target',
    'test/selfcheck',
    'test/selfcheck-killed',
    'test/source-mutants',
  ],
];

/**
 * The groups of a run: `2`, `1,2,3` or `all`. Those of `PYX_GROUPS`, else one that is drawn, with `PYX_SEED` if there is one. A file that
 * is named is run in any case.
 * @param words the arguments of vitest
 */
export function groupsOf(words: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  const named = env['PYX_GROUPS'];
  if (named === 'all' || words.some((word) => !word.startsWith('-') && /\btest\/|\.test\b/.test(word))) return 'all';
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
