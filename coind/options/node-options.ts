/** A user with the hash of the password. */
export interface HashedCredentials {
  readonly user: string;
  readonly salt: string;
  /** HMAC-SHA-256 of the password with the salt as its key; hex. */
  readonly hash: string;
}

/** Start options of a node, read and checked. Amounts are in satoshis, fee rates in satoshis per 1000 vbytes. */
export interface NodeOptions {
  /** undefined: everything is in memory. */
  readonly datadir: string | undefined;
  /** The conf file that options were read from, if any. */
  readonly confFile?: string;
  readonly txindex: boolean;
  /** undefined: off; 'manual': by pruneblockchain only; else the target in bytes. */
  readonly prune: undefined | 'manual' | bigint;
  readonly listen: boolean;
  readonly port: number; // 0: any
  readonly bind: string;
  readonly connect: readonly string[];
  readonly addnode: readonly string[];
  readonly bantimeSeconds: number;
  /** Maximum number of peers, 8 of them outbound. */
  readonly maxConnections: number;
  /** Subnets whose peers are never banned or rejected. */
  readonly whitelist: readonly string[];
  /** Accept no transactions from peers. */
  readonly blocksOnly: boolean;
  /** Public IP addresses of this node (-externalip), each with or without a port. */
  readonly externalIps: readonly string[];
  /** Daily upload in bytes after which no old blocks are served (-maxuploadtarget, in MiB there); undefined: no limit. */
  readonly maxUploadTargetBytes?: number;
  readonly wallet: {
    // these apply to every loaded wallet
    readonly fallbackFeeRate: bigint; // 0: off
    readonly payFeeRate: bigint;
    readonly minFeeRate: bigint; // -mintxfee
    readonly maxFeeSat: bigint; // -maxtxfee
    readonly confTarget: number; // -txconfirmtarget, in blocks
    readonly addressType: 'legacy' | 'p2sh-segwit' | 'bech32';
    readonly changeType: 'legacy' | 'p2sh-segwit' | 'bech32' | undefined; // undefined: as the family chooses
    readonly spendZeroConfChange: boolean;
    readonly keypool: number;
    readonly replaceable: boolean; // -walletrbf
    readonly disabled: boolean; // -disablewallet
    readonly load: readonly string[]; // -wallet=
  };
  readonly deprecatedRpc: readonly string[];
  readonly mempool: {
    readonly maxBytes: number;
    readonly expirySeconds: number;
    readonly minRelayFeeRate: bigint;
    readonly incrementalFeeRate: bigint;
    readonly ancestorCount: number;
    readonly ancestorVsize: number;
    readonly descendantCount: number;
    readonly descendantVsize: number;
    readonly persist: boolean; // -persistmempool
    readonly acceptNonStandard: boolean; // -acceptnonstdtxn
  };
  readonly blockMinFeeRate: bigint; // -blockmintxfee
  readonly blockMaxWeight: number;
  /** The node is in its initial block download until its chain has this much work. */
  readonly minimumChainWork: bigint;
  /** Epoch seconds; undefined: real time. */
  readonly mocktime: number | undefined;
  readonly zmq: readonly { readonly topic: 'hashtx' | 'hashblock' | 'rawtx' | 'rawblock'; readonly address: string }[];
  /** Shell commands: see notifications/commands.ts. */
  readonly notify: { readonly alert: string | undefined; readonly block: string | undefined; readonly wallet: string | undefined };
  readonly tpstest: boolean;
  /** Program that follows the external chain (-extclient). */
  readonly extClient: string | undefined;
  readonly masternode: {
    /** Private key of the operator, if this node is a masternode (-masternode, -masternodeprivkey). */
    readonly privateKey: Buffer | undefined;
    /** Absolute path of masternode.conf; undefined: the node has none. */
    readonly confFile: string | undefined;
  };
  readonly spork: {
    /** Signs sporks of this node (-sporkkey). */
    readonly privateKey: Buffer | undefined;
    /** HASH160 of the key that sporks must be signed with (-sporkaddr); undefined: that of -sporkkey, else that of the chain. */
    readonly keyHash: Buffer | undefined;
  };
  readonly rpc: {
    readonly enabled: boolean;
    /** Addresses to listen at, each with or without a port. */
    /** Empty: the loopback addresses. */
    readonly bind: readonly string[];
    readonly port: number; // 0: any
    readonly allow: readonly string[];
    readonly user: string | undefined;
    readonly password: string | undefined; // undefined: a cookie
    /** More users (-rpcauth). */
    readonly auth: readonly HashedCredentials[];
    /** undefined: the default of `cookieFileOf`. */
    readonly cookieFile: string | undefined;
    readonly workQueue: number;
    readonly threads: number;
  };
  readonly uaComment: readonly string[];
  /** Library that makes and verifies signatures; undefined: native code if this machine has it. */
  readonly curve: 'secp256k1' | 'noble' | undefined;
  /** Contents of a new chain: see funded.ts. */
  readonly fixture: 'funded' | undefined;
  /** Categories of the debug log: see log.ts. */
  readonly debug: readonly string[];
  /** Log lines about the options themselves. */
  readonly notes: readonly string[];
}
