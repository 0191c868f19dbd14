import { describe, expect, it } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { listScenarios, parseScenario, readScenario, ScenarioError, scenarioOfMethod } from './read-scenario.ts';

const read = (text: string) => parseScenario(text, 'mine.yaml', specification);

describe('scenarios that come with Pyx', () => {
  it('can all be read, and each states what it stands for', () => {
    const listed = listScenarios(specification);
    expect(listed.map(({ name }) => name)).toEqual(['exchange', 'explorer', 'miner', 'pool-watcher', 'submitter', 'tpstestadd']);
    for (const { summary } of listed) expect(summary).toMatch(/^[A-Z].*\.$/);
  });

  it('are found by name', () => {
    const { mix, model, thresholds } = readScenario('submitter', specification);
    expect(mix).toEqual([{ method: 'sendrawtransaction', weight: 1, args: {}, optional: [], pool: 32, prepared: true, batch: 1 }]);
    expect(model).toEqual({ type: 'open', arrivals: 'poisson', startRatePerS: 500, stages: [{ durationMs: 10_000, ratePerS: 500 }] });
    expect(thresholds).toContain('rate >= 0.98 * target');
  });
});

describe('a scenario', () => {
  it('gets every default', () => {
    expect(read('{ name: a, mix: [{ method: getblockcount }], model: closed }')).toEqual({
      name: 'a',
      summary: 'a',
      file: 'mine.yaml',
      profile: 'default',
      fill: { blocks: 0, transactionsPerBlock: 0, poolTransactions: 0 },
      needs: [],
      before: [],
      after: [],
      mix: [{ method: 'getblockcount', weight: 1, args: {}, optional: [], pool: 32, prepared: false, batch: 1 }],
      model: { type: 'closed' },
      connections: 16,
      keepAlive: true,
      durationMs: 10_000,
      warmUpMs: 1_000,
      timeoutMs: 10_000,
      check: 1,
      thresholds: [],
    });
  });

  it('has stages that rise from nothing', () => {
    const { model, durationMs } = read(`
name: a
mix: [{ method: getblockcount }]
model: open
stages: [{ duration: 5s, rate: 100 }, { duration: 1m, rate: 100 }]`);
    expect(durationMs).toBe(65_000);
    expect(model).toMatchObject({
      startRatePerS: 0,
      stages: [
        { durationMs: 5_000, ratePerS: 100 },
        { durationMs: 60_000, ratePerS: 100 },
      ],
    });
  });

  it.each([
    ['{ name: a, mix: [{ method: getblok }], model: closed }', /no method "getblok"; did you mean getblock\?/],
    [
      '{ name: a, mix: [{ method: getblock, args: { hash: x } }], model: closed }',
      /getblock has no argument "hash"; it has blockhash, verbosity/,
    ],
    ['{ name: a, mix: [], model: closed }', /mix/],
    ['{ name: a, mix: [{ method: getblock }], model: closed, rate: 5 }', /closed model has no rate/],
    ['{ name: a, mix: [{ method: getblock }], model: open }', /needs an arrival rate/],
    ['{ name: a, mix: [{ method: getblock, wieght: 2 }], model: closed }', /no key "wieght".*did you mean "weight"/],
    ['{ name: a, mix: [{ method: getblock }], model: closed, duration: 10 }', /duration/],
    ['{ name: a, mix: [{ method: getblock, from: prepared }], model: closed }', /getblock takes no prepared transactions/],
    ['{ name: a, mix: [{ method: getblock }], model: closed, profile: fast }', /no profile "fast"; the profiles are default/],
    ['{ name: a, mix: [{ method: getblock }], model: closed, needs: [pear] }', /no ingredient "pear"; the ingredients are/],
    ['{ name: a, mix: [{ method: getblock }], model: closed, before: [{ method: ping, args: { x: 1 } }] }', /ping has no argument "x"/],
    ['name: [', /mine\.yaml: /],
  ])('is refused: %s', (text, message) => {
    expect(() => read(text)).toThrow(ScenarioError);
    expect(() => read(text)).toThrow(message);
  });

  it('that does not exist is refused with those that do', () => {
    expect(() => readScenario('explorr', specification)).toThrow(/no such file; did you mean explorer\?.*one of exchange, explorer/);
  });

  it('can be one method', () => {
    expect(scenarioOfMethod('getblock', specification).mix).toMatchObject([{ method: 'getblock', weight: 1 }]);
    expect(() => scenarioOfMethod('getblok', specification)).toThrow(ScenarioError);
  });
});
