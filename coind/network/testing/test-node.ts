import { createChain } from '../../chain/chain.ts';
import { createMiner, type Miner } from '../../mining/miner.ts';
import { selectFrom } from '../../mining/select-transactions.ts';
import { regtest } from '../../regtest.ts';
import type { Chain } from '../../chain/types.ts';
import { type Clock, createClock } from '../../clock.ts';
import { defaultOptions } from '../../options/default-options.ts';
import { createMempool } from '../../mempool/mempool.ts';
import { createScriptCache } from '../../script/script-cache.ts';
import type { Mempool } from '../../mempool/types.ts';
import type { NodeOptions } from '../../options/node-options.ts';
import { hash160 } from '../../primitives/hash.ts';
import { makeTransaction } from '../../primitives/transaction.ts';
import type { Outpoint, Transaction } from '../../primitives/types.ts';
import { secureRandom } from '../../random.ts';
import { p2sh } from '../../script/standard.ts';
import { createState } from '../../state/state.ts';
import type { State } from '../../state/types.ts';
import { createNetwork } from '../network.ts';
import type { NetworkDeps } from '../network-deps.ts';
import type { Network } from '../types.ts';
import { curve } from '../../crypto/testing/curve.ts';

/** P2SH of OP_TRUE: standard, and spendable without a key. */
export const OPEN_SCRIPT = p2sh(hash160(Buffer.from([0x51])));
const OPEN_SCRIPTSIG = Buffer.from([0x01, 0x51]);
const FEE_SAT = 10_000n;

/** A node without RPC and wallets. */
export interface TestNode {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly miner: Miner;
  readonly network: Network;
  readonly clock: Clock;
  readonly state: State;
  readonly lines: string[];
  /** `host:port` for peers. */
  readonly address: string;
  /** Two nodes that mine to the same script in the same second make the same block. */
  mine(count: number, script?: Buffer): void;
  /** Adds a transaction to the pool and announces it. Throws if the pool rejects it. */
  send(transaction: Transaction): void;
  stop(): Promise<void>;
}

/** Starts a node that listens on a loopback port. */
export async function startTestNode(
  changes: Partial<NodeOptions> = {},
  special: Pick<NetworkDeps, 'maxBareHeaders' | 'isLocal'> = {},
): Promise<TestNode> {
  const options: NodeOptions = { ...defaultOptions, port: 0, ...changes };
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const clock = createClock();
  const state = createState({ datadir: options.datadir });
  const deps = { state, params: regtest, clock, random: secureRandom, options, log, scriptCache: createScriptCache(), curve };
  const chain = createChain(deps);
  const mempool = createMempool({ ...deps, chain });
  const miner = createMiner({ ...deps, chain, select: selectFrom({ chain, mempool, minFeeRate: options.blockMinFeeRate }) });
  const network = createNetwork({ ...deps, ...special, chain, mempool });
  await network.start();
  return {
    chain,
    mempool,
    miner,
    network,
    clock,
    state,
    lines,
    get address() {
      return `127.0.0.1:${network.listening?.port}`;
    },
    mine: (count, script = OPEN_SCRIPT) => void miner.mine(count, script, { maxTries: 1_000_000 }),
    send(transaction) {
      const accepted = mempool.accept(transaction);
      if (!accepted.ok) throw new Error(`${accepted.reason}: ${accepted.detail}`);
      network.relay(transaction);
    },
    async stop() {
      await network.stop();
      await state.close();
    },
  };
}

/** Splits an open output of this value into equal open outputs. */
export function split(from: Outpoint, valueSat: bigint, count: number): Transaction {
  const each = (valueSat - FEE_SAT * BigInt(Math.ceil(count / 10))) / BigInt(count);
  return makeTransaction({
    version: 2,
    inputs: [{ ...from, scriptSig: OPEN_SCRIPTSIG, sequence: 0xffffffff, witness: [] }],
    outputs: Array.from({ length: count }, () => ({ valueSat: each, scriptPubKey: OPEN_SCRIPT })),
    locktime: 0,
  });
}

/** The coinbase output of a block of the active chain. */
export function coinbaseOf({ chain }: TestNode, height: number): { readonly outpoint: Outpoint; readonly valueSat: bigint } {
  const coinbase = chain.block(chain.atHeight(height)!.hash)!.transactions[0]!;
  return { outpoint: { txid: coinbase.txid, vout: 0 }, valueSat: coinbase.outputs[0]!.valueSat };
}
