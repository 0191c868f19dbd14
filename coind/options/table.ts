import { regtest } from '../regtest.ts';
import type { Sort, SortValues } from './sorts.ts';

interface Row<S extends Sort> {
  readonly name: string;
  /** How its value is read; see `sorts`. */
  readonly sort: S;
  /** It may be given several times. */
  readonly list?: true;
  /** The only texts that it may have. */
  readonly choices?: readonly string[];
  /** In the unit of the option; without one, the option may be left out and then has no value. */
  readonly default?: SortValues[S] | readonly SortValues[S][];
  /** What stands for the value in the help, with its unit. A flag has none. */
  readonly value?: string;
  /** What the option does; of a flag whose default is true, what it does when it is off. */
  readonly help?: string;
  /** The option is accepted and changes nothing: why, as the log reports it. */
  readonly noEffect?: string;
}

/** One start option. */
export type OptionRow = { readonly [S in Sort]: Row<S> }[Sort];

const LOOPBACK = '127.0.0.1';
const NO_DISCOVERY = 'coind connects to the nodes that it is told of and searches for no others';
const NO_ROUTER = 'coind asks no router for ports';
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32'] as const;

/**
 * All start options by group. What the command line, the conf file and `startNode` accept, what each value is read as, the
 * defaults and the help all follow from these rows.
 */
export const optionGroups = [
  [
    'General',
    [
      { name: 'regtest', sort: 'flag', help: 'use the chain regtest, as always' },
      { name: 'chain', sort: 'text', value: '<name>', default: 'regtest', help: 'the chain; others than regtest are refused' },
      { name: 'datadir', sort: 'text', value: '<folder>', help: 'data directory; without it, the node keeps everything in memory' },
      { name: 'conf', sort: 'text', value: '<file>', help: 'read options from this file; a relative path begins in the data directory' },
      { name: 'daemon', sort: 'flag', default: false, help: 'run in the background; the command returns when the node is ready' },
      { name: 'txindex', sort: 'flag', default: false, help: 'keep an index of all transactions' },
      {
        name: 'prune',
        sort: 'integer',
        value: '<n>',
        default: 0,
        help: '0: keep all blocks; 1: remove old blocks by pruneblockchain only; 550 or more: keep that many MiB',
      },
      { name: 'mocktime', sort: 'integer', value: '<s>', help: 'use this time, in epoch seconds, instead of the real time' },
      {
        name: 'minimumchainwork',
        sort: 'work',
        value: '<hex>',
        default: 0n,
        help: 'getblockchaininfo reports initialblockdownload until the chain has this much work',
      },
      { name: 'printtoconsole', sort: 'flag', default: true, help: 'do not print the log' },
      { name: 'debug', sort: 'text', list: true, value: '<category>', help: 'log details: net, mempool, rpc, or 1 for all' },
      { name: 'deprecatedrpc', sort: 'text', list: true, value: '<name>', help: 'enable deprecated methods and fields: accounts' },
      { name: 'tpstest', sort: 'flag', default: false, help: 'allow throughput tests' },
      {
        name: 'fixture',
        sort: 'text',
        choices: ['funded'],
        value: 'funded',
        help: 'begin with 101 blocks that pay a publicly known key, which the wallet holds',
      },
      {
        name: 'curve',
        sort: 'text',
        choices: ['secp256k1', 'noble'],
        value: '<name>',
        help: 'make and verify signatures by secp256k1 (native) or noble (JavaScript); without it, native where possible',
      },
    ],
  ],
  [
    'Calls',
    [
      { name: 'server', sort: 'flag', default: true, help: 'do not accept calls' },
      { name: 'rpcport', sort: 'port', value: '<port>', default: regtest.defaultRpcPort, help: 'port for calls; 0: any free one' },
      {
        name: 'rpcbind',
        sort: 'endpoint',
        list: true,
        value: '<address>[:port]',
        default: [LOOPBACK],
        help: 'listen for calls at this address',
      },
      {
        name: 'rpcallowip',
        sort: 'text',
        list: true,
        value: '<address or subnet>',
        help: 'accept calls from there too, not from this machine only',
      },
      {
        name: 'rpcuser',
        sort: 'text',
        value: '<name>',
        help: 'user for calls, with -rpcpassword; without both, the node writes a cookie file',
      },
      { name: 'rpcpassword', sort: 'text', value: '<password>', help: 'password for calls, with -rpcuser' },
      {
        name: 'rpcauth',
        sort: 'user',
        list: true,
        value: '<name>:<salt>$<hash>',
        help: 'another user, by the HMAC-SHA-256 of the password',
      },
      { name: 'rpccookiefile', sort: 'text', value: '<file>', help: 'where to write the cookie file' },
      { name: 'rpcthreads', sort: 'integer', value: '<n>', default: 4, help: 'maximum number of long calls at a time' },
      { name: 'rpcworkqueue', sort: 'integer', value: '<n>', default: 16, help: 'maximum number of long calls that wait' },
    ],
  ],
  [
    'Peers',
    [
      { name: 'listen', sort: 'flag', default: true, help: 'do not accept inbound connections; also the default with -connect' },
      { name: 'port', sort: 'port', value: '<port>', default: regtest.defaultPort, help: 'port for peers; 0: any free one' },
      { name: 'bind', sort: 'text', value: '<address>', default: LOOPBACK, help: 'listen for peers at this address' },
      { name: 'connect', sort: 'text', list: true, value: '<host:port>', help: 'connect to this node only' },
      {
        name: 'addnode',
        sort: 'text',
        list: true,
        value: '<host:port>',
        help: 'connect to this node, and again when the connection is lost',
      },
      { name: 'maxconnections', sort: 'integer', value: '<n>', default: 125, help: 'maximum number of connections, 8 of them outbound' },
      { name: 'whitelist', sort: 'subnet', list: true, value: '<address or subnet>', help: 'never ban or refuse peers from there' },
      { name: 'blocksonly', sort: 'flag', default: false, help: 'accept no transactions from peers' },
      { name: 'bantime', sort: 'integer', value: '<s>', default: 24 * 60 * 60, help: 'how long bans last' }, // document 1, Limits
      {
        name: 'maxuploadtarget',
        sort: 'integer',
        value: '<MiB>',
        help: 'send at most this much a day, and no old blocks near that; 0: no limit',
      },
      { name: 'externalip', sort: 'public-address', list: true, value: '<address>', help: 'address of this node that peers are told' },
      { name: 'uacomment', sort: 'text', list: true, value: '<text>', help: 'add this to the name that peers see' },
    ],
  ],
  [
    'Wallet',
    [
      {
        name: 'wallet',
        sort: 'text',
        list: true,
        value: '<name>',
        default: [''],
        help: 'load this wallet, and create it if need be; without it, one without a name',
      },
      { name: 'disablewallet', sort: 'flag', default: false, help: 'disable wallets' },
      {
        name: 'addresstype',
        sort: 'text',
        choices: addressTypes,
        value: '<type>',
        default: 'bech32',
        help: 'type of new addresses: legacy, p2sh-segwit or bech32',
      },
      { name: 'changetype', sort: 'text', choices: addressTypes, value: '<type>', help: 'type of change addresses' },
      {
        name: 'fallbackfee',
        sort: 'amount',
        value: '<rate>',
        default: 20_000n,
        help: 'fee rate per kB where none can be estimated; 0: disable this',
      },
      { name: 'paytxfee', sort: 'amount', value: '<rate>', default: 0n, help: 'fee rate per kB of payments; 0: estimate it' },
      { name: 'mintxfee', sort: 'amount', value: '<rate>', default: 1000n, help: 'minimum fee rate per kB of payments' },
      { name: 'maxtxfee', sort: 'amount', value: '<amount>', default: 10_000_000n, help: 'maximum fee of one payment' },
      {
        name: 'txconfirmtarget',
        sort: 'integer',
        value: '<n>',
        default: 6,
        help: 'estimate fees for confirmation within this many blocks',
      },
      { name: 'spendzeroconfchange', sort: 'flag', default: true, help: 'do not spend unconfirmed change' },
      { name: 'keypool', sort: 'integer', value: '<n>', default: 100, help: 'number of keys made in advance' }, // document 1, Limits
      { name: 'walletrbf', sort: 'flag', default: false, help: 'signal BIP 125 replaceability' },
    ],
  ],
  [
    'Memory pool',
    [
      { name: 'maxmempool', sort: 'integer', value: '<MB>', default: 300, help: 'maximum size' },
      { name: 'mempoolexpiry', sort: 'integer', value: '<h>', default: 336, help: 'how long a transaction stays' },
      { name: 'minrelaytxfee', sort: 'amount', value: '<rate>', default: 1000n, help: 'minimum fee rate per kB' },
      {
        name: 'incrementalrelayfee',
        sort: 'amount',
        value: '<rate>',
        default: 1000n,
        help: 'fee rate per kB that a replacement has to add',
      },
      {
        name: 'limitancestorcount',
        sort: 'integer',
        value: '<n>',
        default: 25,
        help: 'maximum number of a transaction and its unconfirmed ancestors',
      },
      { name: 'limitancestorsize', sort: 'integer', value: '<kB>', default: 101, help: 'maximum size of the same' },
      {
        name: 'limitdescendantcount',
        sort: 'integer',
        value: '<n>',
        default: 25,
        help: 'maximum number of a transaction and its unconfirmed descendants',
      },
      { name: 'limitdescendantsize', sort: 'integer', value: '<kB>', default: 101, help: 'maximum size of the same' },
      { name: 'persistmempool', sort: 'flag', default: true, help: 'do not save the memory pool on shutdown' },
      {
        name: 'acceptnonstdtxn',
        sort: 'flag',
        default: false,
        help: 'accept, relay and mine transactions that are valid but not standard',
      },
    ],
  ],
  [
    'Mining',
    [
      {
        name: 'blockmintxfee',
        sort: 'amount',
        value: '<rate>',
        default: 1000n,
        help: 'minimum fee rate per kB of transactions in blocks of this node',
      },
      { name: 'blockmaxweight', sort: 'integer', value: '<n>', default: 3_996_000, help: 'maximum weight of blocks of this node' },
    ],
  ],
  [
    'Notifications',
    [
      {
        name: 'zmqpubhashtx',
        sort: 'text',
        list: true,
        value: '<address>',
        help: 'publish transaction ids (ZMQ); several topics may share an address',
      },
      { name: 'zmqpubhashblock', sort: 'text', list: true, value: '<address>', help: 'publish block hashes (ZMQ)' },
      { name: 'zmqpubrawtx', sort: 'text', list: true, value: '<address>', help: 'publish transactions (ZMQ)' },
      { name: 'zmqpubrawblock', sort: 'text', list: true, value: '<address>', help: 'publish blocks (ZMQ)' },
      { name: 'blocknotify', sort: 'text', value: '<command>', help: 'run this shell command at each new tip; %s is its hash' },
      {
        name: 'walletnotify',
        sort: 'text',
        value: '<command>',
        help: 'run this when a transaction of a wallet changes; %s is its id, %w the wallet',
      },
      { name: 'alertnotify', sort: 'text', value: '<command>', help: 'run this when the warning of the node changes; %s is the warning' },
    ],
  ],
  [
    'Accepted without effect',
    [
      { name: 'dbcache', sort: 'text', value: '<MiB>', noEffect: 'coind has no cache of that kind' },
      { name: 'discover', sort: 'flag', noEffect: NO_DISCOVERY },
      { name: 'dnsseed', sort: 'flag', noEffect: NO_DISCOVERY },
      { name: 'fixedseeds', sort: 'flag', noEffect: NO_DISCOVERY },
      { name: 'listenonion', sort: 'flag', noEffect: 'coind does not use Tor' },
      { name: 'natpmp', sort: 'flag', noEffect: NO_ROUTER },
      { name: 'upnp', sort: 'flag', noEffect: NO_ROUTER },
    ],
  ],
] as const satisfies readonly (readonly [heading: string, rows: readonly OptionRow[]])[];

/** A row with its own name, sort and default, as a type. */
export type KnownRow = (typeof optionGroups)[number][1][number];

/** The same rows by name. */
export const optionRows: ReadonlyMap<string, OptionRow> = new Map(
  optionGroups.flatMap(([, rows]) => rows.map((row: OptionRow) => [row.name, row])),
);
