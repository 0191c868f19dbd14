import { ASSET_COST_SAT } from '../../assets/limits.ts';
import { type AssetFields, type AssetRecord, type Payload, serviceVersion } from '../../assets/types.ts';
import { guidOf } from '../../assets/guid.ts';
import { dustThresholdSat } from '../../mempool/policy.ts';
import type { Transaction } from '../../primitives/types.ts';
import type { Payment } from '../spend/build-transaction.ts';
import { FundingError } from '../spend/funding-error.ts';
import type { SpendDeps } from '../spend/spend-deps.ts';
import type { Wallet } from '../wallet.ts';
import { ownershipCoin } from './asset-coins.ts';
import { sendService } from './service-transaction.ts';

/** A new asset. */
export interface AssetCreation extends AssetFields {
  readonly symbol: string;
  readonly precision: number;
  /** Value of the output that owns the asset, from which the owner's later transactions can pay their fees. Satoshis. */
  readonly fundingSat: bigint;
  /** Output script of the owner. */
  readonly owner: Buffer;
}

/** The first output of an owner's transaction owns the asset. */
const ownership = { n: 0, amount: 0n } as const;

/** Creates an asset and burns its cost (document 3, `assetnew`). Throws as `sendService` does. */
export function createAsset(
  { fundingSat, owner, ...fields }: AssetCreation,
  wallet: Wallet,
  deps: SpendDeps,
): { readonly transaction: Transaction; readonly guid: number } {
  const transaction = sendService(
    {
      outputs: [{ scriptPubKey: owner, valueSat: fundingSat, bearsFee: false }],
      payload: (guid) => ({ version: serviceVersion.assetNew, allocations: [{ guid, outputs: [ownership] }], ...fields }),
      burntSat: ASSET_COST_SAT,
      inputs: [],
    },
    wallet,
    deps,
  );
  return { transaction, guid: guidOf(transaction.inputs[0]!) };
}

/** Issues an amount of an asset to an output script (document 3, `assetsend`). Throws as `sendService` and `ownershipCoin` do. */
export function issueAsset(
  record: AssetRecord,
  issue: { readonly script: Buffer; readonly units: bigint },
  wallet: Wallet,
  deps: SpendDeps,
): Transaction {
  const payload: Payload = {
    version: serviceVersion.assetSend,
    allocations: [{ guid: record.guid, outputs: [ownership, { n: 1, amount: issue.units }] }],
  };
  return sendAsOwner(record, { others: [carrier(issue.script)], payload }, wallet, deps);
}

/** Changes fields of an asset (document 3, `assetupdate`). Throws as `sendService` and `ownershipCoin` do. */
export function updateAsset(record: AssetRecord, changes: Partial<AssetFields>, wallet: Wallet, deps: SpendDeps): Transaction {
  const payload: Payload = { version: serviceVersion.assetUpdate, allocations: [{ guid: record.guid, outputs: [ownership] }], changes };
  return sendAsOwner(record, { others: [], payload }, wallet, deps);
}

/** An output that carries an asset, with the least value of coin. */
export function carrier(scriptPubKey: Buffer): Payment {
  return { scriptPubKey, valueSat: dustThresholdSat(scriptPubKey), bearsFee: false };
}

/** Spends the ownership output and makes it anew. It pays the fee, if it can; else other coins of the wallet do. */
function sendAsOwner(
  record: AssetRecord,
  { others, payload }: { readonly others: readonly Payment[]; readonly payload: Payload },
  wallet: Wallet,
  deps: SpendDeps,
): Transaction {
  const { txid, vout, scriptPubKey, valueSat } = ownershipCoin(wallet, record, deps.mempool);
  const request = (owner: Pick<Payment, 'valueSat' | 'bearsFee'>) =>
    ({ outputs: [{ scriptPubKey, ...owner }, ...others], payload: () => payload, burntSat: 0n, inputs: [{ txid, vout }] }) as const;
  const paidSat = others.reduce((sum, payment) => sum + payment.valueSat, 0n);
  try {
    return sendService(request({ valueSat: valueSat - paidSat, bearsFee: true }), wallet, deps);
  } catch (error) {
    if (!(error instanceof FundingError)) throw error;
    return sendService(request({ valueSat, bearsFee: false }), wallet, deps);
  }
}
