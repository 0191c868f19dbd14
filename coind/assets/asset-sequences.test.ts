import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildBlock, coinbaseOutpoint, createTestChain, isVerified, reasonOf, spend } from '../chain/testing/test-chain.ts';
import type { Chain, Coin } from '../chain/types.ts';
import { COIN } from '../primitives/amount.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint, Transaction } from '../primitives/types.ts';
import { at, trustingMints } from './testing/asset-chain.ts';
import { allocationBurn, allocationSend, assetNew, assetSend, assetUpdate, type Frame, mintByProof } from './testing/asset-transactions.ts';
import { numbers } from '../testing/numbers.ts';
import { recount } from './testing/recount.ts';

/** Scripts that anyone can spend: the holders. */
const scripts = [0x51, 0x52, 0x53, 0x54].map((opcode) => Buffer.from([opcode]));
const burnNames = Array.from({ length: 60 }, (_, index) => `burn ${index}`);
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
function assetDigest({ assets }: Chain): string {
  const records = [...assets.all()].sort((one, other) => one.guid - other.guid);
  const held = records.map(({ guid }) =>
    [...assets.holdings(guid)].map(({ script, amount }) => `${guid} ${script.toString('hex')} ${amount}`).sort(),
  );
  return JSON.stringify(
    [records.map((record) => Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))), held],
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  );
}

/** Compares everything that the chain says of assets with a recount of its blocks. */
function compare(chain: Chain): void {
  const blocks = Array.from({ length: chain.tip.height }, (_, index) => chain.block(chain.atHeight(index + 1)!.hash)!);
  const { assets, burns, carried } = recount(blocks);
  const records = new Map([...chain.assets.all()].map((record) => [record.guid, record]));
  expect(new Set(records.keys())).toEqual(new Set(assets.keys()));
  const holdings = new Map<string, bigint>();
  for (const { guid, amount, script } of carried.values())
    if (amount > 0n) holdings.set(`${guid} ${script}`, (holdings.get(`${guid} ${script}`) ?? 0n) + amount);
  for (const [guid, { issued, total, owner }] of assets) {
    const record = records.get(guid)!;
    expect({ issued: record.issued, total: record.totalSupply, owner: outpointKey(record.owner) }).toEqual({
      issued,
      total,
      owner: keyOf(owner),
    });
    expect(record.totalSupply <= record.maxSupply && record.issued <= record.maxSupply).toBe(true);
    for (const { script, amount } of chain.assets.holdings(guid)) {
      const key = `${guid} ${script.toString('hex')}`;
      expect(amount).toBe(holdings.get(key));
      expect(chain.assets.heldBy(script)).toContainEqual({ guid, amount });
      holdings.delete(key);
    }
  }
  expect(holdings.size).toBe(0);
  expect(burnNames.filter((burn) => chain.assets.isMinted(burn))).toEqual(burnNames.filter((burn) => burns.has(burn)));
  const coins = [...chain.coins()].filter(([, { asset }]) => asset !== undefined);
  expect(coins.length).toBe(carried.size);
  for (const [{ txid, vout }, { asset }] of coins) expect(carried.get(`${txid}:${vout}`)).toMatchObject(asset!);
}

const keyOf = (text: string): string => outpointKey({ txid: text.slice(0, 64), vout: Number(text.slice(65)) });

type Found = readonly [Outpoint, Coin];

/** Draws transactions on the coins of a chain that no other transaction of the block spends. */
class Draw {
  readonly #coins: Found[];
  readonly #height: number;

  constructor(
    readonly chain: Chain,
    readonly below: (limit: number) => number,
  ) {
    this.#coins = [...chain.coins()].filter(([, { coinbase }]) => !coinbase);
    this.#height = chain.tip.height + 1;
  }

  next(): Transaction | undefined {
    const kind = this.below(12);
    if (kind < 2) return this.#create();
    if (kind < 4) return this.#own();
    if (kind < 6) return this.#mint();
    return kind < 8 ? this.#burn() : this.#transfer();
  }

  #take(wanted: (coin: Coin) => boolean): Found | undefined {
    const fitting = this.#coins.filter(([, coin]) => wanted(coin));
    if (fitting.length === 0) return undefined;
    const found = fitting[this.below(fitting.length)]!;
    this.#coins.splice(this.#coins.indexOf(found), 1);
    return found;
  }

  #frame(inputs: readonly Found[], outputs: number): Frame {
    return {
      inputs: inputs.map(([outpoint]) => outpoint),
      script: scripts[this.below(scripts.length)]!,
      valuesSat: Array.from({ length: outputs }, () => 0n),
    };
  }

  #create(): Transaction | undefined {
    const coin = this.#take(({ valueSat }) => valueSat > 150n * COIN);
    const contract = this.below(3) === 0 ? Buffer.alloc(0) : Buffer.alloc(20, 1);
    return coin && assetNew(this.#frame([coin], 1), { maxSupply: BigInt(1 + this.below(5_000)), contract }).transaction;
  }

  #own(): Transaction | undefined {
    const owner = this.#take(({ asset, height }) => asset?.amount === 0n && height < this.#height);
    if (owner === undefined) return undefined;
    const { guid, maxSupply, issued, totalSupply } = this.chain.assets.get(owner[1].asset!.guid)!;
    const used = issued > totalSupply ? issued : totalSupply;
    if (this.below(3) === 0) return assetUpdate(this.#frame([owner], 1), guid, { maxSupply: used + BigInt(1 + this.below(2_000)) });
    const amounts = Array.from({ length: 1 + this.below(3) }, () => BigInt(1 + this.below(Number(maxSupply - used) + 3)));
    return assetSend(this.#frame([owner], amounts.length + 1), guid, amounts);
  }

  #mint(): Transaction | undefined {
    const coin = this.#take(({ asset, valueSat }) => asset === undefined && valueSat === 0n);
    const assets = [...this.chain.assets.all()];
    const asset = assets[this.below(assets.length + 1)];
    return (
      coin &&
      asset &&
      mintByProof(this.#frame([coin], 1), asset.guid, BigInt(1 + this.below(400)), burnNames[this.below(burnNames.length)]!)
    );
  }

  #burn(): Transaction | undefined {
    const held = this.#take(({ asset, height }) => asset !== undefined && asset.amount > 0n && height < this.#height);
    if (held === undefined) return undefined;
    const { guid, amount } = held[1].asset!;
    const kept = BigInt(this.below(Number(amount)));
    return kept === 0n
      ? allocationBurn(this.#frame([held], 0), guid, amount)
      : allocationBurn(this.#frame([held], 1), guid, amount - kept, [kept]);
  }

  #transfer(): Transaction | undefined {
    const first = this.#take(({ asset }) => asset !== undefined && asset.amount > 0n);
    if (first === undefined) return undefined;
    const { guid } = first[1].asset!;
    const second = this.#take(({ asset }) => asset?.guid === guid && asset.amount > 0n);
    const inputs = second === undefined ? [first] : [first, second];
    const sum = inputs.reduce((total, [, { asset }]) => total + asset!.amount, 0n);
    const amounts = sum > 1n && this.below(2) === 0 ? [sum / 2n, sum - sum / 2n] : [sum];
    const transaction = allocationSend(this.#frame(inputs, amounts.length), guid, amounts);
    // The outputs may be spent in the same block.
    for (const [n, amount] of amounts.entries()) {
      const { valueSat, scriptPubKey } = transaction.outputs[n]!;
      this.#coins.push([at(transaction, n), { valueSat, scriptPubKey, height: this.#height, coinbase: false, asset: { guid, amount } }]);
    }
    return transaction;
  }
}

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
      const draw = new Draw(chain, below);
      const transactions = Array.from({ length: 1 + below(5) }, () => draw.next()).filter((one) => one !== undefined);
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
        buildBlock({ parent: chain.tip, transactions: [new Draw(chain, below).next()].filter((one) => one !== undefined) }),
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
