import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{specs,fixtures,suites,reports,load,cli,coind,test}/**/*.test.ts'],
          exclude: ['suites/trial.test.ts', '**/*.long.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The long tier: many seeds, large journals. npm run test:full
        test: { name: 'long', include: ['{specs,fixtures,suites,reports,load,cli,coind,test}/**/*.long.test.ts'], testTimeout: 900_000, hookTimeout: 120_000, fileParallelism: false },
      },
      {
        // The trial itself as vitest tests, for people who want it inside their own vitest.
        test: { name: 'trial', include: ['suites/trial.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
