import { expect, test } from 'vitest';
import { plan } from '../engine/plan.ts';
import { Random } from '../fixtures/world/random.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { replayDifferences } from './support/replayed.ts';

const WITHIN_MS = 2_400_000;
const { cases } = plan(allCases(specification), {}, specification);

test(
  '200 cases alone send the same requests as within the whole run, apart from values that the node made',
  async () => {
    const seed = Number(process.env['PYX_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
    expect(await replayDifferences(cases, seed, 200, new Random(`${seed}`)), `seed ${seed}`).toEqual([]);
  },
  WITHIN_MS,
);
