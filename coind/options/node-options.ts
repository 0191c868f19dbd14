/** A user whose password is known by its hash alone. */
export interface HashedCredentials {
  readonly user: string;
  readonly salt: string;
  /** HMAC-SHA-256 of the password, its key the salt; hex. */
  readonly hash: string;
}

/** How a node is started: as on the command line, read and checked. Amounts are satoshis, rates satoshis per 1000 vbytes. */
export interface NodeOptions {
  /** undefined: everything lives in memory. */
  readonly datadir: string | undefined;
  /** The file that options were read from, where there is one. */
  readonly confFile?: string;
  readonly txindex: boolean;
  /** undefined: off; 'manual': by pruneblockchain alone; else the target in bytes. */
  readonly prune: undefined | 'manual' | bigint;
  readonly listen: boolean;
  readonly port: number; // 0: any
  readonly bind: string;
  readonly connect: readonly string[];
  readonly addnode: readonly string[];
  readonly bantimeSeconds: number;
  /** Of peers, 8 of them outbound. */
  readonly maxConnections: number;
  /** Subnets whose peers are neither banned nor refused. */
  readonly whitelist: readonly string[];
  /** Transactions of peers are not accepted. */
  readonly blocksOnly: boolean;
  /** Our own addresses as others reach them (-externalip): IP addresses, each with or without a port. */
  readonly externalIps: readonly string[];
  /** Bytes that are sent to peers in a day before old blocks are kept back (-maxuploadtarget, in MiB there); undefined: no end. */
  readonly maxUploadTargetBytes?: number;
  readonly wallet: {
    // of every wallet that is loaded
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
  /** The node counts as catching up until its chain has this much work. */
  readonly minimumChainWork: bigint;
  /** Epoch seconds; undefined: real time. */
  readonly mocktime: number | undefined;
  readonly zmq: readonly { readonly topic: 'hashtx' | 'hashblock' | 'rawtx' | 'rawblock'; readonly address: string }[];
  /** Shell commands: see notifications/commands.ts. */
  readonly notify: { readonly alert: string | undefined; readonly block: string | undefined; readonly wallet: string | undefined };
  readonly tpstest: boolean;
  readonly rpc: {
    readonly enabled: boolean;
    /** Addresses to listen at, each with or without a port. */
    readonly bind: readonly string[];
    readonly port: number; // 0: any
    readonly allow: readonly string[];
    readonly user: string | undefined;
    readonly password: string | undefined; // undefined: a cookie
    /** More users (-rpcauth). */
    readonly auth: readonly HashedCredentials[];
    /** undefined: where `cookieFileOf` says. */
    readonly cookieFile: string | undefined;
    readonly workQueue: number;
    readonly threads: number;
  };
  readonly uaComment: readonly string[];
  /** What checks and makes signatures; undefined: native code where there is some for this machine. */
  readonly curve: 'secp256k1' | 'noble' | undefined;
  /** What a new chain begins with: see funded.ts. */
  readonly fixture: 'funded' | undefined;
  /** Categories of details that are logged: see debug-log.ts. */
  readonly debug: readonly string[];
  /** What the log reports of the options themselves. */
  readonly notes: readonly string[];
}
