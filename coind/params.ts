import type { Block } from './primitives/types.ts';

/** A rule change that miners signal for, BIP 9. */
export interface Deployment {
  readonly name: string;
  readonly bit: number;
  /** Epoch seconds, compared with the median time of a block's parent; 'always': the rules apply from block 1 on. */
  readonly startTime: number | 'always';
  readonly timeout: number;
}

/** Parameters of proposals and superblocks (document 3, Governance). */
export interface GovernanceParams {
  /** Fee of a proposal, satoshis, and how many confirmations its transaction needs before the proposal counts. */
  readonly proposalFeeSat: bigint;
  readonly feeConfirmations: number;
  /** Minimum of yes votes, less the no votes, whatever the number of masternodes. */
  readonly minQuorum: number;
  /** Blocks from one superblock to the next. */
  readonly superblockCycle: number;
  /** A superblock may pay one part in so many of the subsidies of its cycle. */
  readonly budgetDivisor: bigint;
  /** Masternodes make triggers so many blocks before a superblock. */
  readonly triggerWindow: number;
  /** Triggers are kept for so many blocks after their superblock, for reorganisations. */
  readonly triggerKeepBlocks: number;
  /** Maximum data of a governance object, and of a proposal, bytes. */
  readonly maxDataBytes: number;
  readonly maxProposalBytes: number;
}

/** Parameters of a chain. Its proof of work is double SHA-256. */
export interface ChainParams {
  readonly name: 'regtest';
  readonly genesis: Block;
  /** First byte of base58 strings. */
  readonly pubKeyHashPrefix: number;
  readonly scriptHashPrefix: number;
  /** Of P2SH in the old address format, which is accepted in arguments. */
  readonly oldScriptHashPrefix: number;
  readonly wifPrefix: number;
  /** First four bytes of extended keys, BIP 32. */
  readonly extendedKeyVersions: { readonly private: number; readonly public: number };
  /** Human-readable part of bech32 addresses. */
  readonly hrp: string;
  /** First bytes of every message between peers. */
  readonly magic: Buffer;
  readonly defaultPort: number;
  readonly defaultRpcPort: number;
  readonly initialSubsidySat: bigint;
  /** Blocks. */
  readonly halvingInterval: number;
  readonly coinbaseMaturity: number;
  /** First heights with these rules: the height in the coinbase, CLTV, strict DER. */
  readonly bip34Height: number;
  readonly bip65Height: number;
  readonly bip66Height: number;
  readonly deployments: readonly Deployment[];
  /** Number of blocks in a signalling period, and how many of them must signal. */
  readonly signallingPeriod: number;
  readonly signallingThreshold: number;
  /** Every block has this target: there is no retargeting. */
  readonly powLimitBits: number;
  readonly targetSpacingSeconds: number;
  /** Contract of the coin on the external chain, 20 bytes: a mint of coin proves a call of it. */
  readonly bridgeContract: Buffer;
  /** Prefix of messages signed with `signmessage`. */
  readonly messagePrefix: string;
  readonly masternodes: {
    /** Exact value of the output that a masternode needs, satoshis. */
    readonly collateralSat: bigint;
    /** Confirmations that it must have when the masternode is announced. */
    readonly minConfirmations: number;
    /** Share of the reward of a block, subsidy and fees, that is paid to a masternode. */
    readonly rewardPercent: bigint;
    /** Number of votes for a payee from which on spork 8 enforces the payment. */
    readonly minVotes: number;
  };
  /** HASH160 of the public key that sporks are verified with, unless -sporkaddr or -sporkkey is given. */
  readonly sporkKeyHash: Buffer;
  readonly governance: GovernanceParams;
}
