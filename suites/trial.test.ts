import { trialTests } from './vitest.ts';

// npx vitest run --project trial, with PYX_TARGET (default process:litecoind), PYX_SEED, PYX_SUITE
trialTests({
  target: process.env['PYX_TARGET'] ?? 'process:litecoind',
  seed: Number(process.env['PYX_SEED'] ?? 1),
  ...(process.env['PYX_SUITE'] !== undefined && { selection: { suites: process.env['PYX_SUITE'].split(',') } }),
});
