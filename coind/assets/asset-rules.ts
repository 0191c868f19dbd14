import { DeserializationError } from '../primitives/deserialization-error.ts';
import type { Rejection } from '../primitives/rejection.ts';
import type { Transaction } from '../primitives/types.ts';
import { checkAllocations } from './allocation-list.ts';
import { checkAllocationBurn, checkAllocationSend, checkMint } from './allocation-rules.ts';
import { type DataOutput, dataOutputOf } from './data-output.ts';
import { checkAssetNew, checkAssetSend, checkAssetUpdate } from './owner-rules.ts';
import type { Scene } from './scene.ts';
import { type AssetContext, type AssetEffect, COIN_GUID, type Payload, serviceVersion, type SpentCoin } from './types.ts';

const noEffect: AssetEffect = { mintedSat: 0n };

/**
 * Checks a transaction, which may be of any version, by the rules of assets: in the memory pool for the next block, and
 * in a block.
 * @param coins the coins that its inputs spend, in their order
 * @returns what it changes if it is valid
 */
export function checkAssetTransaction(
  transaction: Transaction,
  coins: readonly SpentCoin[],
  context: AssetContext,
): AssetEffect | Rejection {
  let found: DataOutput | undefined;
  try {
    found = dataOutputOf(transaction);
  } catch (error) {
    if (!(error instanceof DeserializationError)) throw error;
    return { reason: 'bad-asset-payload', detail: error.message };
  }
  if (found === undefined) return spendsAsset(coins) ?? noEffect;
  const { payload, vout } = found;
  return checkPayload(payload, { transaction, coins, data: transaction.outputs[vout]!, context });
}

function spendsAsset(coins: readonly SpentCoin[]): Rejection | undefined {
  for (const { asset } of coins) {
    if (asset !== undefined)
      return { reason: 'bad-asset-input', detail: `an ordinary transaction spends an output of asset ${asset.guid}` };
  }
  return undefined;
}

function checkPayload(payload: Payload, scene: Scene): AssetEffect | Rejection {
  const { transaction, coins, data } = scene;
  if (payload.version === serviceVersion.coinBurn || payload.version === serviceVersion.coinBurnToBridge)
    return spendsAsset(coins) ?? (data.valueSat > 0n ? noEffect : { reason: 'bad-burn-amount', detail: 'the data output burns nothing' });
  const fault = checkAllocations(payload.allocations, transaction);
  if (fault !== undefined) return fault;
  if (payload.version !== serviceVersion.mintByProof && payload.allocations.some(({ guid }) => guid === COIN_GUID))
    return { reason: 'bad-asset-guid', detail: `guid ${COIN_GUID} is listed` };
  if (payload.version === serviceVersion.assetNew) return checkAssetNew(payload, scene);
  if (data.valueSat !== 0n) return { reason: 'bad-asset-cost', detail: 'the data output burns coin' };
  switch (payload.version) {
    case serviceVersion.assetUpdate:
      return checkAssetUpdate(payload, scene);
    case serviceVersion.assetSend:
      return checkAssetSend(payload, scene);
    case serviceVersion.mintByProof:
      return checkMint(payload, scene);
    case serviceVersion.allocationBurn:
      return checkAllocationBurn(payload, scene);
    case serviceVersion.allocationSend:
      return checkAllocationSend(payload, scene);
  }
}
