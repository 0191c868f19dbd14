import { expect, test } from 'vitest';
import type { StartOptions } from '../fixtures/targets/types.ts';
import { needs } from './require.ts';
import { askOf } from './support/ask.ts';
import { makeManyPayments } from './support/node-history.ts';
import { inFolder, pyx, resultsIn, type Results } from './support/pyx.ts';
import { expectGreen } from './support/used-trial.ts';
import { UsedNode, type Daemon } from './support/used-node.ts';

const WITHIN_MS = 3_600_000;
const SEEDS = ['1', '2', '11', '4', '7'] as const;

/** Why a node that runs already cannot show something: each reason names what only the program that starts a node can do or know. */
const ONLY_WHO_STARTS_IT: readonly RegExp[] = [
  /this target cannot start|cannot restart|start it again|started with|of the profile default/,
  /use --stress/, // what can end a node
  /-txindex|the node sets no spork/, // options of its owner
  /directory|the files of this node|command-line client|Pyx did not start the node/, // its machine
  /cannot be connected to each other|cannot reach a peer|another machine/,
];
const needsAStart = (reason: string): boolean => ONLY_WHO_STARTS_IT.some((pattern) => pattern.test(reason));

/** A node that runs already, and how it is tried. */
interface Situation {
  readonly how: string;
  readonly daemons: readonly Daemon[];
  readonly start: (daemon: Daemon, options: StartOptions) => Promise<UsedNode>;
  /** Number of trials in turn on the same node; default 1. */
  readonly trials?: number;
  readonly args?: readonly string[];
}

/** Sizes of key pools: litecoind makes the keys of its default one, 1,000, slowly, and anew for each wallet. */
const SMALL_KEYPOOL: StartOptions = ['-keypool=10'];

const situations: readonly Situation[] = [
  { how: 'fresh, and after a whole trial', daemons: ['coind', 'litecoind'], start: UsedNode.fresh, trials: 2 },
  {
    how: 'with 50 wallets and 2,000 payments',
    daemons: ['coind', 'litecoind'],
    start: async (daemon, options) => {
      const used = await UsedNode.fresh(daemon, options);
      await makeManyPayments(askOf(used.client));
      return used;
    },
  },
  { how: 'by its cookie', daemons: ['coind', 'litecoind'], start: UsedNode.withCookie },
  { how: 'with --read-only', daemons: ['coind', 'litecoind'], start: UsedNode.start, args: ['--read-only'] },
  { how: 'that is a masternode', daemons: ['coind'], start: startMasternode },
];

const PASSED_AT_LEAST = { coind: 2_500, litecoind: 2_300 };
const PASSED_READ_ONLY = 750;

const targetOf = (daemon: Daemon): string => (daemon === 'coind' ? 'embedded' : 'process:litecoind');

for (const { how, daemons, start, trials = 1, args = [] } of situations) {
  for (const daemon of daemons) {
    for (const seed of SEEDS) {
      test(
        `a running ${daemon} ${how} passes what a started one does, with seed ${seed}`,
        async (ctx) => {
          if (daemon === 'litecoind') await needs(ctx, 'litecoind');
          const own = inapplicableIn(await ownTrial(targetOf(daemon), ['--seed', seed, ...args]));
          const used = await start(daemon, ['-txindex=1', ...SMALL_KEYPOOL]);
          try {
            for (let trial = 0; trial < trials; trial++) {
              const since = performance.now();
              const results = await expectGreen(
                used,
                ['--seed', seed, ...args],
                args.length > 0 ? PASSED_READ_ONLY : PASSED_AT_LEAST[daemon],
              );
              await ctx.annotate(rowOf(results, performance.now() - since));
              const lost = [...inapplicableIn(results)].filter(([id, reason]) => !own.has(id) && !needsAStart(reason));
              expect(lost, `trial ${trial + 1}`).toEqual([]);
            }
          } finally {
            await used.close();
          }
        },
        WITHIN_MS,
      );
    }
  }
}

const inapplicableIn = ({ cases }: Results): Map<string, string> =>
  new Map(cases.filter(({ status }) => status === 'inapplicable').map(({ id, reason }) => [id, reason ?? '']));

const ownTrials = new Map<string, Promise<Results>>();

/** The trial on nodes that Pyx starts: one for all situations that give the same arguments. */
function ownTrial(target: string, args: readonly string[]): Promise<Results> {
  const key = [target, ...args].join(' ');
  const made =
    ownTrials.get(key) ??
    inFolder(async (folder) => {
      const { code, stdout, stderr } = await pyx(['run', '--target', target, ...args, '--out', folder], { withinMs: 600_000 });
      expect(code, stdout + stderr).toBe(0);
      return resultsIn(folder);
    });
  ownTrials.set(key, made);
  return made;
}

/** A node with the key of a masternode, as its owner starts it. */
async function startMasternode(daemon: Daemon, options: StartOptions): Promise<UsedNode> {
  const other = await UsedNode.fresh(daemon);
  const key = await askOf(other.client)<string>('masternode', ['genkey']).finally(() => other.close());
  return UsedNode.fresh(daemon, ['-masternode=1', `-masternodeprivkey=${key}`, ...options]);
}

function rowOf({ totals }: Results, durationMs: number): string {
  const counts = Object.entries(totals).map(([status, count]) => `${count} ${status}`);
  return `${counts.join(', ')}, ${(durationMs / 1000).toFixed(0)} s`;
}
