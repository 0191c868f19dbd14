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
  /** Our own addresses as others reach them (-externalip): IP addresses, each with or without a port. */
  readonly externalIps: readonly string[];
  /** Bytes that are sent to peers in a day before old blocks are kept back (-maxuploadtarget, in MiB there); undefined: no end. */
  readonly maxUploadTargetBytes?: number;
  readonly wallet: { // of every wallet that is loaded
    readonly fallbackFeeRate: bigint; // 0: off
    readonly payFeeRate: bigint;
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
  };
  readonly blockMinFeeRate: bigint; // -blockmintxfee
  /** Epoch seconds; undefined: real time. */
  readonly mocktime: number | undefined;
  readonly zmq: readonly { readonly topic: 'hashtx' | 'hashblock' | 'rawtx' | 'rawblock'; readonly address: string }[];
  readonly tpstest: boolean;
  readonly rpc: {
    readonly enabled: boolean;
    readonly bind: string;
    readonly port: number; // 0: any
    readonly allow: readonly string[];
    readonly user: string | undefined;
    readonly password: string | undefined; // undefined: a cookie
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
}
