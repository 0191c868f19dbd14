import { recount } from '../../coind/assets/testing/recount.ts';
import { readBlock } from '../../coind/primitives/block.ts';
import { ByteReader } from '../../coind/primitives/byte-reader.ts';
import type { Block } from '../../coind/primitives/types.ts';
import type { AskNode } from './ask.ts';
import type { ServiceLoad } from './service-load.ts';

/** The blocks of the active chain, each requested once. */
export class BlockFiles {
  readonly #byHash = new Map<string, Block>();

  /** All blocks from height 1 up. */
  async upTo(height: number, ask: AskNode): Promise<Block[]> {
    const blocks: Block[] = [];
    for (let at = 1; at <= height; at++) {
      const hash = await ask<string>('getblockhash', [at]);
      const block = this.#byHash.get(hash) ?? readBlock(new ByteReader(Buffer.from(await ask<string>('getblock', [hash, 0]), 'hex')));
      this.#byHash.set(hash, block);
      blocks.push(block);
    }
    return blocks;
  }
}

/** The sum of all unspent outputs that can be spent, satoshis. */
function unspentSat(blocks: readonly Block[]): bigint {
  const unspent = new Map<string, bigint>();
  for (const { transactions } of blocks)
    for (const { txid, inputs, outputs } of transactions) {
      for (const input of inputs) unspent.delete(`${input.txid}:${input.vout}`);
      for (const [n, { valueSat, scriptPubKey }] of outputs.entries()) if (scriptPubKey[0] !== 0x6a) unspent.set(`${txid}:${n}`, valueSat);
    }
  return [...unspent.values()].reduce((sum, valueSat) => sum + valueSat, 0n);
}

interface Token {
  readonly asset_guid: number;
  readonly precision: number;
  readonly total_supply: number;
  readonly max_supply: number;
  readonly balance: number;
}

interface Counts {
  readonly YesCount: number;
  readonly NoCount: number;
  readonly AbstainCount: number;
}

interface GovernanceObject {
  readonly FundingResult: Counts;
  readonly ValidResult: Counts;
  readonly DeleteResult: Counts;
}

/** What the node says of coins, tokens, objects and votes that is not what a recount gives. */
export async function serviceTroubles(ask: AskNode, services: ServiceLoad, files: BlockFiles): Promise<string[]> {
  const troubles: string[] = [];
  const same = (what: string, found: unknown, expected: unknown): void => {
    if (found !== expected) troubles.push(`${what} is ${String(found)}, a recount gives ${String(expected)}`);
  };
  const { height, total_amount: total } = await ask<{ height: number; total_amount: number }>('gettxoutsetinfo');
  const blocks = await files.upTo(height, ask);
  same('the sum of all coins', total, Number(unspentSat(blocks)) / 1e8);

  const { assets } = recount(blocks);
  const tokens = await ask<Token[]>('listassets', [1_000]);
  same('the number of tokens', tokens.length, assets.size);
  for (const { asset_guid: guid, precision, ...token } of tokens) {
    const units = (coins: number): bigint => BigInt(Math.round(coins * 10 ** precision));
    same(`total_supply of ${guid}`, units(token.total_supply), assets.get(guid)?.total);
    same(`what the owner of ${guid} issued`, units(token.max_supply) - units(token.balance), assets.get(guid)?.issued);
  }

  const listed = Object.keys(await ask<object>('gobject', ['list', 'all']));
  const { objects_total: objects, votes: voted } = await ask<{ objects_total: number; votes: number }>('gobject', ['count']);
  same('the number of objects', objects, listed.length);
  let votes = 0;
  for (const hash of listed) {
    votes += Object.keys(await ask<object>('gobject', ['getvotes', hash])).length;
    const current = Object.values(await ask<Record<string, string>>('gobject', ['getcurrentvotes', hash]));
    const results = await ask<GovernanceObject>('gobject', ['get', hash]);
    for (const [signal, counts] of [
      ['funding', results.FundingResult],
      ['valid', results.ValidResult],
      ['delete', results.DeleteResult],
    ] as const) {
      const counted = (outcome: string): number => current.filter((text) => text.endsWith(`:${outcome}:${signal}`)).length;
      same(
        `${signal} votes on ${hash}`,
        `${counts.YesCount}/${counts.NoCount}/${counts.AbstainCount}`,
        `${counted('yes')}/${counted('no')}/${counted('abstain')}`,
      );
    }
  }
  same('the number of votes', voted, votes);
  for (const hash of services.proposals) if (!listed.includes(hash)) troubles.push(`proposal ${hash} is lost`);
  return troubles;
}
