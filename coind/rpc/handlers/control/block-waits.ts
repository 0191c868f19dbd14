import type { NodeContext } from '../../../node-context.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';

interface Tip {
  readonly hash: string;
  readonly height: number;
}

/** Maximum delay of a Node.js timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls that wait for a tip, by node; each is checked at every new tip. */
const waits = new WeakMap<NodeContext, Set<() => void>>();

/** Waiting for blocks. At its timeout, or when the node stops, a call returns the current tip. */
export const blockWaitHandlers: Handlers<'waitfornewblock' | 'waitforblock' | 'waitforblockheight'> = {
  waitfornewblock({ timeout }, { node }) {
    const { hash } = node.chain.tip;
    return waitForTip((tip) => tip.hash !== hash, timeout, node);
  },

  waitforblock({ blockhash, timeout }, { node }) {
    return waitForTip((tip) => tip.hash === blockhash, timeout, node);
  },

  waitforblockheight: ({ height, timeout }, { node }) => waitForTip((tip) => tip.height >= height, timeout, node),
};

async function waitForTip(isWanted: (tip: Tip) => boolean, timeoutMs: number, node: NodeContext): Promise<Tip> {
  if (timeoutMs < 0) throw new RpcError(RpcCode.misc, 'Negative timeout');
  const tip = (): Tip => ({ hash: node.chain.tip.hash, height: node.chain.tip.height });
  if (isWanted(tip()) || node.ending.aborted) return tip();
  const waiting = waitsOf(node);
  // Waiting calls occupy the work queue: half of it stays free for other calls.
  const maxWaiting = Math.max(1, Math.floor((node.options.rpc.threads + node.options.rpc.workQueue) / 2));
  if (waiting.size >= maxWaiting)
    throw new RpcError(
      RpcCode.misc,
      `${maxWaiting} calls already wait for blocks, which is the maximum: give them a timeout, or start the node with a larger -rpcworkqueue`,
    );
  return new Promise((resolve) => {
    const end = (): void => {
      waiting.delete(check);
      clearTimeout(timer);
      node.ending.removeEventListener('abort', end);
      resolve(tip());
    };
    const check = (): void => {
      if (isWanted(tip())) end();
    };
    const timer = timeoutMs === 0 ? undefined : setTimeout(end, Math.min(timeoutMs, MAX_TIMER_MS));
    node.ending.addEventListener('abort', end);
    waiting.add(check);
  });
}

function waitsOf(node: NodeContext): Set<() => void> {
  const known = waits.get(node);
  if (known !== undefined) return known;
  const made = new Set<() => void>();
  waits.set(node, made);
  const checkAll = (): void => {
    for (const check of Array.from(made)) check();
  };
  node.chain.on({ tipChanged: checkAll });
  node.state.onRestore(checkAll);
  return made;
}
