import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildBlock, coinbaseOutpoint, createTestChain, isVerified, reasonOf, spend } from '../chain/testing/test-chain.ts';
import type { Chain } from '../chain/types.ts';
import { COIN } from '../primitives/amount.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import { numbers } from '../testing/numbers.ts';
import { trustingMints } from './testing/asset-chain.ts';
import { burnNames, Draw } from './testing/draw.ts';
import { recount } from './testing/recount.ts';

const base = 130;

/** A chain with coins of 160 for new assets, and coins without value for the rest. */
function prepare(datadir?: string) {
  const test = createTestChain({ mints: trustingMints, ...(datadir !== undefined && { datadir }) });
  const { chain } = test;
  test.mine(base);
  const funding = spend(
    Array.from({ length: 28 }, (_, index) => coinbaseOutpoint(chain, index + 1)),
    [...Array.from({ length: 8 }, () => ({ valueSat: 160n * COIN })), ...Array.from({ length: 150 }, () => ({ valueSat: 0n }))],
  );
  expect(reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions: [funding] })))).toBeUndefined();
  return test;
}

/** All that a chain says of assets, as text. */
function assetDigest(chain: Chain): string {
  const records = [...chain.assets.all()].sort((a, b) => a.guid - b.guid);
  const held = [...chain.coins()].flatMap(([outpoint, { asset }]) =>
    asset === undefined ? [] : [`${outpointKey(outpoint)} ${asset.guid} ${asset.amount}`],
  );
  held.sort();
  return JSON.stringify([records.map((record) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))), held], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** Compares everything that the chain says of assets with a recount of its blocks. */
function compare(chain: Chain): void {
  const blocks = Array.from({ length: chain.tip.height }, (_, index) => chain.block(chain.atHeight(index + 1)!.hash)!);
  const { assets, burns, carried } = recount(blocks);
  const records = new Map([...chain.assets.all()].map((record) => [record.guid, record]));
  expect(new Set(records.keys())).toEqual(new Set(assets.keys()));
  for (const [guid, { issued, total, owner }] of assets) {
    const record = records.get(guid)!;
    expect({ issued: record.issued, total: record.totalSupply, owner: outpointKey(record.owner) }).toEqual({
      issued,
      total,
      owner: keyOf(owner),
    });
    expect(record.totalSupply <= record.maxSupply && record.issued <= record.maxSupply).toBe(true);
  }
  expect(burnNames.filter((burn) => chain.assets.isMinted(burn))).toEqual(burnNames.filter((burn) => burns.has(burn)));
  const coins = [...chain.coins()].filter(([, { asset }]) => asset !== undefined);
  expect(coins.length).toBe(carried.size);
  for (const [{ txid, vout }, { asset }] of coins) expect(carried.get(`${txid}:${vout}`)).toMatchObject(asset!);
}

const keyOf = (text: string): string => outpointKey({ txid: text.slice(0, 64), vout: Number(text.slice(65)) });

/** Takes random steps, and compares after each. @returns how often something happened */
function run(seed: number, steps: number, test: ReturnType<typeof prepare>): Record<string, number> {
  const { chain, state } = test;
  const below = numbers(seed);
  const seen = new Map<string, string>();
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  const invalidated: string[] = [];
  const check = (): void => {
    compare(chain);
    const digest = assetDigest(chain);
    expect(seen.get(chain.tip.hash) ?? digest).toBe(digest);
    seen.set(chain.tip.hash, digest);
  };
  for (let step = 0; step < steps; step++) {
    const kind = below(10);
    if (kind < 7) {
      const draw = new Draw(chain, [...chain.coins()], below);
      const transactions = Array.from({ length: 1 + below(5) }, () => draw.next()).filter((transaction) => transaction !== undefined);
      const before = chain.tip.hash;
      const reason = reasonOf(chain.acceptBlock(buildBlock({ parent: chain.tip, transactions })));
      if (reason !== undefined) expect(chain.tip.hash).toBe(before);
      count(reason ?? 'valid');
    } else if (kind < 9 && chain.tip.height > base + 2) {
      const { hash } = chain.atHeight(Math.max(base + 2, chain.tip.height - below(6)))!;
      chain.invalidate(hash);
      invalidated.push(hash);
      count('invalidated');
    } else if (invalidated.length > 0) {
      const [hash] = invalidated.splice(below(invalidated.length), 1) as [string];
      const before = chain.tip.hash;
      chain.reconsider(hash);
      if (chain.tip.hash !== before) count('reorganised');
    }
    check();
    if (below(15) === 0) {
      const snapshot = state.snapshot();
      const { hash } = chain.tip;
      chain.acceptBlock(
        buildBlock({
          parent: chain.tip,
          transactions: [new Draw(chain, [...chain.coins()], below).next()].filter((transaction) => transaction !== undefined),
        }),
      );
      state.restore(snapshot);
      expect(chain.tip.hash).toBe(hash);
      check();
    }
  }
  return counts;
}

it('any sequence of blocks and reorganisations leaves what a recount of the active blocks gives', () => {
  const totals: Record<string, number> = {};
  for (let seed = 1; seed <= 8; seed++) {
    const test = prepare();
    for (const [what, times] of Object.entries(run(seed, 60, test))) totals[what] = (totals[what] ?? 0) + times;
    expect(isVerified(test.chain, 4, 0)).toBe(true);
  }
  // The sequences would show nothing if few blocks were valid, or none invalid.
  expect(totals['valid']).toBeGreaterThan(120);
  expect(totals['bad-asset-supply']).toBeGreaterThan(5);
  expect(totals['bad-mint-duplicate']).toBeGreaterThan(0);
  expect(totals['reorganised']).toBeGreaterThan(5);
});

it('the assets are the same after a restart, and after the process was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coind-assets-'));
  const [datadir, killed] = ['stopped', 'killed'].map((name) => join(folder, name)) as [string, string];
  try {
    const test = prepare(datadir);
    run(3, 40, test);
    test.state.commit();
    const committed = assetDigest(test.chain);
    expect(JSON.parse(committed)).not.toEqual([[], []]);
    // What a killed process leaves: the files at the last commit.
    cpSync(datadir, killed, { recursive: true });
    run(4, 10, test);
    const last = assetDigest(test.chain);
    await test.state.close();
    for (const [place, expected] of [
      [datadir, last],
      [killed, committed],
    ] as const) {
      const again = createTestChain({ mints: trustingMints, datadir: place });
      expect(assetDigest(again.chain)).toBe(expected);
      compare(again.chain);
      expect(isVerified(again.chain, 4, 0)).toBe(true);
      run(5, 10, again);
      await again.state.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
