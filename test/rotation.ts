import { Random } from '../fixtures/world/random.ts';

/**
 * The files that take longest, but those of the tier `unit`, in groups that take about the same time. `npm test` runs one group, drawn,
 * `.ci/run` a fifth of them (the first two, and so on), and `npm run test:full` all. The trial of a real node is in each fifth.
 */
export const GROUPS: readonly (readonly string[])[] = [
  [
    'fixtures/targets/container-target.node',
    'test/cases-after-others',
    'test/coind-kills',
    'test/coind-random-calls',
    'test/gate',
    'test/hazards',
    'test/hostile-words',
    'test/tasks-fuzz',
    'test/tps-containers',
    'test/used-node',
    'test/whole-trial',
  ],
  [
    'cli/user-files.node',
    'test/ci-examples',
    'test/coind-network',
    'test/fuzz',
    'test/learn',
    'test/load',
    'test/load-endings',
    'test/recorded-load',
    'test/registry-page',
    'test/tps-links',
  ],
  [
    'fixtures/world/ingredients.node',
    'test/coind-damage',
    'test/diff-sides',
    'test/emptied-answers',
    'test/failed-phases',
    'test/load-beside',
    'test/package',
    'test/pyx-image',
    'test/tasks-service',
    'test/tps-assets',
    'test/whole-trial',
  ],
  [
    'test/hostile-node',
    'test/judged-coverage',
    'test/load-answers',
    'test/load-comparison',
    'test/metrics',
    'test/rejudge',
    'test/secrets',
    'test/spec-documents',
    'test/tps',
    'test/tps-faults',
    'test/tps-line',
  ],
  [
    'load/generator/coordinated-omission',
    'load/saturate-node',
    'suites/drift/drift.node',
    'test/embedded-snapshots',
    'test/live-page',
    'test/mortal-target',
    'test/mutants',
    'test/node-log',
    'test/plugins',
    'test/selfcheck-killed',
    'test/whole-trial',
  ],
  [
    'coind/rpc/handlers/control/beyond.node',
    'fixtures/world/arguments.node',
    'suites/drift/survey-items.node',
    'test/accepted-neighbours',
    'test/agreement',
    'test/html-report',
    'test/matrix',
    'test/own-standard',
    'test/prepared-asset-transfers',
    'test/selfcheck',
    'test/tps-nodes',
  ],
  [
    'cli/coin-cli.node',
    'coind/mempool/lost-blocks.node',
    'test/coind-container',
    'test/examples',
    'test/hanging-target',
    'test/library',
    'test/own-envelope',
    'test/refusals',
    'test/state-models',
    'test/verdicts',
    'test/whole-trial',
  ],
  [
    'load/generator/open.node',
    'test/bad-endings',
    'test/command-line',
    'test/dying-target',
    'test/family-nodes',
    'test/listen',
    'test/load-faults',
    'test/refusing-target',
    'test/source-mutants',
    'test/temporary-folders',
    'test/tps-compose',
  ],
  [
    'fixtures/targets/process-target.node',
    'suites/selfcheck/judged-rules.node',
    'test/accept',
    'test/files-of-users',
    'test/keyword-cases',
    'test/literal-readings',
    'test/lost-nodes',
    'test/other-release',
    'test/report-runs',
    'test/standard-examples',
    'test/whole-trial',
  ],
  [
    'suites/envelope/envelope.node',
    'test/dropped-fields',
    'test/lying-world',
    'test/manual',
    'test/out-folder',
    'test/prepared-transactions',
    'test/read-only',
    'test/replay',
    'test/running-node',
    'test/trial-shards',
    'test/tutorial',
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
