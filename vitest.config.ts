import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { codeFolders } from './test/rooms/rooms.ts';

/** A test that takes so long hangs: machines of CI stand still for half a minute when their host has other work. */
const HANGS_MS = 180_000;

/** Nothing runs beside these: they measure by the clock, or what they wait for must come soon. */
const IN_TIME = [
  ...['dying-target', 'hanging-target', 'refusals'].map((name) => `test/${name}.test.ts`),
  'load/saturate-node.test.ts',
  'load/generator/coordinated-omission.test.ts',
];

export default defineConfig({
  test: {
    reporters: ['default', './test/support/skipped-tests.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: codeFolders.map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['suites/trial.test.ts', '**/*.long.test.ts', ...IN_TIME],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          // On two cores vitest would leave one of them idle.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole programs. Most wait for nodes half of their time, so that more of them run side by side than there are cores.
        test: {
          name: 'end-to-end',
          include: ['test/**/*.test.ts'],
          exclude: ['**/*.long.test.ts', ...IN_TIME],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Whole programs that may not take long: nothing runs beside them.
        test: {
          name: 'in-time',
          include: IN_TIME,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // The long tier: many seeds, large journals. npm run test:full
        test: {
          name: 'long',
          include: [...codeFolders, 'test'].map((folder) => `${folder}/**/*.long.test.ts`),
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // The trial itself as vitest tests, for people who want it inside their own vitest.
        test: { name: 'trial', include: ['suites/trial.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, sequence: { groupOrder: 4 } },
      },
    ],
  },
});
