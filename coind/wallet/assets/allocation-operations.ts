import { type Allocation, type AssetRecord, type Payload, serviceVersion } from '../../assets/types.ts';
import type { Outpoint, Transaction } from '../../primitives/types.ts';
import type { Payment } from '../spend/build-transaction.ts';
import type { SpendDeps } from '../spend/spend-deps.ts';
import type { Wallet } from '../wallet.ts';
import { type AssetCoin, selectAssetCoins } from './asset-coins.ts';
import { carrier } from './owner-operations.ts';
import { sendService } from './service-transaction.ts';

/** An amount of an asset for an output script. */
export interface AllocationPayment {
  readonly record: AssetRecord;
  readonly script: Buffer;
  /** Smallest units. */
  readonly units: bigint;
}

/** Outputs, and what they carry. */
class Carriers {
  readonly outputs: Payment[] = [];
  readonly #allocations = new Map<number, { readonly n: number; readonly amount: bigint }[]>();

  add(guid: number, script: Buffer, amount: bigint): void {
    const n = this.outputs.push(carrier(script)) - 1;
    const list = this.#allocations.get(guid) ?? [];
    this.#allocations.set(guid, list);
    list.push({ n, amount });
  }

  get allocations(): Allocation[] {
    return [...this.#allocations].map(([guid, outputs]) => ({ guid, outputs }));
  }
}

const sumOf = (coins: readonly AssetCoin[]): bigint => coins.reduce((sum, { carried }) => sum + carried.amount, 0n);
const outpoints = (coins: readonly AssetCoin[]): Outpoint[] => coins.map(({ coin: { txid, vout } }) => ({ txid, vout }));

/**
 * Sends amounts of one or several assets in one transaction; the rest of what is spent returns to a new address of the
 * wallet. Throws as `sendService` and `selectAssetCoins` do.
 */
export function sendAllocations(payments: readonly AllocationPayment[], wallet: Wallet, deps: SpendDeps): Transaction {
  const carriers = new Carriers();
  const wanted = new Map<AssetRecord, bigint>();
  for (const { record, script, units } of payments) {
    carriers.add(record.guid, script, units);
    wanted.set(record, (wanted.get(record) ?? 0n) + units);
  }
  const spent: AssetCoin[] = [];
  const change: ReturnType<Wallet['reserveChange']>[] = [];
  try {
    for (const [record, units] of wanted) {
      const coins = selectAssetCoins(wallet, record, units, { minConfirmations: 0 });
      spent.push(...coins);
      const left = sumOf(coins) - units;
      if (left === 0n) continue;
      const reserved = wallet.reserveChange('bech32');
      change.push(reserved);
      carriers.add(record.guid, reserved.script, left);
    }
    const payload: Payload = { version: serviceVersion.allocationSend, allocations: carriers.allocations };
    const transaction = sendService(
      { outputs: carriers.outputs, payload: () => payload, burntSat: 0n, inputs: outpoints(spent) },
      wallet,
      deps,
    );
    for (const reserved of change) reserved.keep();
    return transaction;
  } catch (error) {
    for (const reserved of change) reserved.release();
    throw error;
  }
}

/**
 * Burns what an output script holds of an asset, for an address of the external chain (document 3, `assetallocationburn`).
 * The rest of what is spent returns to the same script. Throws as `sendService` and `selectAssetCoins` do.
 */
export function burnAllocation(
  { record, script, units }: AllocationPayment,
  address: Buffer,
  wallet: Wallet,
  deps: SpendDeps,
): Transaction {
  const { guid } = record;
  const coins = selectAssetCoins(wallet, record, units, { minConfirmations: 1, script });
  const carriers = new Carriers();
  const left = sumOf(coins) - units;
  if (left > 0n) carriers.add(guid, script, left);
  const payload: Payload = {
    version: serviceVersion.allocationBurn,
    allocations: carriers.allocations,
    burn: { guid, amount: units },
    address,
  };
  return sendService({ outputs: carriers.outputs, payload: () => payload, burntSat: 0n, inputs: outpoints(coins) }, wallet, deps);
}
