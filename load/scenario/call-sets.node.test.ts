import { afterAll, describe, expect, it } from 'vitest';
import { parse } from '../../client/wire-json.ts';
import { Random } from '../../fixtures/world/random.ts';
import { Worlds } from '../../fixtures/world/testing/worlds.ts';
import { specification } from '../../specs/model/specification.ts';
import type { CallSource } from '../generator/types.ts';
import { REQUEST_ID } from '../generator/request-id.ts';
import { entryCalls, type EntryCalls } from './call-sets.ts';
import { inTurn, weightedMix } from './mix.ts';
import { readScenario } from './read-scenario.ts';
import type { MixEntry } from './types.ts';

const worlds = new Worlds();
afterAll(() => worlds.close());

const entry = (method: MixEntry['method'], rest: Partial<MixEntry> = {}): MixEntry => ({
  method,
  weight: 1,
  args: {},
  optional: [],
  pool: 8,
  prepared: false,
  batch: 1,
  ...rest,
});

describe('calls of an entry', () => {
  it('carry values that the node answers with results', async (ctx) => {
    const world = await worlds.shared(ctx);
    const { mix } = readScenario('explorer', specification);
    const made = await entryCalls({ world, specification, random: new Random('a') }, mix);
    expect(made.map(({ entry: { method } }) => method)).toEqual(mix.map(({ method }) => method));
    for (const { sets } of made) {
      for (const { call, request } of sets) {
        expect(parse(call.body.toString())).toEqual({ jsonrpc: '1.0', id: REQUEST_ID, method: request.method, params: request.params });
        expect(await world.service.send(request)).toMatchObject({ type: 'result' });
      }
    }
  });

  it('differ from each other where the chain offers more than one value', async (ctx) => {
    const world = await worlds.shared(ctx);
    const [blocks] = await entryCalls({ world, specification, random: new Random('b') }, [entry('getblock', { args: { verbosity: 1 } })]);
    const hashes = (blocks as EntryCalls).sets.map(({ request: { params } }) => params[0]);
    expect(new Set(hashes).size).toBeGreaterThan(4);
    expect((blocks as EntryCalls).sets.every(({ request: { params } }) => params[1] === 1)).toBe(true);
  });

  it('are the same for the same seed, and numbered through all entries', async (ctx) => {
    const world = await worlds.shared(ctx);
    const mix = [entry('getblockhash'), entry('getblockcount'), entry('getblockheader')];
    const [first, second] = [
      await entryCalls({ world, specification, random: new Random('c') }, mix),
      await entryCalls({ world, specification, random: new Random('c') }, mix),
    ];
    const bodies = (made: readonly EntryCalls[]): string[] => made.flatMap(({ sets }) => sets.map(({ call }) => call.body.toString()));
    expect(bodies(first)).toEqual(bodies(second));
    expect(first.flatMap(({ sets }) => sets.map(({ call }) => call.check))).toEqual(bodies(first).map((_, index) => index));
    expect((first[1] as EntryCalls).sets).toHaveLength(1); // there is nothing to vary
  });

  it('of the wallet go to its path', async (ctx) => {
    const world = await worlds.shared(ctx);
    const [made] = await entryCalls({ world, specification, random: new Random('d') }, [entry('getbalance')]);
    expect((made as EntryCalls).sets[0]?.call.path).toBe(`/wallet/${encodeURIComponent(world.wallet ?? '')}`);
  });
});

describe('a mix', () => {
  const call = (path: string) => ({ method: 'getblockcount', path, body: Buffer.alloc(0) }) as const;
  const drawn = (source: CallSource, count: number): (string | undefined)[] => Array.from({ length: count }, () => source()?.path);

  it('draws by weight', () => {
    const mix = weightedMix(
      [
        { weight: 3, next: inTurn([call('a')]) },
        { weight: 1, next: inTurn([call('b')]) },
      ],
      new Random('weights'),
    );
    const paths = drawn(mix, 10_000);
    expect(Math.abs(paths.filter((path) => path === 'a').length - 7_500)).toBeLessThanOrEqual(20);
    // No pattern: the same call comes up to many times in a row.
    expect(paths.join('')).toMatch(/a{12}/);
    expect(paths.join('')).toMatch(/b{3}/);
  });

  it('has the shares of the weights in a short load, too', () => {
    const weights = [50, 30, 15, 5];
    const mix = weightedMix(
      weights.map((weight, index) => ({ weight, next: inTurn([call(String(index))]) })),
      new Random('short'),
    );
    const paths = drawn(mix, 640);
    for (const [index, weight] of weights.entries())
      expect(Math.abs(paths.filter((path) => path === String(index)).length / 640 - weight / 100), String(index)).toBeLessThan(0.01);
  });

  it('draws the same again for the same seed', () => {
    const sources = () => [
      { weight: 1, next: inTurn([call('a'), call('b')]) },
      { weight: 1, next: inTurn([call('c')]) },
    ];
    expect(drawn(weightedMix(sources(), new Random('x')), 100)).toEqual(drawn(weightedMix(sources(), new Random('x')), 100));
  });

  it('ends where a source has no more calls', () => {
    const few = [call('a'), call('b')];
    const mix = weightedMix(
      [
        { weight: 1, next: () => few.shift() },
        { weight: 1, next: inTurn([call('c')]) },
      ],
      new Random('y'),
    );
    const paths = drawn(mix, 100);
    const end = paths.indexOf(undefined);
    expect(paths.slice(0, end).filter((path) => path !== 'c')).toEqual(['a', 'b']);
  });
});
