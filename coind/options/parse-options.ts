import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultOptions } from './default-options.ts';
import { debugCategories } from '../log.ts';
import { isRoutable, parseAddress, readAddress } from '../primitives/net-address.ts';
import { parseSubnet } from '../primitives/subnet.ts';
import { MAX_USER_AGENT_LENGTH, userAgent } from '../user-agent.ts';
import { OptionReader } from './sorts.ts';
import { optionRows } from './table.ts';
import { confFileOf, OptionError, readOptionTexts } from './option-texts.ts';
import { formatSat } from '../primitives/amount.ts';
import type { HashedCredentials, NodeOptions } from './node-options.ts';

const MIB = 1024 * 1024;
const LEAST_PRUNE_MIB = 550;
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32'] as const;

/** What a command line asks for. */
export interface ParsedOptions extends NodeOptions {
  /** In the background. */
  readonly daemon: boolean;
}

/**
 * Reads a command line with its conf file (see `readOptionTexts`). Options that are not given are as in
 * `defaultOptions`. Throws `OptionError` for an unknown option, a wrong value, and options that exclude each other.
 */
export function parseOptions(args: readonly string[]): ParsedOptions {
  const given = readOptionTexts(args);
  const unknown = [...given.keys()].find((name) => !optionRows.has(name));
  if (unknown !== undefined) {
    const isNegated = args.some((arg) => arg.replace(/^--?/, '').split('=', 1)[0] === `no${unknown}`);
    throw new OptionError(`There is no option -${isNegated ? 'no' : ''}${unknown}`);
  }
  const read = new OptionReader(given);
  const defaults = defaultOptions;
  const confFile = confFileOf(given);
  requireRegtest(read);
  const connect = read.list('connect').filter((node) => node !== '0');
  const options: NodeOptions = {
    datadir: datadirOf(read.text('datadir')),
    ...(confFile !== undefined && { confFile }),
    txindex: read.flag('txindex', defaults.txindex),
    prune: pruneOf(read.integer('prune', 0)),
    // Who names the nodes to connect to wants no others, as far as he does not say so.
    listen: read.flag('listen', !given.has('connect')),
    port: read.port('port', defaults.port),
    bind: read.text('bind') ?? defaults.bind,
    connect,
    addnode: read.list('addnode'),
    bantimeSeconds: read.integer('bantime', defaults.bantimeSeconds),
    maxConnections: read.integer('maxconnections', defaults.maxConnections),
    whitelist: read.list('whitelist').map(whitelisted),
    blocksOnly: read.flag('blocksonly', defaults.blocksOnly),
    externalIps: read.list('externalip').map(externalIp),
    ...(given.has('maxuploadtarget') && { maxUploadTargetBytes: read.integer('maxuploadtarget', 0) * MIB }),
    wallet: {
      fallbackFeeRate: read.amount('fallbackfee', defaults.wallet.fallbackFeeRate),
      payFeeRate: read.amount('paytxfee', defaults.wallet.payFeeRate),
      minFeeRate: read.amount('mintxfee', defaults.wallet.minFeeRate),
      maxFeeSat: read.amount('maxtxfee', defaults.wallet.maxFeeSat),
      confTarget: Math.max(1, read.integer('txconfirmtarget', defaults.wallet.confTarget)),
      addressType: read.choice('addresstype', addressTypes) ?? defaults.wallet.addressType,
      changeType: read.choice('changetype', addressTypes),
      spendZeroConfChange: read.flag('spendzeroconfchange', defaults.wallet.spendZeroConfChange),
      keypool: Math.max(1, read.integer('keypool', defaults.wallet.keypool)),
      replaceable: read.flag('walletrbf', defaults.wallet.replaceable),
      disabled: read.flag('disablewallet', defaults.wallet.disabled),
      load: given.has('wallet') ? walletsOf(read.list('wallet')) : defaults.wallet.load,
    },
    deprecatedRpc: read.list('deprecatedrpc'),
    mempool: {
      maxBytes: read.integer('maxmempool', defaults.mempool.maxBytes / 1_000_000) * 1_000_000,
      expirySeconds: read.integer('mempoolexpiry', defaults.mempool.expirySeconds / 3600) * 3600,
      minRelayFeeRate: read.amount('minrelaytxfee', defaults.mempool.minRelayFeeRate),
      incrementalFeeRate: read.amount('incrementalrelayfee', defaults.mempool.incrementalFeeRate),
      ancestorCount: read.integer('limitancestorcount', defaults.mempool.ancestorCount),
      ancestorVsize: read.integer('limitancestorsize', defaults.mempool.ancestorVsize / 1000) * 1000,
      descendantCount: read.integer('limitdescendantcount', defaults.mempool.descendantCount),
      descendantVsize: read.integer('limitdescendantsize', defaults.mempool.descendantVsize / 1000) * 1000,
      persist: read.flag('persistmempool', defaults.mempool.persist),
      acceptNonStandard: read.flag('acceptnonstdtxn', defaults.mempool.acceptNonStandard),
    },
    blockMinFeeRate: read.amount('blockmintxfee', defaults.blockMinFeeRate),
    blockMaxWeight: read.integer('blockmaxweight', defaults.blockMaxWeight),
    minimumChainWork: chainWork(read.text('minimumchainwork')) ?? defaults.minimumChainWork,
    mocktime: given.has('mocktime') ? read.integer('mocktime', 0) : undefined,
    zmq: (['hashtx', 'hashblock', 'rawtx', 'rawblock'] as const).flatMap((topic) =>
      read.list(`zmqpub${topic}`).map((address) => ({ topic, address }))),
    notify: { alert: read.text('alertnotify'), block: read.text('blocknotify'), wallet: read.text('walletnotify') },
    tpstest: read.flag('tpstest', defaults.tpstest),
    rpc: {
      enabled: read.flag('server', defaults.rpc.enabled),
      bind: given.has('rpcbind') ? [...new Set(read.list('rpcbind').map(rpcBind))] : defaults.rpc.bind,
      port: read.port('rpcport', defaults.rpc.port),
      allow: read.list('rpcallowip'),
      user: read.text('rpcuser'),
      password: read.text('rpcpassword'),
      auth: read.list('rpcauth').map(hashedCredentials),
      cookieFile: read.text('rpccookiefile'),
      workQueue: Math.max(1, read.integer('rpcworkqueue', defaults.rpc.workQueue)),
      threads: Math.max(1, read.integer('rpcthreads', defaults.rpc.threads)),
    },
    uaComment: comments(read.list('uacomment')),
    curve: read.choice('curve', ['secp256k1', 'noble']),
    fixture: read.choice('fixture', ['funded']),
    ...debugOf(read.list('debug')),
  };
  refuseContradictions(options);
  return { ...options, daemon: read.flag('daemon', false), notes: [...options.notes, ...notesOf(given.keys())] };
}

/** Options that are accepted and change nothing here: what turns them on or off coind never does. */
function notesOf(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    const why = optionRows.get(name)?.noEffect;
    return why === undefined ? [] : [`-${name} has no effect: ${why}`];
  });
}

function requireRegtest(read: OptionReader): void {
  if (!read.flag('regtest', true)) throw new OptionError('-regtest=0: there is no other chain than regtest');
  const chain = read.text('chain') ?? 'regtest';
  if (chain !== 'regtest') throw new OptionError(`-chain=${chain}: there is no other chain than regtest; write -chain=regtest`);
}

/** An address, with or without a port. */
function rpcBind(text: string): string {
  if (readAddress(text) === undefined) throw new OptionError(`-rpcbind=${text}: write an address, with or without a port, as 127.0.0.1 or [::1]:19443`);
  return text;
}

function hashedCredentials(text: string): HashedCredentials {
  const match = /^([^:]+):([^$]+)\$([0-9a-f]{64})$/i.exec(text);
  // The text itself is not shown: it is a secret, if a weak one.
  if (match === null) throw new OptionError('-rpcauth: write <name>:<salt>$<hash>, where the hash is the HMAC-SHA-256 of the password with the salt as its key, 64 hex digits');
  const [, user = '', salt = '', hash = ''] = match;
  return { user, salt, hash: hash.toLowerCase() };
}

/** A subnet; permissions that stand before it (`noban@`) are taken for all that there are here. */
function whitelisted(text: string): string {
  const subnet = parseSubnet(text.slice(text.indexOf('@') + 1));
  if (subnet === undefined) throw new OptionError(`-whitelist=${text}: write an address or a subnet, as 192.0.2.0/24`);
  return subnet.text;
}

function comments(given: readonly string[]): readonly string[] {
  const { length } = userAgent(given);
  if (length <= MAX_USER_AGENT_LENGTH) return given;
  throw new OptionError(`-uacomment: the name of the node has ${length} characters with it, and peers accept ${MAX_USER_AGENT_LENGTH}; use fewer or shorter comments`);
}

function chainWork(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^(0x)?[0-9a-f]{1,64}$/i.test(text)) throw new OptionError(`-minimumchainwork=${text}: write a number of up to 64 hex digits`);
  return BigInt(`0x${text.replace(/^0x/i, '')}`);
}

function debugOf(given: readonly string[]): Pick<NodeOptions, 'debug' | 'notes'> {
  const { on, unknown } = debugCategories(given);
  return { debug: on, notes: unknown.map((name) => `-debug=${name} has no effect: there is no such category`) };
}

function refuseContradictions({ prune, txindex, rpc, mempool, wallet }: NodeOptions): void {
  if (prune !== undefined && txindex) throw new OptionError('-prune and -txindex exclude each other: an index needs all blocks');
  if ((rpc.user === undefined) !== (rpc.password === undefined)) {
    throw new OptionError('-rpcuser and -rpcpassword belong together; leave out both for a cookie');
  }
  if (wallet.maxFeeSat < mempool.minRelayFeeRate) {
    throw new OptionError(`-maxtxfee=${formatSat(wallet.maxFeeSat)}: write at least the minimum relay fee, ${formatSat(mempool.minRelayFeeRate)}, or no transaction could be sent`);
  }
}

/** Checks that it means the same machine everywhere; nobody could use another one. */
function externalIp(text: string): string {
  const address = parseAddress(text, 1);
  if (address === undefined || !isRoutable(address.host)) throw new OptionError(`-externalip=${text}: write an IP address that others can reach, with or without a port`);
  return text;
}

function datadirOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const datadir = resolve(text);
  try {
    if (statSync(datadir, { throwIfNoEntry: false })?.isDirectory() !== true) mkdirSync(datadir, { mode: 0o700 });
  } catch (error) {
    throw new OptionError(`-datadir: ${datadir} cannot be made: ${(error as Error).message}; give a folder, or the name of a new one in a folder that is there`);
  }
  return datadir;
}

function pruneOf(mib: number): NodeOptions['prune'] {
  if (mib === 0) return undefined;
  if (mib === 1) return 'manual';
  if (mib < LEAST_PRUNE_MIB) throw new OptionError(`-prune=${mib}: write 1 to prune by hand, or a target of ${LEAST_PRUNE_MIB} MiB or more`);
  return BigInt(mib) * BigInt(MIB);
}

/** `-nowallet` is none at all. */
function walletsOf(names: readonly string[]): readonly string[] {
  return names.length === 1 && names[0] === '0' ? [] : [...new Set(names)];
}
