import { defaultOptions as defaults } from './default-options.ts';
import { formatSat } from './primitives/amount.ts';

/** Start options in words. Ends with a newline. */
export function optionsHelp(): string {
  const rows = groups.flatMap(([heading, options]) => ['', `${heading}:`, ...options.map(([option, text]) => `  ${option.padEnd(34)} ${text}`)]);
  return ['Usage: coind [options]', '', 'A regtest node. Options may also stand in <datadir>/coin.conf, as name=value.', ...rows, ''].join('\n');
}

const { wallet, mempool, rpc } = defaults;

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ['General', [
    ['-regtest', 'the chain, which is always this one'],
    ['-datadir=<folder>', 'where everything is kept; without it, it lives in memory'],
    ['-conf=<file>', 'options from this file; a relative path begins in the data directory'],
    ['-txindex', 'keep an index of all transactions'],
    ['-prune=<n>', '0 keeps all blocks; 1: pruneblockchain removes old ones; 550 and more: as many MiB are kept'],
    ['-mocktime=<n>', 'epoch seconds to go by instead of the real time'],
    ['-printtoconsole=0', 'say nothing'],
    ['-deprecatedrpc=<name>', 'bring back what is deprecated: accounts'],
    ['-tpstest', 'allow throughput tests'],
    ['-fixture=funded', 'begin with 101 blocks that pay a known key, which the wallet holds'],
    ['-curve=<name>', 'what checks signatures: secp256k1 (native) or noble (JavaScript); the first there is'],
  ]],
  ['Calls', [
    ['-server=0', 'answer no calls'],
    ['-rpcport=<port>', `port of the service (${rpc.port}; 0: any)`],
    ['-rpcbind=<address>', `address of the service (${rpc.bind})`],
    ['-rpcallowip=<address or subnet>', 'who may call besides this machine'],
    ['-rpcuser=<name> -rpcpassword=<pw>', 'credentials; without them a cookie is made'],
    ['-rpccookiefile=<file>', 'where the cookie is kept'],
    ['-rpcthreads=<n>', `calls that take their time: so many at once (${rpc.threads})`],
    ['-rpcworkqueue=<n>', `and so many that wait (${rpc.workQueue})`],
  ]],
  ['Peers', [
    ['-listen=0', 'let nobody connect'],
    ['-port=<port>', `port for peers (${defaults.port}; 0: any)`],
    ['-bind=<address>', `address for peers (${defaults.bind})`],
    ['-connect=<host:port>', 'connect to this node and to no others'],
    ['-addnode=<host:port>', 'connect to this node, and again when it was lost'],
    ['-bantime=<s>', `how long bans last (${defaults.bantimeSeconds})`],
    ['-maxuploadtarget=<MiB>', 'send no more a day, and old blocks not at all near that (0: no end)'],
    ['-externalip=<address>', 'how others reach this node, which peers are told'],
    ['-uacomment=<text>', 'to be added to the name that peers see'],
  ]],
  ['Wallet', [
    ['-wallet=<name>', 'load this wallet, made if need be (the default is one without a name)'],
    ['-disablewallet', 'have none'],
    ['-addresstype=<type>', `legacy, p2sh-segwit or bech32 (${wallet.addressType})`],
    ['-changetype=<type>', 'the same for change'],
    ['-fallbackfee=<rate>', `fee rate per kB where none can be estimated (${formatSat(wallet.fallbackFeeRate)})`],
    ['-paytxfee=<rate>', 'fee rate per kB of what the wallet sends'],
    ['-spendzeroconfchange=0', 'do not spend change that is not confirmed'],
    ['-keypool=<n>', `keys that are made ahead (${wallet.keypool})`],
    ['-walletrbf', 'send what can be replaced'],
  ]],
  ['Memory pool', [
    ['-maxmempool=<MB>', `its greatest size (${mempool.maxBytes / 1_000_000})`],
    ['-mempoolexpiry=<h>', `how long a transaction stays (${mempool.expirySeconds / 3600})`],
    ['-minrelaytxfee=<rate>', `least fee rate per kB (${formatSat(mempool.minRelayFeeRate)})`],
    ['-incrementalrelayfee=<rate>', `by which a replacement has to pay more (${formatSat(mempool.incrementalFeeRate)})`],
    ['-blockmintxfee=<rate>', `least fee rate per kB for blocks (${formatSat(defaults.blockMinFeeRate)})`],
    ['-limitancestorcount=<n>', `(${mempool.ancestorCount}), and -limitdescendantcount`],
    ['-limitancestorsize=<kB>', `(${mempool.ancestorVsize / 1000}), and -limitdescendantsize`],
    ['-persistmempool=0', 'do not keep it'],
  ]],
  ['Notifications', [
    ['-zmqpubhashtx=<address>', 'publish the ids of transactions there; and so, each at an address of its own or at the same:'],
    ['-zmqpubhashblock=<address>', 'the hashes of blocks'],
    ['-zmqpubrawtx=<address>', 'transactions'],
    ['-zmqpubrawblock=<address>', 'blocks'],
  ]],
];
