import { specification } from '../specs/model/specification.ts';
import { allCases } from './catalog.ts';
import { trialTests } from './vitest.ts';

// npx vitest run --project trial, with PYX_TARGET (default process:litecoind), PYX_SEED, PYX_SUITE
const { PYX_TARGET = 'process:litecoind', PYX_SEED = '1', PYX_SUITE } = process.env;
const suites = PYX_SUITE?.split(',').map((name) => name.trim());
const known = [...new Set(allCases(specification).map((one) => one.suite))];
const unknown = suites?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0)
  throw new Error(`PYX_SUITE: there is no suite ${unknown.map((name) => `"${name}"`).join(', ')}; there are ${known.join(', ')}`);
if (!/^\d{1,15}$/.test(PYX_SEED)) throw new Error(`PYX_SEED: "${PYX_SEED}" is no whole number from 0 on`);

trialTests({ target: PYX_TARGET, seed: Number(PYX_SEED), ...(suites && { selection: { suites } }) });
