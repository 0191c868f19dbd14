import { DomainError } from '../../domain-error.ts';

export type AssetErrorReason =
  | 'not-the-owner' // the wallet does not own the asset
  | 'asset-funds' // the wallet holds too little of it
  | 'asset-refused'; // by the rules of assets or of the mempool

/** A wallet cannot do what was requested with an asset. */
export class AssetError extends DomainError<AssetErrorReason> {
  override readonly name = 'AssetError';
}
