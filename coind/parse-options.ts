import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultOptions } from './default-options.ts';
import { confFileOf, OptionError, readOptionTexts, type OptionTexts } from './option-texts.ts';
import { isRoutable, parseAddress } from './network/net-address.ts';
import type { NodeOptions } from './options.ts';
import { parseAmount } from './primitives/amount.ts';

/** Options of the family that change nothing here: coind never does what they turn on or off, or always does. */
const withoutEffect = ['regtest', 'server', 'printtoconsole', 'dnsseed', 'discover', 'upnp', 'natpmp', 'listenonion', 'conf', 'fixedseeds'];
const singles = [
  'datadir', 'txindex', 'prune', 'listen', 'port', 'bind', 'bantime', 'maxuploadtarget', 'fallbackfee', 'paytxfee', 'addresstype', 'changetype',
  'spendzeroconfchange', 'keypool', 'walletrbf', 'disablewallet', 'maxmempool', 'mempoolexpiry', 'minrelaytxfee', 'incrementalrelayfee',
  'limitancestorcount', 'limitancestorsize', 'limitdescendantcount', 'limitdescendantsize', 'persistmempool', 'blockmintxfee', 'mocktime',
  'tpstest', 'rpcbind', 'rpcport', 'rpcuser', 'rpcpassword', 'rpccookiefile', 'rpcworkqueue', 'rpcthreads',
  'curve', 'fixture',
];
const lists = ['connect', 'addnode', 'externalip', 'wallet', 'deprecatedrpc', 'rpcallowip', 'uacomment', 'zmqpubhashtx', 'zmqpubhashblock', 'zmqpubrawtx', 'zmqpubrawblock'];
const known: ReadonlySet<string> = new Set([...withoutEffect, ...singles, ...lists]);

const MIB = 1024 * 1024;
const LEAST_PRUNE_MIB = 550;
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32'] as const;

/**
 * Reads a command line with its conf file (see `readOptionTexts`). Options that are not given are as in
 * `defaultOptions`. Throws `OptionError` for an unknown option, a wrong value, and options that exclude each other.
 */
export function parseOptions(args: readonly string[]): NodeOptions {
  const given = readOptionTexts(args);
  const unknown = [...given.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) {
    const isNegated = args.some((arg) => arg.replace(/^--?/, '').split('=', 1)[0] === `no${unknown}`);
    throw new OptionError(`There is no option -${isNegated ? 'no' : ''}${unknown}`);
  }
  const read = new OptionReader(given);
  const defaults = defaultOptions;
  const confFile = confFileOf(given);
  if (!read.flag('regtest', true)) throw new OptionError('-regtest=0: there is no other chain than regtest');
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
    externalIps: read.list('externalip').map(externalIp),
    ...(given.has('maxuploadtarget') && { maxUploadTargetBytes: read.integer('maxuploadtarget', 0) * MIB }),
    wallet: {
      fallbackFeeRate: read.amount('fallbackfee', defaults.wallet.fallbackFeeRate),
      payFeeRate: read.amount('paytxfee', defaults.wallet.payFeeRate),
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
    },
    blockMinFeeRate: read.amount('blockmintxfee', defaults.blockMinFeeRate),
    mocktime: given.has('mocktime') ? read.integer('mocktime', 0) : undefined,
    zmq: (['hashtx', 'hashblock', 'rawtx', 'rawblock'] as const).flatMap((topic) =>
      read.list(`zmqpub${topic}`).map((address) => ({ topic, address }))),
    tpstest: read.flag('tpstest', defaults.tpstest),
    rpc: {
      enabled: read.flag('server', defaults.rpc.enabled),
      bind: read.text('rpcbind') ?? defaults.rpc.bind,
      port: read.port('rpcport', defaults.rpc.port),
      allow: read.list('rpcallowip'),
      user: read.text('rpcuser'),
      password: read.text('rpcpassword'),
      cookieFile: read.text('rpccookiefile'),
      workQueue: Math.max(1, read.integer('rpcworkqueue', defaults.rpc.workQueue)),
      threads: Math.max(1, read.integer('rpcthreads', defaults.rpc.threads)),
    },
    uaComment: read.list('uacomment'),
    curve: read.choice('curve', ['secp256k1', 'noble']),
    fixture: read.choice('fixture', ['funded']),
  };
  refuseContradictions(options);
  return options;
}

function refuseContradictions({ prune, txindex, rpc }: NodeOptions): void {
  if (prune !== undefined && txindex) throw new OptionError('-prune and -txindex exclude each other: an index needs all blocks');
  if ((rpc.user === undefined) !== (rpc.password === undefined)) {
    throw new OptionError('-rpcuser and -rpcpassword belong together; leave out both for a cookie');
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

/** Values of options by sort. Throws `OptionError` for a value that is not of the sort. */
class OptionReader {
  readonly #given: OptionTexts;

  constructor(given: OptionTexts) {
    this.#given = given;
  }

  list(name: string): readonly string[] {
    return this.#given.get(name) ?? [];
  }

  text(name: string): string | undefined {
    return this.#given.get(name)?.at(-1);
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (text === '1' || text === '') return true;
    if (text === '0') return false;
    throw new OptionError(`-${name}=${text}: write 1 or 0`);
  }

  integer(name: string, fallback: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (!/^\d{1,15}$/.test(text)) throw new OptionError(`-${name}=${text}: write a whole number, 0 or more`);
    return Number(text);
  }

  port(name: string, fallback: number): number {
    const port = this.integer(name, fallback);
    if (port > 65_535) throw new OptionError(`-${name}=${port}: a port is 65535 at most`);
    return port;
  }

  /** Satoshis of an amount in coin units. */
  amount(name: string, fallback: bigint): bigint {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const sat = parseAmount(text);
    if (sat === undefined || sat < 0n) throw new OptionError(`-${name}=${text}: write an amount with 8 decimals at most, as 0.0002`);
    return sat;
  }

  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new OptionError(`-${name}=${text}: write one of ${values.join(', ')}`);
    return value;
  }
}
