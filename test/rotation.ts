import { Random } from '../fixtures/world/random.ts';

/**
 * The files of the tiers `node` and `end-to-end` that take longest, in groups that take about the same time. `npm test` runs one group,
 * drawn, `.ci/run` a half of them, and `npm run test:full` all. The trial of a real node is in each half.
 */
export const GROUPS: readonly (readonly string[])[] = [
  [
    'fixtures/targets/container-target.node',
    'test/coind-container',
    'test/embedded-snapshots',
    'test/hostile-words',
    'test/learn',
    'test/mutants',
    'test/out-folder',
    'test/pyx-image',
    'test/tps-assets',
    'test/tps-containers',
    'test/whole-trial',
  ],
  [
    'fixtures/world/ingredients.node',
    'test/accept',
    'test/failed-phases',
    'test/html-report',
    'test/load-comparison',
    'test/load-endings',
    'test/lying-world',
    'test/mortal-target',
    'test/prepared-transactions',
    'test/replay',
    'test/selfcheck-killed',
    'test/tutorial',
  ],
  [
    'suites/drift/drift.node',
    'test/agreement',
    'test/coind-random-calls',
    'test/diff-sides',
    'test/emptied-answers',
    'test/examples',
    'test/hazards',
    'test/load-beside',
    'test/own-standard',
    'test/temporary-folders',
    'test/used-node',
    'test/verdicts',
  ],
  [
    'suites/envelope/envelope.node',
    'suites/selfcheck/judged-rules.node',
    'test/coind-damage',
    'test/dropped-fields',
    'test/family-nodes',
    'test/gate',
    'test/read-only',
    'test/report-runs',
    'test/running-node',
    'test/whole-trial',
  ],
  [
    'cli/user-files.node',
    'load/generator/open.node',
    'test/ci-examples',
    'test/coind-kills',
    'test/hostile-node',
    'test/judged-coverage',
    'test/literal-readings',
    'test/lost-nodes',
    'test/other-release',
    'test/package',
    'test/prepared-asset-transfers',
    'test/state-models',
  ],
  [
    'coind/mempool/lost-blocks.node',
    'fixtures/targets/process-target.node',
    'fixtures/world/arguments.node',
    'suites/drift/survey-items.node',
    'test/bad-endings',
    'test/command-line',
    'test/load',
    'test/registry-page',
    'test/rejudge',
    'test/secrets',
    'test/selfcheck',
    'test/tps',
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
