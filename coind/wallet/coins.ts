import type { Chain } from '../chain/types.ts';
import type { ChainParams } from '../params.ts';
import type { Mempool } from '../mempool/types.ts';
import { knownAddressOf } from './known-addresses.ts';
import type { Ledger } from './ledger.ts';
import type { OwnOutput } from './own-outputs.ts';
import type { ScriptIndex } from './script-index.ts';
import type { Balances, CoinFilter, WalletCoin, WalletTx } from './types.ts';

export interface CoinDeps {
  readonly ledger: Ledger;
  readonly index: ScriptIndex;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly params: ChainParams;
  readonly spendZeroConfChange: boolean;
  readonly isLocked: (output: OwnOutput) => boolean;
}

/** What the wallet has that is not spent, and how far it can be relied on. */
export class Coins {
  readonly #deps: CoinDeps;

  constructor(deps: CoinDeps) {
    this.#deps = deps;
  }

  /**
   * Confirmed, or in the pool and all of it from this wallet: then nobody but the wallet itself could take it back. With
   * -spendzeroconfchange=0 only what is confirmed.
   */
  isTrusted(tx: WalletTx, known = new Map<string, boolean>()): boolean {
    const { ledger, index, spendZeroConfChange } = this.#deps;
    if (tx.state.type === 'confirmed') return true;
    if (tx.state.type !== 'pool' || !spendZeroConfChange || !tx.fromMe || tx.transaction.isCoinbase) return false;
    const { txid, inputs } = tx.transaction;
    const before = known.get(txid);
    if (before !== undefined) return before;
    const trusted = inputs.every((input) => {
      const own = ledger.own(input);
      const parent = ledger.get(input.txid);
      return (
        own !== undefined && parent !== undefined && index.ownership(own.scriptPubKey) === 'spendable' && this.isTrusted(parent, known)
      );
    });
    known.set(txid, trusted);
    return trusted;
  }

  /** A coinbase that needs more blocks before it can be spent; one that left the chain is not even that. */
  isImmature(tx: WalletTx): boolean {
    if (!tx.transaction.isCoinbase) return false;
    const depth = this.#deps.ledger.confirmations(tx);
    return depth > 0 && depth <= this.#deps.params.coinbaseMaturity;
  }

  list(filter: CoinFilter = {}): WalletCoin[] {
    const { ledger, index, params, isLocked } = this.#deps;
    const { minConfirmations = 0, maxConfirmations = Infinity, includeUnsafe = true, includeWatchOnly = false } = filter;
    const trusted = new Map<string, boolean>();
    const coins: WalletCoin[] = [];
    for (const own of ledger.unspent()) {
      const tx = ledger.get(own.txid)!;
      const confirmations = ledger.confirmations(tx);
      if (confirmations < minConfirmations || confirmations > maxConfirmations || !this.#isThere(tx)) continue;
      if (filter.includeImmature !== true && this.isImmature(tx)) continue;
      if (filter.includeLocked !== true && isLocked(own)) continue;
      const ownership = index.ownership(own.scriptPubKey);
      if (ownership === 'none' || (ownership === 'watch' && !includeWatchOnly)) continue;
      const safe = confirmations > 0 || (this.isTrusted(tx, trusted) && tx.replaces === undefined && tx.replacedBy === undefined);
      if (!safe && !includeUnsafe) continue;
      const address = knownAddressOf(own.scriptPubKey, params);
      coins.push({
        ...own,
        ownership,
        safe,
        confirmations,
        solvable: index.isSolvable(own.scriptPubKey),
        coinbase: tx.transaction.isCoinbase,
        fromMe: tx.fromMe,
        ...(address !== undefined && { address }),
      });
    }
    return coins;
  }

  balances({
    minConfirmations = 0,
    watchOnly = false,
  }: { readonly minConfirmations?: number; readonly watchOnly?: boolean } = {}): Balances {
    const { ledger, index } = this.#deps;
    const known = new Map<string, boolean>();
    const sums = { trustedSat: 0n, pendingSat: 0n, immatureSat: 0n };
    for (const own of ledger.unspent()) {
      const ownership = index.ownership(own.scriptPubKey);
      if (ownership === 'none' || (ownership === 'watch' && !watchOnly)) continue;
      const tx = ledger.get(own.txid)!;
      if (this.isImmature(tx)) sums.immatureSat += own.valueSat;
      else if (this.isTrusted(tx, known)) {
        if (ledger.confirmations(tx) >= minConfirmations) sums.trustedSat += own.valueSat;
      } else if (tx.state.type === 'pool') sums.pendingSat += own.valueSat;
    }
    return sums;
  }

  /** In a block or in the pool: what is in neither may never be. */
  #isThere({ state, transaction }: WalletTx): boolean {
    if (state.type === 'confirmed') return true;
    return state.type === 'pool' && this.#deps.mempool.has(transaction.txid);
  }
}
