import type { NodeCall } from '../../node-call.ts';

/** A transaction in a block, with the outpoints that it spends: `txid:vout`. */
export interface MinedTransaction {
  readonly txid: string;
  readonly spends: readonly string[];
}

/** The transactions of all blocks above a height, in the chain of the node. Throws `NodeCallError`. */
export async function chainSince(call: NodeCall, height: number): Promise<MinedTransaction[]> {
  const mined: MinedTransaction[] = [];
  const tip = await call('getblockcount');
  for (let at = height + 1; at <= tip; at++) {
    const { tx } = await call('getblock', [await call('getblockhash', [at]), 2]);
    for (const { txid, vin } of tx)
      // A coinbase spends no coin.
      mined.push({ txid, spends: vin.flatMap((input) => ('coinbase' in input ? [] : [`${input.txid}:${input.vout}`])) });
  }
  return mined;
}

/** Outpoints that more than one of the transactions spends. */
export function spentTwice(mined: readonly MinedTransaction[]): string[] {
  const spent = new Set<string>();
  const twice = new Set<string>();
  for (const { spends } of mined)
    for (const outpoint of spends) {
      if (spent.has(outpoint)) twice.add(outpoint);
      spent.add(outpoint);
    }
  return [...twice];
}
