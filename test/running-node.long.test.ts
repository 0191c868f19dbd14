import { expect, test } from 'vitest';
import { needs } from './require.ts';
import { inFolder, pyx, resultsIn, type Results } from './support/pyx.ts';
import { expectGreen } from './support/used-trial.ts';
import { UsedNode, type Daemon } from './support/used-node.ts';

const WITHIN_MS = 3_600_000;
const SEEDS = ['1', '2', '11', '4', '7'] as const;

/** What a node that runs already cannot show: each reason names a start, a restart, or the option that allows the case. */
const NEEDS_A_START =
  /this target cannot start|cannot restart|start it again|started with|cannot be connected to each other|use --stress|-txindex|another machine|of the profile default/;

const inapplicableIn = ({ cases }: Results): Map<string, string> =>
  new Map(cases.filter(({ status }) => status === 'inapplicable').map(({ id, reason }) => [id, reason ?? '']));

/** The trial on nodes that Pyx starts. */
async function ownTrial(target: string, seed: string): Promise<Results> {
  return inFolder(async (folder) => {
    const { code, stderr } = await pyx(['run', '--target', target, '--seed', seed, '--out', folder], { withinMs: 600_000 });
    expect(code, stderr).toBe(0);
    return resultsIn(folder);
  });
}

for (const [daemon, target, passedAtLeast] of [
  ['coind', 'embedded', 2_500],
  ['litecoind', 'process:litecoind', 2_300],
] as const satisfies readonly (readonly [Daemon, string, number])[]) {
  for (const seed of SEEDS) {
    test(
      `a fresh ${daemon} that runs already passes what a started one does, and again after the whole trial, with seed ${seed}`,
      async (ctx) => {
        if (daemon === 'litecoind') await needs(ctx, 'litecoind');
        const own = inapplicableIn(await ownTrial(target, seed));
        const used = await UsedNode.fresh(daemon, ['-txindex=1']);
        try {
          for (const run of ['on a fresh node', 'after a whole trial']) {
            const inapplicable = inapplicableIn(await expectGreen(used, ['--seed', seed], passedAtLeast));
            const lost = [...inapplicable].filter(([id, reason]) => !own.has(id) && !NEEDS_A_START.test(reason));
            expect(lost, run).toEqual([]);
          }
        } finally {
          await used.close();
        }
      },
      WITHIN_MS,
    );
  }
}
