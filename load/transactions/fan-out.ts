import { equalTransferScript, transferScript } from './asset-transfer.ts';
import type { FunderNode } from './funder-node.ts';
import type { Keys } from './keys.ts';
import { FAN_OUTS_PER_BLOCK, type FanOut, type Plan } from './plan.ts';
import { outputsTo, sendable, txidBytes, type Coin, type Signer } from './sign.ts';

/** A confirmed transaction whose outputs, from the first on, are coins for a run of transactions. */
export interface ConfirmedFanOut extends FanOut {
  /** In the order of the hash function. */
  readonly txid: Buffer;
}

export interface FanOutOptions {
  readonly plan: Plan;
  readonly keys: Keys;
  /** For transfers of an asset, it signs with their version. */
  readonly signer: Signer;
  readonly coins: readonly Coin[];
  /** The asset that one of the coins carries, all `plan.units` of it. */
  readonly assetGuid: number | undefined;
}

/** Splits coins into one for each transaction, and mines the transactions that do so: the root, then the fan-outs, a full block at a time. */
export async function fanOut(
  node: FunderNode,
  { plan, keys, signer, coins, assetGuid }: FanOutOptions,
  onCoins: (done: number) => void,
): Promise<ConfirmedFanOut[]> {
  const { funding, ring } = keys;
  const changeSat = coins.reduce((sum, { valueSat }) => sum + valueSat, 0n) - plan.rootSat(coins.length);
  const root = signer.sign(
    coins,
    outputsTo(
      [
        ...plan.fanOuts.map(({ valueSat }) => ({ key: funding, valueSat })),
        ...(changeSat >= plan.outputSat ? [{ key: funding, valueSat: changeSat }] : []),
      ],
      assetGuid === undefined
        ? undefined
        : transferScript(
            assetGuid,
            plan.fanOuts.map(({ units }) => units),
          ),
    ),
  );
  await node.confirm([sendable(root)]);
  const rootTxid = txidBytes(root);
  const confirmed: ConfirmedFanOut[] = [];
  for (let from = 0; from < plan.fanOuts.length; from += FAN_OUTS_PER_BLOCK) {
    const signed = plan.fanOuts.slice(from, from + FAN_OUTS_PER_BLOCK).map((part, index) => ({
      part,
      transaction: signer.sign(
        [{ txid: rootTxid, vout: from + index, valueSat: part.valueSat, key: funding }],
        outputsTo(
          Array.from({ length: part.coins }, (_, coin) => ({
            key: ring[(part.first + coin) % ring.length]!,
            valueSat: plan.coinSat,
          })),
          assetGuid === undefined ? undefined : equalTransferScript(assetGuid, part.coins, part.units / BigInt(part.coins)),
        ),
      ),
    }));
    await node.confirm(signed.map(({ transaction }) => sendable(transaction)));
    for (const { part, transaction } of signed) confirmed.push({ ...part, txid: txidBytes(transaction) });
    onCoins(confirmed.reduce((sum, part) => sum + part.coins, 0));
  }
  return confirmed;
}
