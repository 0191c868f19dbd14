import type { Outpoint } from '../primitives/types.ts';

/** Status values of `masternodelist` (document 3, States and transitions). `masternodes/status.ts` has their causes. */
export type MasternodeStatus = 'PRE_ENABLED' | 'ENABLED' | 'NEW_START_REQUIRED' | 'UPDATE_REQUIRED' | 'POSE_BAN' | 'OUTPOINT_SPENT';

/** A masternode that was announced to the network. Times are epoch seconds by the clock of the node. */
export interface Masternode {
  /** The collateral, which identifies it. */
  readonly outpoint: Outpoint;
  readonly status: MasternodeStatus;
  /** Protocol version that it announced. */
  readonly protocol: number;
  /** Output script of the collateral, which is paid too. */
  readonly payeeScript: Buffer;
  /** Public key that its pings and votes are verified with. */
  readonly operatorKey: Buffer;
  /** Public key of the collateral. */
  readonly collateralKey: Buffer;
  /** `ip:port` */
  readonly address: string;
  readonly announcedAt: number;
  readonly lastSeen: number;
  /** Version of the program, as its pings have it: 0.1.0 is 10000. */
  readonly daemonVersion: number;
  /** As given to `sentinelping`; 0 for none. */
  readonly sentinelVersion: number;
  /** Whether its sentinel had pinged it shortly before its last ping. */
  readonly sentinelIsCurrent: boolean;
  /** Number of pings that it should have sent since the last one. */
  readonly missedPings: number;
  /** Latest block of the active chain that paid it; 0 if none did. */
  readonly lastPaidBlock: number;
  /** Time of that block; 0 if none paid it. */
  readonly lastPaidTime: number;
}

/** A line of masternode.conf. */
export interface ConfiguredMasternode {
  readonly name: string;
  /** `ip:port` */
  readonly address: string;
  /** Of the operator: signs pings and votes. */
  readonly privateKey: Buffer;
  readonly outpoint: Outpoint;
}

/** Private key of the operator of a masternode, with the collateral. */
export interface OwnMasternode {
  readonly outpoint: Outpoint;
  readonly privateKey: Buffer;
}

/** Masternodes known to the node. */
export interface Masternodes {
  /** All that were announced, sorted by outpoint. */
  list(): readonly Masternode[];
  get(outpoint: Outpoint): Masternode | undefined;
  /** Lines of masternode.conf, read anew. Throws `MasternodeError` (conf-invalid) for a line that is not valid. */
  configured(): readonly ConfiguredMasternode[];
  /** The masternode of this process, with -masternode and -masternodeprivkey; undefined without, or until it is announced. */
  readonly own: OwnMasternode | undefined;
  /** Whether its votes count: its collateral is unspent and it is not banned. */
  mayVote(outpoint: Outpoint): boolean;
  /** The masternode to be paid at a height above the tip, by the list of this node; undefined if none qualifies. */
  winner(height: number): Masternode | undefined;
  on(events: Partial<MasternodeEvents>): void;
}

export interface MasternodeEvents {
  /** After a masternode was added, removed, announced anew or seen again. */
  listChanged(): void;
}

export type SporkName =
  | 'SPORK_6_NEW_SIGS'
  | 'SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT'
  | 'SPORK_9_SUPERBLOCKS_ENABLED'
  | 'SPORK_10_MASTERNODE_PAY_UPDATED_NODES'
  | 'SPORK_12_RECONSIDER_BLOCKS'
  | 'SPORK_14_REQUIRE_SENTINEL_FLAG';

/** Settings of the network, signed with the spork key. */
export interface Sporks {
  value(name: SporkName): number;
  /** Whether a time-based spork is active: its value is a time that has come. False for any other spork. */
  isActive(name: SporkName): boolean;
}
