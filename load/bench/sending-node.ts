import { join } from 'node:path';
import { nodeCall } from '../node-call.ts';
import { callOf } from '../tps/call-of.ts';
import { submit } from '../tps/submit.ts';
import { takeTransactions } from '../tps/take-transactions.ts';
import { openCurve } from '../transactions/curve.ts';
import { addressOf } from '../transactions/funder-node.ts';
import { keysOf } from '../transactions/keys.ts';
import { openPrepared } from '../transactions/open-prepared.ts';
import { prepareTransactions } from '../transactions/prepare-transactions.ts';
import { BenchError, credentials, type BenchNode } from './bench-node.ts';

const SEED = 1;
const OUTPUTS_PER_TX = 2;
const TIMEOUT_MS = 30_000;
const US_PER_S = 1_000_000;

/** What was sent in one round. */
export interface Sent {
  /** Transactions per second, from the first call to the last answer. */
  readonly acceptedPerS: number;
  /** CPU time of the node for all of them. */
  readonly cpuMs: number;
}

/** A node that accepts prepared transactions round by round, and mines them after each. */
export class SendingNode {
  readonly #node: BenchNode;
  readonly #settings: { readonly count: number; readonly connections: number; readonly folder: string };
  #address = '';
  #file: AsyncIterator<string> | undefined;

  /** @param count transactions of all rounds */
  constructor(node: BenchNode, settings: { readonly count: number; readonly connections: number; readonly folder: string }) {
    this.#node = node;
    this.#settings = settings;
  }

  /** Signs all transactions, on the chain of this node. Throws `PrepareError` or `NodeCallError`. */
  async prepare(): Promise<void> {
    const { client, kind } = this.#node;
    const { count, folder } = this.#settings;
    const out = join(folder, `${kind.name.replaceAll('/', '-')}.ndjson`);
    await prepareTransactions({ funder: client, count, outputsPerTx: OUTPUTS_PER_TX, seed: SEED, out });
    this.#address = await addressOf(nodeCall(client), keysOf(SEED, openCurve()).funding);
    this.#file = (await openPrepared(out)).transactions()[Symbol.asyncIterator]();
  }

  /** Sends the next transactions, then mines them. Throws `BenchError` where one is refused or not mined. */
  async send(count: number): Promise<Sent> {
    if (!this.#file) throw new BenchError('nothing is prepared');
    const calls = (await takeTransactions(this.#file, count)).map((hex) => callOf('sendrawtransaction', [hex]));
    const { client, kind } = this.#node;
    const cpuBefore = this.#node.cpuMs();
    const sent = await submit({
      address: client.address,
      credentials,
      calls,
      connections: this.#settings.connections,
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
      mayReconnect: async () => true,
    });
    const cpuMs = this.#node.cpuMs() - cpuBefore;
    const refused = sent.find(({ outcome }) => outcome.class !== 'result');
    if (refused) throw new BenchError(`${kind.name} did not accept transaction ${refused.index}: ${refused.outcome.message}`);
    const firstUs = sent.reduce((first, { sentUs }) => Math.min(first, sentUs), Infinity);
    const lastUs = sent.reduce((last, { endedUs }) => Math.max(last, endedUs), 0);
    const [hash = ''] = await this.#node.result('generatetoaddress', [1, this.#address]);
    const { tx } = await this.#node.result('getblock', [hash, 1]);
    if (tx.length !== count + 1) throw new BenchError(`${kind.name} mined ${tx.length - 1} of ${count} transactions`);
    return { acceptedPerS: (count * US_PER_S) / (lastUs - firstUs), cpuMs };
  }

  async stop(): Promise<void> {
    await this.#file?.return?.();
    await this.#node.stop();
  }
}
