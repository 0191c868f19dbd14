import { describe, expect, it } from 'vitest';
import { buildBlock, createTestChain, reasonOf } from './testing/test-chain.ts';
import { regtest } from '../regtest.ts';
import { VersionBits } from './versionbits.ts';

const dummy = regtest.deployments.find(({ name }) => name === 'testdummy')!;

describe('version bits', () => {
  it('change from defined to started, locked_in and active, after periods of 144 blocks', () => {
    const { chain, mine } = createTestChain();
    const bits = chain.versionBits;
    const seen: [number, string, number][] = [];
    let last = '';
    for (let height = 0; height <= 440; height++) {
      const status = bits.status(dummy, chain.tip);
      if (status !== last) seen.push([chain.tip.height, status, bits.since(dummy, chain.tip)]);
      last = status;
      expect(bits.since(dummy, chain.tip)).toBe(Math.floor((chain.tip.height + 1) / 144) === 0 ? 0 : seen.at(-1)![2]);
      expect((bits.blockVersion(chain.tip) >>> 0).toString(16)).toBe(
        status === 'started' || status === 'locked_in' ? '30000000' : '20000000',
      );
      mine(1);
    }
    expect(seen).toEqual([
      [0, 'defined', 0],
      [143, 'started', 144],
      [287, 'locked_in', 288],
      [431, 'active', 432],
    ]);
  });

  it('need 108 of 144 signals, and fail at their timeout', () => {
    const { chain, mine, clock } = createTestChain();
    mine(143);
    const start = clock.now;
    const signal = (count: number): void => {
      for (let i = 0; i < 144; i++) {
        const version = i < count ? 0x30000000 : i % 2 === 0 ? 0x20000000 : 0x70000000; // the top bits 011 are not a signal
        expect(reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, header: { version } })))).toBeUndefined();
        if (i === 99)
          expect(chain.versionBits.statistics(dummy, chain.tip)).toEqual({
            period: 144,
            threshold: 108,
            elapsed: 100,
            count: Math.min(count, 100),
            possible: count >= 64,
          });
      }
    };
    signal(107);
    expect(chain.versionBits.status(dummy, chain.tip)).toBe('started');
    expect(chain.versionBits.statistics(dummy, chain.tip)).toEqual({ period: 144, threshold: 108, elapsed: 0, count: 0, possible: true });
    signal(60);
    expect(chain.versionBits.status(dummy, chain.tip)).toBe('started');
    const short = { ...dummy, name: 'short', timeout: start };
    const own = new VersionBits(regtest, (_, height) => chain.atHeight(height)!);
    expect(own.status(short, chain.tip)).toBe('failed');
    signal(108);
    expect(chain.versionBits.status(dummy, chain.tip)).toBe('locked_in');
    expect(own.status({ ...dummy, name: 'later', startTime: chain.tip.medianTime + 1 }, chain.tip)).toBe('defined');
  });

  it('report unknown rules that miners have activated, but no known ones', () => {
    const { chain, mine } = createTestChain();
    const signal = (count: number, version: number): void => {
      for (let i = 0; i < count; i++)
        expect(reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, header: { version } })))).toBeUndefined();
    };
    mine(143);
    signal(107, 0x30000020); // bit 5, and that of testdummy, which is expected
    mine(37);
    expect(chain.tip.height).toBe(287);
    signal(108, 0x30000020);
    mine(36);
    expect([chain.versionBits.status(dummy, chain.tip), chain.versionBits.unknownRules(chain.tip)]).toEqual(['active', []]);
    mine(143);
    expect(chain.versionBits.unknownRules(chain.tip)).toEqual([]);
    mine(1);
    expect([chain.tip.height, chain.versionBits.unknownRules(chain.tip)]).toEqual([575, [5]]);
    // testdummy is no longer expected, so its signals count as unknown ones too.
    signal(144, 0x30000000);
    mine(144);
    expect(chain.versionBits.unknownRules(chain.tip)).toEqual([5, 28]);
    chain.invalidate(chain.atHeight(400)!.hash);
    expect(chain.versionBits.unknownRules(chain.tip)).toEqual([]);
  });

  it('depend on the branch of a block', () => {
    const test = createTestChain();
    const { chain, mine } = test;
    mine(287);
    expect(chain.versionBits.status(dummy, chain.tip)).toBe('locked_in');
    chain.invalidate(chain.atHeight(200)!.hash);
    while (chain.tip.height < 287) chain.acceptBlock(buildBlock({ parent: chain.tip }));
    expect(chain.versionBits.status(dummy, chain.tip)).toBe('started');
    expect(chain.versionBits.isActive('csv', chain.genesis)).toBe(true);
    expect(chain.versionBits.isActive('testdummy', chain.tip)).toBe(false);
    expect(chain.versionBits.isActive('unheard of', chain.tip)).toBe(false);
  });
});
