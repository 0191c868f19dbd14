import type { Rejection } from '../primitives/rejection.ts';
import { allocationsSpent, totalOf } from './allocation-list.ts';
import type { Scene } from './scene.ts';
import { type AssetContext, type AssetEffect, type AssetRecord, COIN_GUID, type PayloadOf, type serviceVersion } from './types.ts';

const reject = (reason: string, detail: string): Rejection => ({ reason, detail });

/** Decimal places of the coin. */
const COIN_PRECISION = 8;

const noEffect: AssetEffect = { mintedSat: 0n };

/** The asset that a proof mints, with the minted amount added; undefined for the coin. */
function mintedAsset(guid: number, amount: bigint, { assets }: AssetContext): { readonly record: AssetRecord | undefined } | Rejection {
  if (guid === COIN_GUID) return { record: undefined };
  const record = assets.get(guid);
  if (record === undefined) return reject('bad-asset-unknown', `asset ${guid} does not exist`);
  const totalSupply = record.totalSupply + amount;
  if (totalSupply > record.maxSupply)
    return reject(
      'bad-asset-supply',
      `${amount} units more are beyond the maximum supply ${record.maxSupply} of asset ${guid}: ${record.totalSupply} exist`,
    );
  return { record: { ...record, totalSupply } };
}

/** Checks a mint by proof of a burn on the external chain. Each burn is minted once. */
export function checkMint(
  { allocations, proof }: PayloadOf<typeof serviceVersion.mintByProof>,
  { transaction, coins, context }: Scene,
): AssetEffect | Rejection {
  const [allocation] = allocations;
  const target = allocation?.outputs[0];
  if (allocation === undefined || target === undefined || allocations.length > 1 || allocation.outputs.length > 1)
    return reject('bad-asset-allocations', 'a mint has not exactly one output of one asset');
  const { guid } = allocation;
  const { n, amount } = target;
  const { scriptPubKey: script, valueSat } = transaction.outputs[n]!;
  if (amount === 0n) return reject('bad-asset-amount', 'a mint of nothing');
  if (coins.some(({ asset }) => asset !== undefined)) return reject('bad-asset-input', 'a mint spends an output that carries an asset');
  if (proof.witness.length > 0 && !coins.some(({ scriptPubKey }) => scriptPubKey.equals(proof.witness)))
    return reject('bad-mint-witness', 'no input spends a coin of the witness, who therefore did not sign');
  if (guid === COIN_GUID && valueSat !== amount)
    return reject('bad-asset-amount', `output ${n} has ${valueSat} satoshis instead of the minted ${amount}`);
  const after = mintedAsset(guid, amount, context);
  if ('reason' in after) return after;
  const { record } = after;
  const verified = context.mints.verify(
    { proof, guid, amount, precision: record?.precision ?? COIN_PRECISION, script, contract: record?.contract },
    context.place,
  );
  if ('reason' in verified) return verified;
  const { burn } = verified;
  if (context.assets.isMinted(burn)) return reject('bad-mint-duplicate', `the burn ${burn} was minted already`);
  return record === undefined ? { mintedSat: amount, burn } : { mintedSat: 0n, record, burn };
}

/** Checks a burn of allocations for the external chain. What it spends must be confirmed (document 3, States and transitions). */
export function checkAllocationBurn(
  { allocations, burn }: PayloadOf<typeof serviceVersion.allocationBurn>,
  { coins, context }: Scene,
): AssetEffect | Rejection {
  const { guid, amount } = burn;
  if (allocations.some((allocation) => allocation.guid !== guid))
    return reject('bad-asset-allocations', `a burn of asset ${guid} lists another asset`);
  const record = context.assets.get(guid);
  if (record === undefined) return reject('bad-asset-unknown', `asset ${guid} does not exist`);
  const spent = allocationsSpent(coins);
  if (spent === undefined || [...spent.keys()].some((spentGuid) => spentGuid !== guid))
    return reject('bad-asset-input', `a burn of asset ${guid} spends another asset, or the ownership of one`);
  const change = allocations.reduce((sum, allocation) => sum + totalOf(allocation), 0n);
  if (amount === 0n || allocations.some(({ outputs }) => outputs.some((output) => output.amount === 0n)))
    return reject('bad-asset-amount', 'a burn, or an output of it, of nothing');
  const held = spent.get(guid) ?? 0n;
  if (held !== amount + change)
    return reject('bad-asset-amount', `${held} units of asset ${guid} are spent, ${amount} burnt and ${change} kept`);
  if (coins.some((coin) => coin.asset !== undefined && coin.height >= context.height))
    return reject('bad-asset-unconfirmed', `the burn spends allocations that are not confirmed yet`);
  return { mintedSat: 0n, record: { ...record, totalSupply: record.totalSupply - amount } };
}

/** Checks a transfer: of each asset the outputs carry what the inputs spend. */
export function checkAllocationSend(
  { allocations }: PayloadOf<typeof serviceVersion.allocationSend>,
  { coins }: Scene,
): AssetEffect | Rejection {
  const spent = allocationsSpent(coins);
  if (spent === undefined) return reject('bad-asset-input', 'a transfer of allocations spends the ownership of an asset');
  if (allocations.length === 0) return reject('bad-asset-allocations', 'a transfer without allocations');
  for (const allocation of allocations) {
    const { guid, outputs } = allocation;
    const held = spent.get(guid) ?? 0n;
    const sent = totalOf(allocation);
    if (held !== sent || outputs.some(({ amount }) => amount === 0n))
      return reject('bad-asset-amount', `${held} units of asset ${guid} are spent and ${sent} sent`);
    spent.delete(guid);
  }
  const [missing] = spent.keys();
  return missing === undefined ? noEffect : reject('bad-asset-amount', `asset ${missing} is spent and not listed`);
}
