import { regtest } from '../regtest.ts';
import type { NodeOptions } from './node-options.ts';

const LOOPBACK = '127.0.0.1';

/** A node as it is without any option: in memory, on loopback alone, with one wallet, and as the node family has it otherwise. */
export const defaultOptions: NodeOptions = {
  datadir: undefined,
  txindex: false,
  prune: undefined,
  listen: true,
  port: regtest.defaultPort,
  bind: LOOPBACK,
  connect: [],
  addnode: [],
  bantimeSeconds: 24 * 60 * 60, // document 1, Limits
  maxConnections: 125,
  whitelist: [],
  blocksOnly: false,
  externalIps: [],
  wallet: {
    fallbackFeeRate: 20_000n,
    payFeeRate: 0n,
    minFeeRate: 1000n,
    maxFeeSat: 10_000_000n,
    confTarget: 6,
    addressType: 'bech32',
    changeType: undefined,
    spendZeroConfChange: true,
    keypool: 100, // document 1, Limits
    replaceable: false,
    disabled: false,
    load: [''],
  },
  deprecatedRpc: [],
  mempool: {
    maxBytes: 300_000_000,
    expirySeconds: 336 * 60 * 60,
    minRelayFeeRate: 1000n,
    incrementalFeeRate: 1000n,
    ancestorCount: 25,
    ancestorVsize: 101_000,
    descendantCount: 25,
    descendantVsize: 101_000,
    persist: true,
    acceptNonStandard: false,
  },
  blockMinFeeRate: 1000n,
  blockMaxWeight: 3_996_000,
  minimumChainWork: 0n,
  mocktime: undefined,
  zmq: [],
  notify: { alert: undefined, block: undefined, wallet: undefined },
  tpstest: false,
  rpc: {
    enabled: true,
    bind: [LOOPBACK],
    port: regtest.defaultRpcPort,
    allow: [],
    user: undefined,
    password: undefined,
    auth: [],
    cookieFile: undefined,
    workQueue: 16,
    threads: 4,
  },
  uaComment: [],
  curve: undefined,
  fixture: undefined,
  debug: [],
  notes: [],
};

/** A node within another program: nothing listens. */
export const embeddedOptions: NodeOptions = {
  ...defaultOptions,
  listen: false,
  rpc: { ...defaultOptions.rpc, enabled: false },
};
