import type { ChainParams } from '../params.ts';
import { cachedAddressOf } from './address-cache.ts';
import type { Ledger } from './ledger.ts';
import type { OwnOutput } from './own-outputs.ts';
import type { ScriptIndex } from './script-index.ts';
import type { Balances, CoinFilter, WalletCoin, WalletTx } from './types.ts';

export interface CoinDeps {
  readonly ledger: Ledger;
  readonly index: ScriptIndex;
  readonly params: ChainParams;
  readonly spendZeroConfChange: boolean;
  readonly isLocked: (output: OwnOutput) => boolean;
}

/** The unspent outputs of a wallet, and which of them are trusted. */
export class Coins {
  readonly #deps: CoinDeps;

  constructor(deps: CoinDeps) {
    this.#deps = deps;
  }

  /**
   * Whether a transaction is confirmed, or in the mempool with all its inputs from this wallet: then only the wallet
   * itself could double-spend it. With -spendzeroconfchange=0 only confirmed transactions are trusted.
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

  /** Whether it is a coinbase that needs more blocks before it can be spent. False for one that left the chain. */
  isImmature(tx: WalletTx): boolean {
    if (!tx.transaction.isCoinbase) return false;
    const depth = this.#deps.ledger.confirmations(tx);
    return depth > 0 && depth <= this.#deps.params.coinbaseMaturity;
  }

  list(filter: CoinFilter = {}): WalletCoin[] {
    const { ledger, index, params, isLocked } = this.#deps;
    const {
      minConfirmations = 0,
      maxConfirmations = Infinity,
      includeUnsafe = true,
      includeWatchOnly = false,
      onlyAssets = false,
    } = filter;
    const trusted = new Map<string, boolean>();
    const coins: WalletCoin[] = [];
    for (const own of ledger.unspent()) {
      if ((own.asset !== undefined) !== onlyAssets) continue;
      const tx = ledger.get(own.txid)!;
      const confirmations = ledger.confirmations(tx);
      if (confirmations < minConfirmations || confirmations > maxConfirmations || !isActive(tx)) continue;
      if (filter.includeImmature !== true && this.isImmature(tx)) continue;
      if (filter.includeLocked !== true && isLocked(own)) continue;
      const ownership = index.ownership(own.scriptPubKey);
      if (ownership === 'none' || (ownership === 'watch' && !includeWatchOnly)) continue;
      const safe = confirmations > 0 || (this.isTrusted(tx, trusted) && tx.replaces === undefined && tx.replacedBy === undefined);
      if (!safe && !includeUnsafe) continue;
      const address = cachedAddressOf(own.scriptPubKey, params);
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

  /** Sums of the outputs that carry no asset: the value of the others is dust, which ordinary payments cannot spend. */
  balances({
    minConfirmations = 0,
    watchOnly = false,
  }: { readonly minConfirmations?: number; readonly watchOnly?: boolean } = {}): Balances {
    const { ledger, index } = this.#deps;
    const known = new Map<string, boolean>();
    const sums = { trustedSat: 0n, pendingSat: 0n, immatureSat: 0n };
    for (const own of ledger.unspent()) {
      if (own.asset !== undefined) continue;
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
}

/** Whether it is in a block or in the mempool. */
const isActive = ({ state }: WalletTx): boolean => state.type === 'confirmed' || state.type === 'pool';
