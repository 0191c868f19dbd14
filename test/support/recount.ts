import { satoshis, stringify } from '../../client/wire-json.ts';
import type { World } from '../../fixtures/world/world.ts';
import { ledgerOf, type Ledger } from '../../oracles/asset-ledger.ts';
import { parseBlock, type RawBlock } from '../../oracles/block.ts';
import { fromHex } from '../../oracles/bytes.ts';

/** What a node reports of its tokens and coins, as text. */
export interface Accounts {
  readonly tip: string;
  readonly tokens: readonly string[];
  readonly coinSat: string;
  readonly balance: string;
}

const NO_BLOCK = '0'.repeat(64);
const MANY = 1_000;

/** Recounts the tokens and coins of a node from its blocks, each of which is read once. */
export class Recount {
  readonly #world: World;
  readonly #blocks = new Map<string, RawBlock>();

  constructor(world: World) {
    this.#world = world;
  }

  /** What the node reports at its tip, and what contradicts the blocks in it. */
  async accounts(): Promise<{ readonly accounts: Accounts; readonly problems: readonly string[] }> {
    const world = this.#world;
    const tip = await world.result('getbestblockhash');
    const ledger = await this.#ledger(tip);
    const tokens = await world.result('listassets', { count: MANY });
    const { total_amount: total } = await world.result('gettxoutsetinfo');
    const problems: string[] = [];
    const expect = (what: string, found: unknown, expected: unknown): void => {
      if (found !== expected) problems.push(`${what} is ${String(found)}, the blocks have ${String(expected)}`);
    };
    expect('the number of tokens', tokens.length, ledger.tokens.size);
    expect('the sum of all coins', satoshis(total), ledger.coinSat);
    for (const token of tokens) {
      const { asset_guid: guid, total_supply: supply, balance, max_supply: max } = token;
      const counted = ledger.tokens.get(guid);
      // The tokens of these tests have 8 decimals, so that their smallest unit is that of amounts.
      expect(`total_supply of ${guid}`, satoshis(supply), counted?.supply);
      expect(`balance of ${guid}`, satoshis(balance), satoshis(max) - (counted?.issued ?? 0n));
      expect(
        `assetinfo of ${guid}`,
        stringify((await world.result('assetinfo', { asset_guid: guid })) as never),
        stringify(token as never),
      );
      for (const outpoint of counted?.holdings.keys() ?? []) {
        const [txid = '', n] = outpoint.split(':');
        const coin = await world.result('gettxout', { txid, n: Number(n), include_mempool: false });
        expect(`the coin ${outpoint} that carries ${guid}`, coin === null ? 'spent' : 'unspent', 'unspent');
      }
    }
    const accounts: Accounts = {
      tip,
      tokens: tokens.map((token) => stringify(token as never)),
      coinSat: stringify(total),
      balance: stringify(await world.result('getbalance')),
    };
    return { accounts, problems };
  }

  async #ledger(tip: string): Promise<Ledger> {
    const chain: RawBlock[] = [];
    for (let hash = tip; hash !== NO_BLOCK;) {
      const block = this.#blocks.get(hash) ?? parseBlock(fromHex(await this.#world.result('getblock', { blockhash: hash, verbosity: 0 })));
      this.#blocks.set(hash, block);
      chain.push(block);
      hash = block.header.previous;
    }
    chain.pop(); // what the first block pays is unspendable
    return ledgerOf(chain.reverse());
  }
}
