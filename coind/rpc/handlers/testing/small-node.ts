import { createChain } from '../../../chain/chain.ts';
import { createExtChain } from '../../../ext-client/ext-chain.ts';
import { createMiner } from '../../../mining/miner.ts';
import { selectFrom } from '../../../mining/select-transactions.ts';
import { regtest } from '../../../regtest.ts';
import { embeddedOptions } from '../../../options/default-options.ts';
import { createMempool } from '../../../mempool/mempool.ts';
import { createScriptCache } from '../../../script/script-cache.ts';
import { OPEN_SCRIPT, spend, stoppedClock } from '../../../mempool/testing/test-pool.ts';
import type { NodeContext } from '../../../node-context.ts';
import type { NodeOptions } from '../../../options/node-options.ts';
import { createState } from '../../../state/state.ts';
import { Dispatcher } from '../../dispatch.ts';
import type { CallArguments } from '../../call-arguments.ts';
import { RpcError } from '../../errors.ts';
import type { Handlers, MethodId } from '../../handler.ts';
import { writeJson } from '../../json/json-text.ts';
import { chainHandlers } from '../chain/chain.ts';
import { mempoolHandlers } from '../chain/mempool.ts';
import { rawHandlers } from '../raw/raw.ts';
import { sendHandlers } from '../raw/send.ts';
import { txOutProofHandlers } from '../chain/tx-out-proof.ts';
import { curve } from '../../../crypto/testing/curve.ts';

const handlers = { ...chainHandlers, ...mempoolHandlers, ...rawHandlers, ...sendHandlers, ...txOutProofHandlers };

/** A node of real parts, without wallets and network, which the tested methods do not need. */
export function smallNode(options: Partial<NodeOptions> = {}) {
  const all: NodeOptions = { ...embeddedOptions, txindex: true, ...options };
  const clock = stoppedClock();
  const log = (): void => {};
  const state = createState({ datadir: all.datadir });
  const scriptCache = createScriptCache();
  const chain = createChain({ state, params: regtest, clock, options: all, log, scriptCache, curve });
  const mempool = createMempool({ state, chain, params: regtest, clock, options: all, log, scriptCache, curve });
  const miner = createMiner({
    chain,
    select: selectFrom({ chain, mempool, minFeeRate: all.blockMinFeeRate }),
    params: regtest,
    clock,
    log,
  });
  const relayed: string[] = [];
  const network = { relay: ({ txid }: { txid: string }) => relayed.push(txid) };
  const extChain = createExtChain(state);
  const context = {
    options: all,
    params: regtest,
    curve,
    clock,
    log,
    state,
    chain,
    extChain,
    mempool,
    miner,
    network,
  } as unknown as NodeContext;
  const dispatcher = new Dispatcher(context, handlers as unknown as Handlers<MethodId>);
  return {
    ...context,
    clock,
    relayed,
    mine: (count: number): string[] => miner.mine(count, OPEN_SCRIPT, { maxTries: 1_000_000 }),
    /** The result as parsed JSON; amounts are numbers. */
    call: <T = unknown>(method: string, params: CallArguments = []): T =>
      JSON.parse(writeJson(dispatcher.call(method, params, undefined))) as T,
    /** Code and message of a failed call. */
    refused(method: string, params: CallArguments = []): { code: number; message: string } {
      try {
        dispatcher.call(method, params, undefined);
      } catch (error) {
        if (error instanceof RpcError) return { code: error.code, message: error.message };
        throw error;
      }
      throw new Error(`${method} was not refused`);
    },
  };
}

/** A node with 110 blocks and two payments in the last of them, one spending the other; fees of 10,000 and 20,000 satoshis. */
export function payingNode(options: Partial<NodeOptions> = {}) {
  const node = smallNode(options);
  const blocks = node.mine(109);
  const [coinbase = ''] = node.call<{ tx: string[] }>('getblock', [blocks[0]!]).tx;
  const first = spend([{ txid: coinbase, vout: 0 }], [2_000_000_000n, 2_999_990_000n]);
  const second = spend([{ txid: first.txid, vout: 1 }], [2_999_970_000n]);
  for (const transaction of [first, second]) node.call('sendrawtransaction', [transaction.bytes.toString('hex')]);
  const [tip = ''] = node.mine(1);
  return { node, blocks: [...blocks, tip], tip, coinbase, first, second };
}
