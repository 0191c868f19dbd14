import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { trialTests } from './vitest.ts';

// npx vitest run --project trial, with PYX_TARGET (default process:litecoind), PYX_SEED, PYX_SUITE
const { PYX_TARGET = 'process:litecoind', PYX_SEED = '1', PYX_SUITE } = process.env;
const suites = PYX_SUITE?.split(',').map((name) => name.trim());
const known = [...new Set(allCases(specification).map((testCase) => testCase.suite))];
const unknown = suites?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0)
  throw new Error(`PYX_SUITE: unknown suite ${unknown.map((name) => `"${name}"`).join(', ')}; expected one of ${known.join(', ')}`);
if (!/^\d{1,15}$/.test(PYX_SEED)) throw new Error(`PYX_SEED: expected a whole number of at most 15 digits, got "${PYX_SEED}"`);

trialTests({ target: PYX_TARGET, seed: Number(PYX_SEED), ...(suites && { selection: { suites } }) });
