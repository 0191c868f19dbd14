import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { joined } from '../../../oracles/bytes.ts';
import { invariant } from '../invariant.ts';
import { blockOn, OPEN_SCRIPT, placeOf, submitOwn, type OwnBlock, type Place } from '../../support/own-blocks.ts';
import { coinOf, openCoins, segwit, spending, type OpenCoin } from './open-coins.ts';
import { TreeModel, type TreeBlock } from './tree-model.ts';

const STEPS = 45;
/** Far more than a block may pay. */
const EXCESS_SAT = 10n ** 14n;
const HEADER_BYTES = 80;

/** A node with a tree of blocks made by Pyx, and the model of it. */
class GrownTree {
  readonly #t: Trial;
  readonly #root: { readonly place: Place; readonly coin: OpenCoin };
  readonly model: TreeModel;
  #tip: string;
  /** What gettxoutsetinfo returned when a block was the tip. */
  readonly #coinsAt = new Map<string, string>();

  constructor(t: Trial, place: Place, coin: OpenCoin) {
    this.#t = t;
    this.#root = { place, coin };
    this.model = new TreeModel(place.hash);
    this.#tip = place.hash;
  }

  /** One of the blocks that fit, or the root if that may be one. */
  #any(fits: (block: TreeBlock) => boolean): TreeBlock | undefined {
    const blocks = this.model.blocks.filter(fits);
    return blocks.length === 0 ? undefined : this.#t.random.pick(blocks);
  }

  /** A block on this one, or on the root, that spends what the parent left. */
  #onto(parent: TreeBlock | undefined, greedy: boolean): OwnBlock & { readonly coin: OpenCoin } {
    const { place, coin } = parent ?? this.#root;
    const transaction = spending([coin], { outputs: [{ valueSat: coin.amountSat, script: segwit.script }] });
    const block = blockOn(this.#t, place, {
      transactions: [transaction],
      ...(greedy && {
        coinbase: (usual) => ({ ...usual, outputs: [{ valueSat: EXCESS_SAT, script: OPEN_SCRIPT }, ...usual.outputs.slice(1)] }),
      }),
    });
    return { ...block, coin: coinOf(transaction, 0, segwit.input) };
  }

  #keep(
    parent: TreeBlock | undefined,
    { hash, bytes }: { hash: string; bytes: Uint8Array },
    { coin, greedy }: Pick<TreeBlock, 'coin' | 'greedy'>,
  ): void {
    const { place } = parent ?? this.#root;
    const time = place.time + 1;
    const own = { ...place, hash, height: place.height + 1, time, medianTime: place.medianTime };
    this.model.add({ hash, parent: place.hash, height: own.height, place: own, block: bytes, coin, greedy });
  }

  async #isKnown(hash: string): Promise<boolean> {
    return (await this.#t.world.service.call('getblockheader', { hash })).type === 'result';
  }

  /** `onto`: its parent; default: any. */
  async grow(greedy = false, onto?: TreeBlock): Promise<void> {
    // Mostly high up, so that branches compete.
    const top = Math.max(this.#root.place.height, ...this.model.blocks.map(({ height }) => height));
    const parent = onto ?? this.#any((block) => block.height >= top - this.#t.random.integer(0, 3) && !this.model.isInvalid(block.hash));
    const { coin, ...block } = this.#onto(parent, greedy);
    const submission = await submitOwn(this.#t, block.bytes);
    // A node does not keep what is on a block that it has found to be invalid.
    if (parent && this.model.isGreedy(parent.hash) && !(await this.#isKnown(submission.hash))) {
      this.#t.ok(submission.said !== null, 'submitblock returned null for a block on an invalid one that the node did not keep', {
        source: 'BIP 22',
      });
      return;
    }
    this.#keep(parent, submission, { coin, greedy });
    await this.judge(`a block at height ${(parent?.height ?? this.#root.place.height) + 1} was submitted`);
  }

  /** Gives the node a block whose header alone it can take, since its witness is altered. Returns it if the node took that. */
  async growHeader(onto?: TreeBlock): Promise<TreeBlock | undefined> {
    const parent = onto ?? this.#any(({ hash }) => !this.model.isInvalid(hash));
    const { coin, coinbase, bytes } = this.#onto(parent, false);
    const altered = Buffer.from(bytes);
    const end = altered.indexOf(coinbase.bytes) + coinbase.bytes.length - 4 - 1; // before the lock time
    altered[end] = (altered[end] as number) ^ 1;
    const { hash, bytes: solved } = await submitOwn(this.#t, altered);
    if (!(await this.#isKnown(hash))) return undefined;
    this.#keep(parent, { hash, bytes: joined(solved.subarray(0, HEADER_BYTES), bytes.subarray(HEADER_BYTES)) }, { coin, greedy: false });
    this.model.headersOnly.add(hash);
    await this.judge('a block with an altered witness was submitted');
    return this.model.get(hash);
  }

  /** A header on the tip, and a block on it that waits for the one of the header. Returns the latter, with which both belong to the main chain. */
  async growWaiting(): Promise<TreeBlock | undefined> {
    const header = await this.growHeader(this.model.get(this.#tip));
    if (header) await this.grow(false, header);
    return header;
  }

  /** `of`: the header; default: any. */
  async fill(of?: TreeBlock): Promise<void> {
    const block = of ?? this.#any(({ hash }) => this.model.headersOnly.has(hash) && !this.model.isInvalid(hash));
    if (block === undefined) {
      await this.growHeader();
      return;
    }
    await submitOwn(this.#t, block.block);
    this.model.headersOnly.delete(block.hash);
    await this.judge('the block of a header was submitted', 'any');
  }

  async prefer(): Promise<void> {
    const best = this.model.bestTips();
    if (best.length < 2) return this.grow();
    const { hash } = this.#t.random.pick(best);
    await this.#t.result('preciousblock', { blockhash: hash });
    await this.judge(`preciousblock of one of ${best.length} blocks with the most work`, hash);
  }

  /** A block with less work, or an invalid one, is not preferred to the tip. */
  async preferOther(): Promise<void> {
    const best = new Set(this.model.bestTips().map(({ hash }) => hash));
    const block = this.#any(({ hash }) => !best.has(hash) && !this.model.isGreedy(hash));
    if (block === undefined) return this.grow();
    await this.#t.call('preciousblock', { blockhash: block.hash });
    await this.judge('preciousblock of a block that has less work or is not valid');
  }

  /** Gives the node a block again. `of`: default: any. */
  async again(of?: TreeBlock): Promise<void> {
    const block = of ?? this.#any(({ hash }) => !this.model.headersOnly.has(hash) && this.model.invalid.has(hash)) ?? this.#any(() => true);
    if (block === undefined || this.model.headersOnly.has(block.hash)) return this.grow();
    const isInvalid = this.model.invalid.has(block.hash);
    const { said } = await submitOwn(this.#t, block.block);
    if (isInvalid)
      this.#t.ok(said !== null, 'submitblock returned null for an invalid block that was submitted before', { source: 'BIP 22' });
    await this.judge('a block was submitted again');
  }

  /** Gives the node its tip again, and one block beside it and one invalid block twice. */
  async everyKindAgain(): Promise<void> {
    const tip = this.model.get(this.#tip);
    await this.again(tip);
    await this.grow(false, tip && this.model.get(tip.parent));
    await this.again(this.model.blocks.at(-1));
    await this.grow(true, tip);
    await this.again(this.model.blocks.at(-1));
  }

  async invalidate(): Promise<void> {
    const block = this.#any(({ hash }) => !this.model.isInvalid(hash) && !this.model.headersOnly.has(hash));
    if (block === undefined) return this.grow();
    await this.#t.world.result('invalidateblock', { blockhash: block.hash });
    this.model.invalid.add(block.hash);
    await this.judge(`a block at height ${block.height} was declared invalid`, 'any');
  }

  async reconsider(): Promise<void> {
    // What becomes of other branches on a block that is valid again because of one above it is the node's own.
    const block = this.#any(({ hash, parent }) => this.model.invalid.has(hash) && !this.model.isInvalid(parent));
    if (block === undefined) return this.invalidate();
    // The whole branch is valid again if it is all there.
    const above = this.#t.random.integer(0, 1) === 0 ? this.model.onlyTopOf(block.hash) : undefined;
    const top = above !== undefined && this.model.isWhole(above.hash) && !this.model.isGreedy(above.hash) ? above : undefined;
    await this.#t.world.result('reconsiderblock', { blockhash: (top ?? block).hash });
    this.model.reconsider(block.hash);
    await this.judge(`a block at height ${block.height} was reconsidered`, 'any');
  }

  /** Checks the tip, the branches and the coins. `expected`: the tip, or `any` of those with the most work; default: the old one if it is one. */
  async judge(what: string, expected?: string): Promise<void> {
    const t = this.#t;
    const best = this.model.bestTips().map(({ hash }) => hash);
    const possible = best.length === 0 ? [this.model.root] : best;
    const kept = expected === undefined && possible.includes(this.#tip) ? [this.#tip] : possible;
    const allowed = expected === undefined || expected === 'any' ? kept : [expected];
    const tip = await t.result('getbestblockhash');
    t.ok(allowed.includes(tip), `the tip is ${tip} after ${what}, expected ${allowed.join(' or ')}`);
    this.#tip = tip;
    for (const { hash } of this.model.lineOf(tip)) this.model.validated.add(hash);
    await this.#judgeBranches(what);
    await this.#judgeCoins(what);
  }

  async #judgeBranches(what: string): Promise<void> {
    const t = this.#t;
    const shown = new Map((await t.result('getchaintips')).map((tip) => [tip.hash, tip]));
    const main = new Set(this.model.lineOf(this.#tip).map(({ hash }) => hash));
    for (const { hash, height } of this.model.leaves) {
      if (main.has(hash) && hash !== this.#tip) continue;
      const found = shown.get(hash);
      const statuses = this.model.statusesOf(hash, this.#tip);
      const place = { source: 'document 2, States and transitions' };
      t.ok(
        found !== undefined && statuses.includes(found.status),
        `the status of a branch at height ${height} is ${found?.status} after ${what}, expected ${statuses.join(' or ')}`,
        { ...place, path: '[].status' },
      );
      if (!found) continue;
      t.equal(found.height, height, 'the height of a branch', { path: '[].height' });
      const line = this.model.lineOf(hash);
      const fork = line.findIndex((block) => main.has(block.hash));
      t.equal(found.branchlen, fork === -1 ? (hash === this.#tip ? 0 : line.length) : fork, 'the length of a branch', {
        path: '[].branchlen',
      });
    }
    t.equal(
      [...shown.values()].filter(({ status }) => status === 'active').map(({ hash }) => hash),
      [this.#tip],
      'the list of active tips',
    );
  }

  async #judgeCoins(what: string): Promise<void> {
    const t = this.#t;
    const { coin } = this.model.get(this.#tip) ?? this.#root;
    t.ok(
      (await t.result('gettxout', { txid: coin.txid, n: coin.vout, include_mempool: false })) !== null,
      `the coin of the tip is spent after ${what}`,
    );
    const spent = (this.model.get(this.#tip) && (this.model.get(this.model.lineOf(this.#tip)[1]?.hash ?? '') ?? this.#root))?.coin;
    if (spent)
      t.equal(
        await t.result('gettxout', { txid: spent.txid, n: spent.vout, include_mempool: false }),
        null,
        `a coin that the tip spends, after ${what}`,
      );
    const coins = (await t.result('gettxoutsetinfo')).hash_serialized_2;
    const before = this.#coinsAt.get(this.#tip);
    if (before !== undefined)
      t.equal(coins, before, `hash_serialized_2 after ${what} (compared with that when the same block was the tip)`);
    this.#coinsAt.set(this.#tip, coins);
  }
}

/** A tree on a node of its own, with a few blocks. */
async function newTree(t: Trial): Promise<GrownTree> {
  const { coins, tip } = await openCoins(t, [segwit]);
  const tree = new GrownTree(t, await placeOf(t, tip.hash), coins[0] as OpenCoin);
  for (let i = 0; i < 3; i++) await tree.grow();
  return tree;
}

async function goOn(t: Trial, tree: GrownTree, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const drawn = t.random.integer(0, 19);
    if (drawn < 7) await tree.grow();
    else if (drawn < 8) await tree.preferOther();
    else if (drawn < 9) await tree.again();
    else if (drawn < 11) await tree.grow(true);
    else if (drawn < 13) await tree.growHeader();
    else if (drawn < 15) await tree.fill();
    else if (drawn < 17) await tree.prefer();
    else if (drawn < 18) await tree.invalidate();
    else await tree.reconsider();
  }
}

/** The chain is valid, so no level and no number of blocks may show a fault. */
async function judgeVerified(t: Trial): Promise<void> {
  for (const checklevel of [0, 1, 2, 3, 4])
    t.equal(await t.result('verifychain', { checklevel, nblocks: t.random.integer(0, 9) }), true, `verifychain at level ${checklevel}`);
}

const own = {
  evidence: 'standard',
  source: 'consensus of the family',
  ownNode: true,
  methods: [
    'getchaintips',
    'getbestblockhash',
    'getblockheader',
    'getblock',
    'gettxout',
    'gettxoutsetinfo',
    'preciousblock',
    'verifychain',
    'generatetoaddress',
    'submitblock',
    'invalidateblock',
    'reconsiderblock',
  ],
} as const;

export const blockTreeInvariants: readonly Case[] = [
  invariant({
    ...own,
    id: 'blocks/tree',
    text: 'Of all branches whose blocks are there and valid, the one with the most work is the main chain, and its coins are unspent.',
    effect: ['chain'],
    run: async (t) => {
      const tree = await newTree(t);
      await tree.everyKindAgain();
      await tree.fill(await tree.growWaiting());
      await goOn(t, tree, STEPS);
      await judgeVerified(t);
    },
  }),
  invariant({
    ...own,
    id: 'blocks/tree-restarted',
    text: 'After a restart a node has all branches, what it knows of them, and the coins of the main chain.',
    effect: ['chain', 'process'],
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
      const tree = await newTree(t);
      // One of each kind, whatever is drawn.
      await tree.growHeader();
      await tree.grow(true);
      await goOn(t, tree, STEPS / 3);
      await tree.invalidate();
      const waitedFor = await tree.growWaiting();
      await t.node.restart();
      await tree.judge('a restart', 'any');
      await judgeVerified(t);
      await tree.fill(waitedFor);
      await tree.reconsider();
      await tree.fill();
      await goOn(t, tree, STEPS / 3);
      await judgeVerified(t);
    },
  }),
];
