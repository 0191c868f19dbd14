import type { Rejection } from '../primitives/rejection.ts';
import type { Outpoint } from '../primitives/types.ts';

/** Versions of service transactions. */
export const serviceVersion = {
  /** Burns coin for the bridged token. */
  coinBurnToBridge: 128,
  /** Burns coin for good. */
  coinBurn: 129,
  assetNew: 130,
  assetUpdate: 131,
  /** Issues an amount of an asset, by its owner. */
  assetSend: 132,
  /** Mints what was burnt on the external chain. */
  mintByProof: 133,
  /** Burns allocations for the external chain. */
  allocationBurn: 134,
  allocationSend: 135,
} as const;

/** Guid that stands for the coin in a mint by proof. */
export const COIN_GUID = 0;

/** Rights to update, document 3, Update capability bitmask. The bits also name the changed fields of an assetupdate. */
export const updateFlag = {
  publicValue: 1,
  contract: 2,
  supply: 4,
  notary: 8,
  notaryDetails: 16,
  auxFees: 32,
  flags: 64,
} as const;

export const ALL_UPDATE_FLAGS = 127;

/** What an output carries of one asset. An amount of 0 is the ownership of the asset. */
export interface AssetAmount {
  readonly guid: number;
  /** Smallest units: 10^-precision. */
  readonly amount: bigint;
}

/** What the outputs of a transaction carry of one asset. */
export interface Allocation {
  readonly guid: number;
  readonly outputs: readonly { readonly n: number; readonly amount: bigint }[];
}

/** Document 3, Notary details and auxiliary fee structures. */
export interface NotaryDetails {
  readonly endpoint: string;
  readonly instantTransfers: boolean;
  readonly hdRequired: boolean;
}

export interface AuxFees {
  /** Output script of the operator. */
  readonly script: Buffer;
  readonly levels: readonly {
    /** Upper bound of the level, smallest units. */
    readonly bound: bigint;
    /** Share in steps of 0.001 percent, 0 to 65535. */
    readonly share: number;
  }[];
}

/** Fields of an asset that its owner may be entitled to change. */
export interface AssetFields {
  /** The description. */
  readonly publicValue: string;
  /** Contract on the external chain: 20 bytes, or empty without a bridge. */
  readonly contract: Buffer;
  /** Smallest units. */
  readonly maxSupply: bigint;
  /** Output script of the notary; empty without one. */
  readonly notary: Buffer;
  readonly notaryDetails: NotaryDetails | undefined;
  readonly auxFees: AuxFees | undefined;
  readonly updateFlags: number;
}

/** An asset at the tip of a chain, or after transactions of a block. Immutable. */
export interface AssetRecord extends AssetFields {
  readonly guid: number;
  /** Of the assetnew. */
  readonly txid: string;
  readonly symbol: string;
  /** Number of decimal places, 0 to 8. */
  readonly precision: number;
  /** The ownership output. Owner's operations spend it and make it anew. */
  readonly owner: Outpoint;
  /** What the owner has ever issued; he can still issue `maxSupply - issued`. */
  readonly issued: bigint;
  /** Sum of all unspent allocations. */
  readonly totalSupply: bigint;
}

/** A burn on the external chain, as the arguments of coinmint state it. */
export interface MintProof {
  readonly blockNumber: number;
  /** The raw burn transaction. */
  readonly transaction: Buffer;
  /** 32 bytes. */
  readonly txRoot: Buffer;
  readonly merkleProof: Buffer;
  readonly merklePath: Buffer;
  /** Output script of the witness that signs for notarization; empty without one. */
  readonly witness: Buffer;
}

/** The service data of a transaction, by its version. Coins that are burnt are the value of the data output. */
export type Payload =
  | { readonly version: typeof serviceVersion.coinBurnToBridge; readonly address: Buffer } // 20 bytes, on the external chain
  | { readonly version: typeof serviceVersion.coinBurn }
  | ({
      readonly version: typeof serviceVersion.assetNew;
      readonly allocations: readonly Allocation[];
      readonly symbol: string;
      readonly precision: number;
    } & AssetFields)
  | {
      readonly version: typeof serviceVersion.assetUpdate;
      readonly allocations: readonly Allocation[];
      /** Only the fields that change. */
      readonly changes: Partial<AssetFields>;
    }
  | { readonly version: typeof serviceVersion.assetSend; readonly allocations: readonly Allocation[] }
  | {
      readonly version: typeof serviceVersion.mintByProof;
      /** One output of one asset. With `COIN_GUID` the output has the minted amount as its value. */
      readonly allocations: readonly Allocation[];
      readonly proof: MintProof;
    }
  | {
      readonly version: typeof serviceVersion.allocationBurn;
      /** What is left of the spent allocations; empty if all was burnt. */
      readonly allocations: readonly Allocation[];
      readonly burn: AssetAmount;
      /** 20 bytes, on the external chain. */
      readonly address: Buffer;
    }
  | { readonly version: typeof serviceVersion.allocationSend; readonly allocations: readonly Allocation[] };

export type PayloadOf<Version extends Payload['version']> = Extract<Payload, { readonly version: Version }>;

/** A mint that a proof must support. */
export interface MintClaim {
  readonly proof: MintProof;
  /** `COIN_GUID` for the coin. */
  readonly guid: number;
  /** Smallest units of the asset, or satoshis. */
  readonly amount: bigint;
  /** Number of decimal places of the asset, or of the coin. */
  readonly precision: number;
  /** Output script that receives it. */
  readonly script: Buffer;
  /** The asset's contract on the external chain; undefined for the coin, whose contract is a parameter of the chain. */
  readonly contract: Buffer | undefined;
}

/** Checks proofs of burns on the external chain. Synchronous. */
export interface MintVerifier {
  /**
   * Checks a claim against its proof, and in the `pool` also against the headers of the external chain.
   * @returns a key of the burn, by which it is minted only once, or why the claim is refused
   */
  verify(claim: MintClaim, place: 'pool' | 'block'): { readonly burn: string } | Rejection;
}

/** Readers of the assets at the tip of the chain. */
export interface AssetReaders {
  get(guid: number): AssetRecord | undefined;
  all(): IterableIterator<AssetRecord>;
  /** Whether a burn of the external chain was minted (see `MintVerifier`). */
  isMinted(burn: string): boolean;
}

/** A coin that a transaction spends, as far as the rules of assets need it. */
export interface SpentCoin {
  /** Of its block; above every height while it is unconfirmed. */
  readonly height: number;
  readonly scriptPubKey: Buffer;
  readonly asset?: AssetAmount;
}

/** The assets before a transaction, and where it is checked. */
export interface AssetContext {
  /** Height of the block that contains the transaction, or would contain it. */
  readonly height: number;
  readonly place: 'pool' | 'block';
  readonly mints: MintVerifier;
  readonly assets: Pick<AssetReaders, 'get' | 'isMinted'>;
}

/** What a valid transaction changes beside its coins. */
export interface AssetEffect {
  /** Coin that a proof adds to what the inputs spend, satoshis. */
  readonly mintedSat: bigint;
  /** The asset as it is afterwards, if it changes. */
  readonly record?: AssetRecord;
  /** The burn that was minted, see `MintVerifier`. */
  readonly burn?: string;
}

/** What a block changed: each asset as it was before (undefined if new), and the burns that were minted. */
export interface AssetUndo {
  readonly records: readonly (readonly [guid: number, before: AssetRecord | undefined])[];
  readonly burns: readonly string[];
}
