import type { AssetAmount, AssetRecord } from '../../assets/types.ts';
import { formatUnits } from '../../primitives/amount.ts';
import type { Mempool } from '../../mempool/types.ts';
import type { WalletCoin } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import { AssetError } from './asset-error.ts';

/** An unspent output of a wallet that carries an asset. */
export interface AssetCoin {
  readonly coin: WalletCoin;
  readonly carried: AssetAmount;
}

interface AssetCoinFilter {
  readonly guid: number;
  readonly minConfirmations: number;
  /** Only coins of this output script. */
  readonly script?: Buffer;
}

/** What a wallet can spend of an asset, the ownership included. */
function assetCoins(wallet: Wallet, { guid, minConfirmations, script }: AssetCoinFilter): AssetCoin[] {
  return wallet.coins.list({ minConfirmations, includeUnsafe: false, onlyAssets: true }).flatMap((coin): AssetCoin[] => {
    const { asset: carried } = coin;
    if (carried?.guid !== guid || (script !== undefined && !coin.scriptPubKey.equals(script))) return [];
    return [{ coin, carried }];
  });
}

/**
 * The ownership output of an asset, which the wallet can spend. Throws `AssetError` (not-the-owner) if the wallet does not
 * have it, (asset-refused) while a transaction of the owner is not confirmed.
 */
export function ownershipCoin(wallet: Wallet, { guid, owner }: AssetRecord, mempool: Mempool): WalletCoin {
  const found = assetCoins(wallet, { guid, minConfirmations: 1 }).find(({ coin }) => coin.txid === owner.txid && coin.vout === owner.vout);
  if (found !== undefined) return found.coin;
  const own = wallet.ledger.own(owner);
  if (own === undefined || wallet.keychain.index.ownership(own.scriptPubKey) !== 'spendable')
    throw new AssetError('not-the-owner', `The wallet does not own asset ${guid}: use the wallet that created it`);
  const spender = mempool.spender(owner);
  throw new AssetError(
    'asset-refused',
    spender === undefined
      ? `The output ${owner.txid}:${owner.vout} that owns asset ${guid} is locked or spent by another transaction of the wallet`
      : `The last transaction of the owner of asset ${guid}, ${spender}, is not confirmed: wait for a block`,
  );
}

/**
 * Coins that carry at least an amount of an asset, the largest first, so that there are few inputs. Throws `AssetError`
 * (asset-funds) if the wallet has too little.
 */
export function selectAssetCoins(wallet: Wallet, record: AssetRecord, units: bigint, filter: Omit<AssetCoinFilter, 'guid'>): AssetCoin[] {
  const { guid, precision } = record;
  const all = assetCoins(wallet, { ...filter, guid }).filter(({ carried }) => carried.amount > 0n);
  const bySize = all.sort((a, b) => (a.carried.amount < b.carried.amount ? 1 : -1));
  const chosen: AssetCoin[] = [];
  let sum = 0n;
  for (const coin of bySize) {
    if (sum >= units) break;
    chosen.push(coin);
    sum += coin.carried.amount;
  }
  if (sum >= units) return chosen;
  const place = filter.script === undefined ? 'the wallet' : 'the address';
  const confirmed = filter.minConfirmations > 0 ? ' with a confirmation' : '';
  throw new AssetError(
    'asset-funds',
    `Insufficient funds: ${place} has ${formatUnits(sum, precision)} of asset ${guid}${confirmed}, expected ${formatUnits(units, precision)}`,
  );
}
