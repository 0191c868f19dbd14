import { regtest } from '../regtest.ts';
import type { OptionType, OptionTypeValues } from './option-types.ts';

interface Row<T extends OptionType> {
  readonly name: string;
  /** How its value is read; see option-types.ts. */
  readonly type: T;
  /** It may be given several times. */
  readonly list?: true;
  /** The valid texts. */
  readonly choices?: readonly string[];
  /** In the unit of the option. An option without a default has no value when it is left out. */
  readonly default?: OptionTypeValues[T] | readonly OptionTypeValues[T][];
  /** Placeholder for the value in the help, with its unit. A flag has none. */
  readonly value?: string;
  /** Effect of the option; for a flag whose default is true, the effect of turning it off. */
  readonly help?: string;
  /** For an option that is accepted without effect: the reason, as the log reports it. */
  readonly noEffect?: string;
}

/** One start option. */
export type OptionRow = { readonly [T in OptionType]: Row<T> }[OptionType];

const LOOPBACK = '127.0.0.1';
const NO_DISCOVERY = 'coind connects to the given nodes only and discovers no others';
const NO_ROUTER = 'coind does not ask routers to map ports';
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32'] as const;

/**
 * All start options by group. The names, types and defaults that the command line, the conf file and `startNode` accept
 * come from these rows, and so does the help.
 */
export const optionGroups = [
  [
    'General',
    [
      { name: 'regtest', type: 'flag', help: 'use the chain regtest, which is the only one' },
      { name: 'chain', type: 'text', value: '<name>', default: 'regtest', help: 'the chain; regtest is the only one' },
      { name: 'datadir', type: 'text', value: '<folder>', help: 'data directory; without it, the node keeps everything in memory' },
      { name: 'conf', type: 'text', value: '<file>', help: 'read options from this file; a relative path begins in the data directory' },
      { name: 'daemon', type: 'flag', default: false, help: 'run in the background; the command returns when the node is ready' },
      { name: 'txindex', type: 'flag', default: false, help: 'keep an index of all transactions' },
      {
        name: 'prune',
        type: 'integer',
        value: '<n>',
        default: 0,
        help: '0: keep all blocks; 1: remove old blocks by pruneblockchain only; 550 or more: keep that many MiB',
      },
      { name: 'mocktime', type: 'integer', value: '<s>', help: 'use this time, in epoch seconds, instead of the real time' },
      {
        name: 'minimumchainwork',
        type: 'work',
        value: '<hex>',
        default: 0n,
        help: 'getblockchaininfo reports initialblockdownload until the chain has this much work',
      },
      { name: 'printtoconsole', type: 'flag', default: true, help: 'do not print the log' },
      { name: 'debug', type: 'text', list: true, value: '<category>', help: 'log details: net, mempool, rpc, or 1 for all' },
      { name: 'deprecatedrpc', type: 'text', list: true, value: '<name>', help: 'enable deprecated methods and fields: accounts' },
      { name: 'tpstest', type: 'flag', default: false, help: 'allow throughput tests' },
      { name: 'extclient', type: 'text', value: '<path>', help: 'program that follows the external chain, for coinstartextclient' },
      {
        name: 'fixture',
        type: 'text',
        choices: ['funded'],
        value: 'funded',
        help: 'begin with 101 blocks that pay a publicly known key, which the wallet holds',
      },
      {
        name: 'curve',
        type: 'text',
        choices: ['secp256k1', 'noble'],
        value: '<name>',
        help: 'make and verify signatures by secp256k1 (native) or noble (JavaScript); without it, native where possible',
      },
    ],
  ],
  [
    'Calls',
    [
      { name: 'server', type: 'flag', default: true, help: 'do not accept calls' },
      { name: 'rpcport', type: 'port', value: '<port>', default: regtest.defaultRpcPort, help: 'port for calls; 0: any free one' },
      {
        name: 'rpcbind',
        type: 'endpoint',
        list: true,
        value: '<address>[:port]',
        default: [],
        help: 'listen for calls at this address (default: 127.0.0.1, and ::1 where there is one)',
      },
      {
        name: 'rpcallowip',
        type: 'text',
        list: true,
        value: '<address or subnet>',
        help: 'accept calls from there too, not from this machine only',
      },
      {
        name: 'rpcuser',
        type: 'text',
        value: '<name>',
        help: 'user for calls, with -rpcpassword; without both, the node writes a cookie file',
      },
      { name: 'rpcpassword', type: 'text', value: '<password>', help: 'password for calls, with -rpcuser' },
      {
        name: 'rpcauth',
        type: 'user',
        list: true,
        value: '<name>:<salt>$<hash>',
        help: 'another user, by the HMAC-SHA-256 of the password',
      },
      { name: 'rpccookiefile', type: 'text', value: '<file>', help: 'where to write the cookie file' },
      { name: 'rpcthreads', type: 'integer', value: '<n>', default: 4, help: 'maximum number of long calls at a time' },
      { name: 'rpcworkqueue', type: 'integer', value: '<n>', default: 16, help: 'maximum number of long calls that wait' },
    ],
  ],
  [
    'Peers',
    [
      { name: 'listen', type: 'flag', default: true, help: 'do not accept inbound connections; also the default with -connect' },
      { name: 'port', type: 'port', value: '<port>', default: regtest.defaultPort, help: 'port for peers; 0: any free one' },
      { name: 'bind', type: 'text', value: '<address>', default: LOOPBACK, help: 'listen for peers at this address' },
      { name: 'connect', type: 'text', list: true, value: '<host:port>', help: 'connect to this node only' },
      {
        name: 'addnode',
        type: 'text',
        list: true,
        value: '<host:port>',
        help: 'connect to this node, and again when the connection is lost',
      },
      { name: 'maxconnections', type: 'integer', value: '<n>', default: 125, help: 'maximum number of connections, 8 of them outbound' },
      { name: 'whitelist', type: 'subnet', list: true, value: '<address or subnet>', help: 'never ban or refuse peers from there' },
      { name: 'blocksonly', type: 'flag', default: false, help: 'accept no transactions from peers' },
      { name: 'bantime', type: 'integer', value: '<s>', default: 24 * 60 * 60, help: 'how long bans last' }, // document 1, Limits
      {
        name: 'maxuploadtarget',
        type: 'integer',
        value: '<MiB>',
        help: 'send at most this much a day, and no old blocks near that; 0: no limit',
      },
      {
        name: 'externalip',
        type: 'public-address',
        list: true,
        value: '<address>',
        help: 'public address of this node, announced to peers',
      },
      { name: 'uacomment', type: 'text', list: true, value: '<text>', help: 'add this to the name that peers see' },
    ],
  ],
  [
    'Wallet',
    [
      {
        name: 'wallet',
        type: 'text',
        list: true,
        value: '<name>',
        default: [''],
        help: 'load this wallet, and create it if it does not exist; default: the wallet without a name',
      },
      { name: 'disablewallet', type: 'flag', default: false, help: 'disable wallets' },
      {
        name: 'addresstype',
        type: 'text',
        choices: addressTypes,
        value: '<type>',
        default: 'bech32',
        help: 'type of new addresses: legacy, p2sh-segwit or bech32',
      },
      { name: 'changetype', type: 'text', choices: addressTypes, value: '<type>', help: 'type of change addresses' },
      {
        name: 'fallbackfee',
        type: 'amount',
        value: '<rate>',
        default: 20_000n,
        help: 'fee rate per kB if none can be estimated; 0: disable this',
      },
      { name: 'paytxfee', type: 'amount', value: '<rate>', default: 0n, help: 'fee rate per kB of payments; 0: estimate it' },
      { name: 'mintxfee', type: 'amount', value: '<rate>', default: 1000n, help: 'minimum fee rate per kB of payments' },
      { name: 'maxtxfee', type: 'amount', value: '<amount>', default: 10_000_000n, help: 'maximum fee of one payment' },
      {
        name: 'txconfirmtarget',
        type: 'integer',
        value: '<n>',
        default: 6,
        help: 'estimate fees for confirmation within this many blocks',
      },
      { name: 'spendzeroconfchange', type: 'flag', default: true, help: 'do not spend unconfirmed change' },
      { name: 'keypool', type: 'integer', value: '<n>', default: 100, help: 'number of keys made in advance' }, // document 1, Limits
      { name: 'walletrbf', type: 'flag', default: false, help: 'signal BIP 125 replaceability' },
    ],
  ],
  [
    'Memory pool',
    [
      { name: 'maxmempool', type: 'integer', value: '<MB>', default: 300, help: 'maximum size' },
      { name: 'mempoolexpiry', type: 'integer', value: '<h>', default: 336, help: 'how long a transaction stays' },
      { name: 'minrelaytxfee', type: 'amount', value: '<rate>', default: 1000n, help: 'minimum fee rate per kB' },
      {
        name: 'incrementalrelayfee',
        type: 'amount',
        value: '<rate>',
        default: 1000n,
        help: 'fee rate per kB that a replacement has to add',
      },
      {
        name: 'limitancestorcount',
        type: 'integer',
        value: '<n>',
        default: 25,
        help: 'maximum number of a transaction and its unconfirmed ancestors',
      },
      { name: 'limitancestorsize', type: 'integer', value: '<kB>', default: 101, help: 'maximum size of the same' },
      {
        name: 'limitdescendantcount',
        type: 'integer',
        value: '<n>',
        default: 25,
        help: 'maximum number of a transaction and its unconfirmed descendants',
      },
      { name: 'limitdescendantsize', type: 'integer', value: '<kB>', default: 101, help: 'maximum size of the same' },
      { name: 'persistmempool', type: 'flag', default: true, help: 'do not save the memory pool on shutdown' },
      {
        name: 'acceptnonstdtxn',
        type: 'flag',
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
        type: 'amount',
        value: '<rate>',
        default: 1000n,
        help: 'minimum fee rate per kB of transactions in blocks of this node',
      },
      { name: 'blockmaxweight', type: 'integer', value: '<n>', default: 3_996_000, help: 'maximum weight of blocks of this node' },
    ],
  ],
  [
    'Masternodes',
    [
      { name: 'masternode', type: 'flag', default: false, help: 'be a masternode, whose key is -masternodeprivkey' },
      { name: 'masternodeprivkey', type: 'private-key', value: '<key>', help: 'private key of this masternode, of masternode genkey' },
      {
        name: 'masternodeconf',
        type: 'text',
        value: '<file>',
        help: 'masternodes that this node can start; default: masternode.conf in the data directory',
      },
      { name: 'sporkkey', type: 'private-key', value: '<key>', help: 'sign sporks of setspork with this private key' },
      {
        name: 'sporkaddr',
        type: 'key-address',
        value: '<address>',
        help: 'accept sporks that are signed with the key of this address; default: the key of -sporkkey, else that of regtest',
      },
    ],
  ],
  [
    'Notifications',
    [
      {
        name: 'zmqpubhashtx',
        type: 'text',
        list: true,
        value: '<address>',
        help: 'publish transaction ids (ZMQ); several topics may share an address',
      },
      { name: 'zmqpubhashblock', type: 'text', list: true, value: '<address>', help: 'publish block hashes (ZMQ)' },
      { name: 'zmqpubrawtx', type: 'text', list: true, value: '<address>', help: 'publish transactions (ZMQ)' },
      { name: 'zmqpubrawblock', type: 'text', list: true, value: '<address>', help: 'publish blocks (ZMQ)' },
      { name: 'blocknotify', type: 'text', value: '<command>', help: 'run this shell command at each new tip; %s is its hash' },
      {
        name: 'walletnotify',
        type: 'text',
        value: '<command>',
        help: 'run this when a transaction of a wallet changes; %s is its id, %w the wallet',
      },
      { name: 'alertnotify', type: 'text', value: '<command>', help: 'run this when the warning of the node changes; %s is the warning' },
    ],
  ],
  [
    'Accepted without effect',
    [
      { name: 'dbcache', type: 'text', value: '<MiB>', noEffect: 'coind has no cache of that kind' },
      { name: 'discover', type: 'flag', noEffect: NO_DISCOVERY },
      { name: 'dnsseed', type: 'flag', noEffect: NO_DISCOVERY },
      { name: 'fixedseeds', type: 'flag', noEffect: NO_DISCOVERY },
      { name: 'listenonion', type: 'flag', noEffect: 'coind does not use Tor' },
      { name: 'natpmp', type: 'flag', noEffect: NO_ROUTER },
      { name: 'upnp', type: 'flag', noEffect: NO_ROUTER },
    ],
  ],
] as const satisfies readonly (readonly [heading: string, rows: readonly OptionRow[]])[];

/** A row with its own name, type and default, as a TypeScript type. */
export type KnownRow = (typeof optionGroups)[number][1][number];

/** The same rows by name. */
export const optionRows: ReadonlyMap<string, OptionRow> = new Map(
  optionGroups.flatMap(([, rows]) => rows.map((row: OptionRow) => [row.name, row])),
);
