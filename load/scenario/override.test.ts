import { describe, expect, it } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { atRate, generatorModel, meanRatePerS } from './arrivals.ts';
import { transactionsNeeded } from './needs.ts';
import { withOverrides } from './override.ts';
import { parseScenario, readScenario } from './read-scenario.ts';

const ramp = parseScenario(
  '{ name: ramp, mix: [{ method: getblockcount }], model: open, stages: [{ duration: 10s, rate: 100 }, { duration: 30s, rate: 100 }] }',
  'ramp.yaml',
  specification,
);

describe('what the command line changes', () => {
  it('makes a closed model open where a rate is given', () => {
    const { model, durationMs } = withOverrides(readScenario('explorer', specification), { ratePerS: 50, durationMs: 2_000 });
    expect(model).toEqual({ type: 'open', arrivals: 'poisson', startRatePerS: 50, stages: [{ durationMs: 2_000, ratePerS: 50 }] });
    expect(durationMs).toBe(2_000);
  });

  it('stretches stages to a duration, and refuses one rate for several', () => {
    const { model } = withOverrides(ramp, { durationMs: 4_000 });
    expect(model).toMatchObject({ stages: [{ durationMs: 1_000 }, { durationMs: 3_000 }] });
    expect(() => withOverrides(ramp, { ratePerS: 5 })).toThrow(/has stages/);
  });

  it('leaves everything else as it is', () => {
    expect(withOverrides(ramp, {})).toEqual(ramp);
  });
});

describe('arrival rates', () => {
  it('are averaged over a ramp: 10 s at 50 on average and 30 s at 100', () => {
    expect(meanRatePerS(ramp.model)).toBe((10 * 50 + 30 * 100) / 40);
  });

  it('keep the form of a ramp at another mean', () => {
    const model = atRate(ramp.model, 7);
    expect(meanRatePerS(model)).toBeCloseTo(7);
    expect(generatorModel(model, 1)).toMatchObject({
      arrivals: {
        stages: [
          { fromRate: 0, toRate: 8 },
          { fromRate: 8, toRate: 8 },
        ],
      },
    });
  });
});

describe('signed transactions that a load needs', () => {
  it('are those of the rate and the warm-up, with some to spare', () => {
    const submitter = withOverrides(readScenario('submitter', specification), { ratePerS: 100, durationMs: 9_000, warmUpMs: 1_000 });
    expect(transactionsNeeded(submitter)).toBe(100 * 10 * 1.1 + 10);
  });

  it('are none where nothing is submitted', () => {
    expect(transactionsNeeded(readScenario('explorer', specification))).toBe(0);
  });
});
