import { type AssetEffect, type AssetReaders, COIN_GUID } from '../assets/types.ts';
import { dataOutputOf } from '../assets/data-output.ts';
import type { Transaction } from '../primitives/types.ts';
import type { Rejection } from '../primitives/rejection.ts';
import type { State, Table } from '../state/types.ts';

/** What a transaction of the mempool would change of an asset, as far as others depend on it without spending it. */
export interface AssetClaim {
  readonly txid: string;
  readonly guid: number;
  /** Whether it creates the asset. */
  readonly creates: boolean;
  /** Smallest units that it adds to the supply. */
  readonly added: bigint;
  /** Whether it changes the contract or the maximum supply, on which mints depend. */
  readonly limitsMints: boolean;
  /** The burn that it mints, see `MintVerifier`. */
  readonly burn: string | undefined;
}

/** The claim of a transaction with this effect on the assets at the tip; undefined if nothing else depends on it. */
export function claimOf(txid: string, { record, burn }: AssetEffect, assets: AssetReaders): AssetClaim | undefined {
  if (record === undefined)
    return burn === undefined ? undefined : { txid, guid: COIN_GUID, creates: false, added: 0n, limitsMints: false, burn };
  const { guid, totalSupply, maxSupply, contract } = record;
  const before = assets.get(guid);
  const creates = before === undefined;
  const added = totalSupply - (before?.totalSupply ?? 0n);
  const limitsMints = before !== undefined && (maxSupply !== before.maxSupply || !contract.equals(before.contract));
  return creates || added > 0n || limitsMints ? { txid, guid, creates, added, limitsMints, burn } : undefined;
}

/**
 * The claims of all transactions in the mempool. Together they are valid in the next block, in any order and without any
 * of them: so a miner can select freely.
 */
export class AssetClaims {
  /** By guid. */
  readonly #claims: Table<readonly AssetClaim[]>;
  /** By burn: the transaction that mints it. */
  readonly #burns: Table<string>;

  constructor(state: State) {
    this.#claims = state.table('mempool.asset-claims');
    this.#burns = state.table('mempool.minted-burns');
  }

  get isEmpty(): boolean {
    return this.#claims.size === 0;
  }

  /** Why a claim cannot be beside those in the mempool; undefined if it can. @param replaced transactions that it replaces */
  conflict(claim: AssetClaim, assets: AssetReaders, replaced: ReadonlyMap<string, unknown>): Rejection | undefined {
    const others = this.#of(claim.guid).filter(({ txid }) => !replaced.has(txid));
    const { guid } = claim;
    const refuse = (what: string): Rejection => ({ reason: 'txn-mempool-conflict', detail: `${what} is in the memory pool` });
    if (claim.creates && others.some(({ creates }) => creates)) return refuse(`another asset ${guid}`);
    const rival = claim.burn === undefined ? undefined : this.#burns.get(claim.burn);
    if (rival !== undefined && !replaced.has(rival)) return refuse(`another mint of burn ${claim.burn}`);
    if (claim.added > 0n && others.some(({ limitsMints }) => limitsMints))
      return refuse(`an update of contract or supply of asset ${guid}`);
    if (claim.limitsMints && others.some(({ added }) => added > 0n)) return refuse(`a mint of asset ${guid}`);
    const record = assets.get(guid);
    if (record === undefined) return undefined;
    const total = others.reduce((sum, { added }) => sum + added, record.totalSupply + claim.added);
    return claim.added > 0n && total > record.maxSupply
      ? {
          reason: 'bad-asset-supply',
          detail: `with the mints in the memory pool, ${total} units of asset ${guid} are beyond its maximum supply ${record.maxSupply}`,
        }
      : undefined;
  }

  add(claim: AssetClaim): void {
    if (claim.burn !== undefined) this.#burns.set(claim.burn, claim.txid);
    this.#claims.set(String(claim.guid), [...this.#of(claim.guid), claim]);
  }

  /** Removes the claim of a transaction, if it has one. */
  remove(transaction: Transaction): void {
    const payload = dataOutputOf(transaction)?.payload;
    const guid = payload !== undefined && 'allocations' in payload ? payload.allocations[0]?.guid : undefined;
    if (guid === undefined) return;
    const claims = this.#of(guid);
    const left = claims.filter(({ txid }) => txid !== transaction.txid);
    if (left.length === claims.length) return;
    for (const { txid, burn } of claims) if (txid === transaction.txid && burn !== undefined) this.#burns.delete(burn);
    if (left.length > 0) this.#claims.set(String(guid), left);
    else this.#claims.delete(String(guid));
  }

  /** Removes all claims. @returns the transactions that had one */
  clear(): string[] {
    const txids = [...this.#claims.values()].flatMap((claims) => claims.map(({ txid }) => txid));
    this.#claims.clear();
    this.#burns.clear();
    return txids;
  }

  #of(guid: number): readonly AssetClaim[] {
    return this.#claims.get(String(guid)) ?? [];
  }
}
