import { satoshis } from '../../client/wire-json.ts';
import type { Client } from '../../client/types.ts';
import { guardedCall } from '../guarded-call.ts';
import type { NodeCall } from '../node-call.ts';
import { PrepareError } from './errors.ts';
import type { Key } from './keys.ts';
import type { BlockPlace } from './types.ts';

/** Blocks of one call, so that progress can be shown. */
const BLOCKS_PER_CALL = 25;
/** Limit of consecutive blocks that confirm none of the transactions. */
const MAX_IDLE_BLOCKS = 3;
const VBYTES_PER_KVB = 1_000;

/** The script of an output that pays to a key: P2WPKH (BIP 141). */
const scriptHexOf = ({ publicKeyHash }: Key): string => `0014${publicKeyHash.toString('hex')}`;

/** The address of a key, as the node writes it: prefixes differ between chains. Needs no wallet. */
export async function addressOf(call: NodeCall, key: Key): Promise<string> {
  // Later releases name the one address of a script `address`, and have no `addresses`.
  const decoded: { readonly addresses?: readonly string[]; readonly address?: string } = await call('decodescript', [scriptHexOf(key)]);
  const address = decoded.addresses?.[0] ?? decoded.address;
  if (address === undefined) throw new PrepareError('decodescript returned no address for a P2WPKH script, so no block can pay to it');
  return address;
}

/** The node on whose regtest chain transactions are prepared. Blocks that it mines pay to one key. */
export class FunderNode {
  readonly call: NodeCall;
  readonly chain: string;
  readonly genesis: string;
  /** The chain had only its first block. */
  readonly fresh: boolean;
  readonly address: string;
  /** Its minimum relay feerate, in satoshis per virtual byte. */
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

  /** Calls only methods that read. Throws `PrepareError` if the chain is not regtest, and `NodeCallError`. */
  static async open(client: Client, key: Key, signal: AbortSignal | undefined): Promise<FunderNode> {
    const call = guardedCall(client);
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

  /** Sends transactions, then mines until all of them are in blocks. Throws if the node returns another txid. */
  async confirm(transactions: readonly { readonly hex: string; readonly txid: string }[]): Promise<void> {
    for (const { hex, txid } of transactions) {
      this.#signal?.throwIfAborted();
      const answered = await this.call('sendrawtransaction', [hex]);
      if (answered !== txid) throw new PrepareError(`sendrawtransaction returned ${answered} for transaction ${txid}`);
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
        throw new PrepareError(
          `${waiting.size} funding transactions are still unconfirmed after ${MAX_IDLE_BLOCKS} blocks that contain none of them`,
          {
            remedy: 'prepare on a node whose memory pool holds no other transactions',
          },
        );
    }
  }
}
