import { satoshis } from '../../client/wire-json.ts';
import type { Client } from '../../client/types.ts';
import { nodeCall, type NodeCall } from '../node-call.ts';
import { PrepareError } from './errors.ts';
import type { Key } from './keys.ts';
import type { BlockPlace } from './types.ts';

/** Blocks of one call, so that progress can be shown. */
const BLOCKS_PER_CALL = 25;
/** Blocks in a row that confirm nothing of what is waited for. */
const MAX_IDLE_BLOCKS = 3;
/** Satoshis for 1,000 virtual bytes of one satoshi for each. */
const VBYTES_PER_KVB = 1_000;

/** The script of an output that pays to a key: P2WPKH (BIP 141). */
export const scriptHexOf = ({ publicKeyHash }: Key): string => `0014${publicKeyHash.toString('hex')}`;

/** The chain's own address of a key, asked of a node: prefixes differ between chains, and no wallet is needed. */
export async function addressOf(call: NodeCall, key: Key): Promise<string> {
  // Later releases name the one address of a script `address`, and have no `addresses`.
  const decoded: { readonly addresses?: readonly string[]; readonly address?: string } = await call('decodescript', [scriptHexOf(key)]);
  const address = decoded.addresses?.[0] ?? decoded.address;
  if (address === undefined)
    throw new PrepareError('decodescript shows no address of a script for a witness, so that no block can pay to it');
  return address;
}

/** The node on whose regtest chain transactions are prepared. Blocks that it mines pay to one key. */
export class FunderNode {
  readonly call: NodeCall;
  readonly chain: string;
  readonly genesis: string;
  /** There was no block but the first. */
  readonly fresh: boolean;
  readonly address: string;
  /** The least feerate that it relays, in satoshis for each virtual byte. */
  readonly relayFeeSatPerVb: number;
  readonly script: string;
  readonly #startHeight: number;
  readonly #mined: string[] = [];
  readonly #signal: AbortSignal | undefined;

  private constructor(
    facts: Pick<FunderNode, 'call' | 'chain' | 'genesis' | 'address' | 'relayFeeSatPerVb' | 'script'> & {
      readonly height: number;
      readonly signal: AbortSignal | undefined;
    },
  ) {
    this.call = facts.call;
    this.chain = facts.chain;
    this.genesis = facts.genesis;
    this.address = facts.address;
    this.relayFeeSatPerVb = facts.relayFeeSatPerVb;
    this.script = facts.script;
    this.fresh = facts.height === 0;
    this.#startHeight = facts.height;
    this.#signal = facts.signal;
  }

  /** Throws `PrepareError` on any chain but regtest, where nothing is sent that writes, and `NodeCallError`. */
  static async open(client: Client, key: Key, signal: AbortSignal | undefined): Promise<FunderNode> {
    const call = nodeCall(client);
    const { chain, blocks: height } = await call('getblockchaininfo');
    if (chain !== 'regtest')
      throw new PrepareError(`the node at ${client.address} is on the chain ${chain}; transactions are prepared on regtest only`, {
        remedy: 'give a node that was started with -regtest',
      });
    const { relayfee } = await call('getnetworkinfo');
    return new FunderNode({
      call,
      chain,
      height,
      signal,
      genesis: await call('getblockhash', [0]),
      address: await addressOf(call, key),
      script: scriptHexOf(key),
      relayFeeSatPerVb: Number(satoshis(relayfee)) / VBYTES_PER_KVB,
    });
  }

  /** Hashes of all blocks mined so far, the lowest first. */
  get mined(): readonly string[] {
    return this.#mined;
  }

  get tip(): BlockPlace {
    const hash = this.#mined.at(-1);
    if (hash === undefined) throw new Error('no block was mined yet');
    return { height: this.#startHeight + this.#mined.length, hash };
  }

  /** Mines blocks. @returns their hashes, the lowest first */
  async mine(count: number, onBlocks: (done: number) => void = () => undefined): Promise<string[]> {
    const hashes: string[] = [];
    while (hashes.length < count) {
      this.#signal?.throwIfAborted();
      const made = await this.call('generatetoaddress', [Math.min(BLOCKS_PER_CALL, count - hashes.length), this.address]);
      if (made.length === 0) throw new PrepareError('generatetoaddress mined no block');
      hashes.push(...made);
      this.#mined.push(...made);
      onBlocks(hashes.length);
    }
    return hashes;
  }

  /** Sends transactions, then mines until all of them are in blocks. Throws where the node gives one another id. */
  async confirm(transactions: readonly { readonly hex: string; readonly txid: string }[]): Promise<void> {
    for (const { hex, txid } of transactions) {
      this.#signal?.throwIfAborted();
      const answered = await this.call('sendrawtransaction', [hex]);
      if (answered !== txid) throw new PrepareError(`sendrawtransaction answered ${answered} for a transaction whose id is ${txid}`);
    }
    await this.mineUntilConfirmed(transactions.map(({ txid }) => txid));
  }

  async mineUntilConfirmed(txids: readonly string[]): Promise<void> {
    const waiting = new Set(txids);
    for (let idle = 0; waiting.size > 0;) {
      const before = waiting.size;
      for (const hash of await this.mine(1)) {
        const { tx } = await this.call('getblock', [hash, 1]);
        for (const txid of tx) waiting.delete(txid);
      }
      idle = waiting.size < before ? 0 : idle + 1;
      if (idle >= MAX_IDLE_BLOCKS)
        throw new PrepareError(`${MAX_IDLE_BLOCKS} blocks were mined, and ${waiting.size} transactions that make coins are still in none`, {
          remedy: 'prepare on a node whose pool and blocks have no other transactions',
        });
    }
  }
}
