import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { codeFolders } from './test/rooms/rooms.ts';
import { groupsOf, leftOut } from './test/rotation.ts';

/** A test that takes so long hangs: machines of CI stand still for half a minute when their host has other work, and a trial of 1 min takes 12 beside much other work. */
const HANGS_MS = 1_200_000;

/** What these wait for must come soon: only one other file runs beside. */
const IN_TIME = ['dying-target', 'hanging-target', 'refusals'].map((name) => `test/${name}.test.ts`);
/** They measure by the clock: nothing runs beside. */
const ALONE = ['load/saturate-node.test.ts', 'load/generator/coordinated-omission.test.ts', 'test/tps-line.test.ts'];

const LIMITS = { testTimeout: HANGS_MS, hookTimeout: HANGS_MS } as const;

/**
 * Of the tiers that run side by side. Most tests wait for nodes half of their time: there are more workers than cores. The files that
 * a worker runs one after another import each module once: what one changes there or in the environment, it restores.
 */
const SIDE_BY_SIDE = {
  ...LIMITS,
  isolate: false,
  unstubEnvs: true,
  restoreMocks: true,
  maxWorkers: availableParallelism() + 2,
  sequence: { groupOrder: 0 },
} as const;

// For the reporter, which says it.
const groups = (process.env['PYX_GROUPS'] = groupsOf(process.argv.slice(2), process.env));

const besideCode = (name: string): string[] => codeFolders.map((folder) => `${folder}/**/${name}`);

export default defineConfig({
  test: {
    reporters: ['default', './test/support/left-out.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: besideCode('*.test.ts'),
          exclude: ['library/trial.test.ts', '**/*.{node,long}.test.ts', ...ALONE],
          setupFiles: ['test/support/no-process.ts'],
          ...SIDE_BY_SIDE,
        },
      },
      {
        test: {
          name: 'node',
          include: besideCode('*.node.test.ts'),
          exclude: leftOut(groups),
          ...SIDE_BY_SIDE,
        },
      },
      {
        // Whole programs.
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          exclude: ['**/*.long.test.ts', ...IN_TIME, ...ALONE, ...leftOut(groups)],
          ...SIDE_BY_SIDE,
        },
      },
      {
        test: {
          name: 'in-time',
          include: IN_TIME,
          exclude: leftOut(groups),
          ...LIMITS,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          exclude: leftOut(groups),
          ...LIMITS,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // The long tier: many seeds, large journals. npm run test:full
        test: {
          name: 'long',
          include: [...besideCode('*.long.test.ts'), 'test/**/*.long.test.ts'],
          ...LIMITS,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // The trial itself as vitest tests, for people who want it inside their own vitest.
        test: {
          name: 'trial',
          include: ['library/trial.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
