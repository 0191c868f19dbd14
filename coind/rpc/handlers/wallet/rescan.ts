import type { NodeContext } from '../../../node-context.ts';
import type { Turns } from '../../../turns.ts';
import type { Wallet } from '../../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../../errors.ts';
import type { Handlers } from '../../handler.ts';

/** Margin before the creation of a key, because blocks may have earlier times than their actual ones; in seconds. */
const SCAN_MARGIN_S = 7200;

/** Rescanning of blocks. */
export const walletRescanHandlers: Handlers<'abortrescan' | 'rescanblockchain'> = {
  abortrescan: (_args, call) => call.wallet().rescanner.abort(),

  rescanblockchain: async ({ start_height: start = 0, stop_height: stop }, call) => {
    const wallet = call.wallet();
    const { chain } = call.node;
    requireIdle(wallet);
    const tip = chain.tip.height;
    if (start < 0 || start > tip) throw new RpcError(RpcCode.invalidParameter, 'Invalid start_height');
    if (stop !== undefined && (stop < 0 || stop > tip)) throw new RpcError(RpcCode.invalidParameter, 'Invalid stop_height');
    if (stop !== undefined && stop < start) throw new RpcError(RpcCode.invalidParameter, 'stop_height must be greater than start_height');
    if (chain.prunedBelow > start) {
      throw new RpcError(RpcCode.misc, "Can't rescan beyond pruned data. Use RPC call getblockchaininfo to determine your pruned height.");
    }
    const { startHeight, stopHeight, aborted } = await wallet.rescanner.run(start, stop);
    if (aborted) throw new RpcError(RpcCode.misc, 'Rescan aborted.');
    return { start_height: startHeight, stop_height: stopHeight };
  },
};

/** For calls that rescan the whole chain. Throws `RpcError` -4 if a rescan is running or blocks may be pruned. */
export function requireRescan(wallet: Wallet, { options }: NodeContext): void {
  if (options.prune !== undefined) throw new RpcError(RpcCode.wallet, 'Rescan is disabled in pruned mode');
  requireIdle(wallet);
}

/** Throws `RpcError` -4 if a rescan is running. */
export function requireIdle(wallet: Wallet): void {
  if (wallet.rescanner.running) throw new RpcError(RpcCode.wallet, 'Wallet is currently rescanning. Abort existing rescan or wait.');
}

/** Yields to other calls. Throws as `Turns.next` does, and `RpcError` -18 if the wallet was unloaded meanwhile. */
export async function nextTurnOf(turns: Turns, wallet: Wallet, { wallets }: NodeContext): Promise<void> {
  await turns.next();
  if (wallets.get(wallet.name) !== wallet) throw new RpcError(RpcCode.walletNotFound, `Wallet ${wallet.name} was unloaded during the call`);
}

/** Rescans from a height. Throws `RpcError` -1 if the rescan is aborted. */
export async function rescanFrom(wallet: Wallet, height: number): Promise<void> {
  const { aborted } = await wallet.rescanner.run(height);
  if (aborted) throw new RpcError(RpcCode.misc, 'Rescan aborted by user.');
}

/** Height of the first block that may pay a key of that creation time; undefined if there is no such block yet. */
export function scanStart(createdAt: number, { chain }: NodeContext): number | undefined {
  for (let height = 0; height <= chain.tip.height; height++) {
    if (chain.atHeight(height)!.header.time >= createdAt - SCAN_MARGIN_S) return height;
  }
  return undefined;
}
