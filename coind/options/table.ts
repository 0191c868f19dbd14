import { defaultOptions as defaults } from './default-options.ts';
import { formatSat } from '../primitives/amount.ts';

/** One start option. */
export interface OptionRow {
  readonly name: string;
  /** What stands behind the name in the help, as `=<n>`; without it a flag. */
  readonly value?: string;
  /** Undefined: described in the row before. */
  readonly text?: string;
  /** It may be given several times. */
  readonly list?: true;
  /** It is accepted and changes nothing: why, as the log reports it. */
  readonly noEffect?: string;
}

const { wallet, mempool, rpc } = defaults;
const NO_DISCOVERY = 'coind connects to the nodes that it is told of and searches for no others';

/** All start options by group: what the command line and the conf file accept, and what the help prints. */
export const optionGroups = [
  ['General', [
    { name: 'regtest', text: 'the chain, which is always this one' },
    { name: 'chain', value: '=regtest', text: 'the same; other chains are refused' },
    { name: 'datadir', value: '=<folder>', text: 'where everything is kept; without it, it lives in memory' },
    { name: 'conf', value: '=<file>', text: 'options from this file; a relative path begins in the data directory' },
    { name: 'daemon', text: 'run in the background; the command returns when the node is ready' },
    { name: 'txindex', text: 'keep an index of all transactions' },
    { name: 'prune', value: '=<n>', text: '0 keeps all blocks; 1: pruneblockchain removes old ones; 550 and more: as many MiB are kept' },
    { name: 'mocktime', value: '=<n>', text: 'epoch seconds to go by instead of the real time' },
    { name: 'minimumchainwork', value: '=<hex>', text: 'getblockchaininfo reports initialblockdownload until the chain has this much work' },
    { name: 'printtoconsole', value: '=0', text: 'say nothing' },
    { name: 'debug', value: '=<category>', text: 'log details: net, mempool, rpc, or 1 for all; may be given several times', list: true },
    { name: 'deprecatedrpc', value: '=<name>', text: 'bring back what is deprecated: accounts', list: true },
    { name: 'tpstest', text: 'allow throughput tests' },
    { name: 'fixture', value: '=funded', text: 'begin with 101 blocks that pay a known key, which the wallet holds' },
    { name: 'curve', value: '=<name>', text: 'what checks signatures: secp256k1 (native) or noble (JavaScript); the first there is' },
  ]],
  ['Calls', [
    { name: 'server', value: '=0', text: 'answer no calls' },
    { name: 'rpcport', value: '=<port>', text: `port of the service (${rpc.port}; 0: any)` },
    { name: 'rpcbind', value: '=<address>[:port]', text: `address of the service (${rpc.bind.join(', ')}); may be given several times`, list: true },
    { name: 'rpcallowip', value: '=<address or subnet>', text: 'who may call besides this machine', list: true },
    { name: 'rpcuser', value: '=<name> -rpcpassword=<pw>', text: 'credentials; without them a cookie is made' },
    { name: 'rpcpassword', value: '=<pw>' },
    { name: 'rpcauth', value: '=<name>:<salt>$<hash>', text: 'a user more, with the HMAC-SHA-256 of the password; may be given several times', list: true },
    { name: 'rpccookiefile', value: '=<file>', text: 'where the cookie is kept' },
    { name: 'rpcthreads', value: '=<n>', text: `calls that take their time: so many at once (${rpc.threads})` },
    { name: 'rpcworkqueue', value: '=<n>', text: `and so many that wait (${rpc.workQueue})` },
  ]],
  ['Peers', [
    { name: 'listen', value: '=0', text: 'let nobody connect' },
    { name: 'port', value: '=<port>', text: `port for peers (${defaults.port}; 0: any)` },
    { name: 'bind', value: '=<address>', text: `address for peers (${defaults.bind})` },
    { name: 'connect', value: '=<host:port>', text: 'connect to this node and to no others', list: true },
    { name: 'addnode', value: '=<host:port>', text: 'connect to this node, and again when it was lost', list: true },
    { name: 'maxconnections', value: '=<n>', text: `maximum number of connections, 8 of them outbound (${defaults.maxConnections})` },
    { name: 'whitelist', value: '=<address or subnet>', text: 'peers from there are neither banned nor refused; may be given several times', list: true },
    { name: 'blocksonly', text: 'accept no transactions from peers' },
    { name: 'bantime', value: '=<s>', text: `how long bans last (${defaults.bantimeSeconds})` },
    { name: 'maxuploadtarget', value: '=<MiB>', text: 'send no more a day, and old blocks not at all near that (0: no end)' },
    { name: 'externalip', value: '=<address>', text: 'how others reach this node, which peers are told', list: true },
    { name: 'uacomment', value: '=<text>', text: 'to be added to the name that peers see', list: true },
  ]],
  ['Wallet', [
    { name: 'wallet', value: '=<name>', text: 'load this wallet, made if need be (the default is one without a name)', list: true },
    { name: 'disablewallet', text: 'have none' },
    { name: 'addresstype', value: '=<type>', text: `legacy, p2sh-segwit or bech32 (${wallet.addressType})` },
    { name: 'changetype', value: '=<type>', text: 'the same for change' },
    { name: 'fallbackfee', value: '=<rate>', text: `fee rate per kB where none can be estimated (${formatSat(wallet.fallbackFeeRate)})` },
    { name: 'paytxfee', value: '=<rate>', text: 'fee rate per kB of what the wallet sends' },
    { name: 'mintxfee', value: '=<rate>', text: `minimum fee rate per kB of what the wallet sends (${formatSat(wallet.minFeeRate)})` },
    { name: 'maxtxfee', value: '=<amount>', text: `maximum fee of one transaction of the wallet (${formatSat(wallet.maxFeeSat)})` },
    { name: 'txconfirmtarget', value: '=<n>', text: `blocks within which transactions of the wallet shall confirm (${wallet.confTarget})` },
    { name: 'spendzeroconfchange', value: '=0', text: 'do not spend change that is not confirmed' },
    { name: 'keypool', value: '=<n>', text: `keys that are made ahead (${wallet.keypool})` },
    { name: 'walletrbf', text: 'send what can be replaced' },
  ]],
  ['Memory pool', [
    { name: 'maxmempool', value: '=<MB>', text: `its greatest size (${mempool.maxBytes / 1_000_000})` },
    { name: 'mempoolexpiry', value: '=<h>', text: `how long a transaction stays (${mempool.expirySeconds / 3600})` },
    { name: 'minrelaytxfee', value: '=<rate>', text: `least fee rate per kB (${formatSat(mempool.minRelayFeeRate)})` },
    { name: 'incrementalrelayfee', value: '=<rate>', text: `by which a replacement has to pay more (${formatSat(mempool.incrementalFeeRate)})` },
    { name: 'limitancestorcount', value: '=<n>', text: `(${mempool.ancestorCount}), and -limitdescendantcount` },
    { name: 'limitdescendantcount', value: '=<n>' },
    { name: 'limitancestorsize', value: '=<kB>', text: `(${mempool.ancestorVsize / 1000}), and -limitdescendantsize` },
    { name: 'limitdescendantsize', value: '=<kB>' },
    { name: 'persistmempool', value: '=0', text: 'do not keep it' },
    { name: 'acceptnonstdtxn', text: 'take, relay and mine transactions that are valid but not standard' },
  ]],
  ['Blocks of our own', [
    { name: 'blockmintxfee', value: '=<rate>', text: `least fee rate per kB for blocks (${formatSat(defaults.blockMinFeeRate)})` },
    { name: 'blockmaxweight', value: '=<n>', text: `maximum weight of a block (${defaults.blockMaxWeight})` },
  ]],
  ['Notifications', [
    { name: 'zmqpubhashtx', value: '=<address>', text: 'publish the ids of transactions there; and so, each at an address of its own or at the same:', list: true },
    { name: 'zmqpubhashblock', value: '=<address>', text: 'the hashes of blocks', list: true },
    { name: 'zmqpubrawtx', value: '=<address>', text: 'transactions', list: true },
    { name: 'zmqpubrawblock', value: '=<address>', text: 'blocks', list: true },
    { name: 'blocknotify', value: '=<command>', text: 'run this shell command at each new tip; %s is its hash' },
    { name: 'walletnotify', value: '=<command>', text: 'run this when a transaction of a wallet changes; %s is its id, %w the wallet' },
    { name: 'alertnotify', value: '=<command>', text: 'run this when the node warns of something else than before; %s is the warning' },
  ]],
  ['Accepted without effect', [
    { name: 'dbcache', value: '=<MiB>', noEffect: 'coind has no cache of that kind' },
    { name: 'discover', noEffect: NO_DISCOVERY },
    { name: 'dnsseed', noEffect: NO_DISCOVERY },
    { name: 'fixedseeds', noEffect: NO_DISCOVERY },
    { name: 'listenonion', noEffect: 'coind does not use Tor' },
    { name: 'natpmp', noEffect: 'coind asks no router for ports' },
    { name: 'upnp', noEffect: 'coind asks no router for ports' },
  ]],
] as const satisfies readonly (readonly [heading: string, rows: readonly OptionRow[]])[];

/** The same rows by name. */
export const optionRows: ReadonlyMap<string, OptionRow> = new Map(optionGroups.flatMap(([, rows]) => rows.map((row: OptionRow) => [row.name, row])));
