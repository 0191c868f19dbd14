import { resolve } from 'node:path';
import { DEBUG_CATEGORIES, debugCategories } from '../log.ts';
import { formatSat } from '../primitives/amount.ts';
import { isSafeComment, MAX_USER_AGENT_LENGTH, userAgent } from '../user-agent.ts';
import type { NodeOptions } from './node-options.ts';
import { OptionError } from './option-error.ts';
import type { OptionTexts } from './option-texts.ts';
import { readOptionValues, type OptionValues } from './option-values.ts';
import { optionRows } from './table.ts';

const MIB = 1024 * 1024;
const MIN_PRUNE_MIB = 550;
const ZMQ_TOPICS = ['hashtx', 'hashblock', 'rawtx', 'rawblock'] as const;

/** Options of a command line. */
export interface ParsedOptions extends NodeOptions {
  /** Run in the background. */
  readonly daemon: boolean;
}

/**
 * The options of a node from their texts. Reads and writes no file. Throws `OptionError` for an unknown option, an
 * invalid value, and options that exclude each other.
 * @param confFile the file that some of them were read from
 */
export function parseOptions(given: OptionTexts, confFile?: string): ParsedOptions {
  for (const name of given.keys()) if (!optionRows.has(name)) throw new OptionError(`-${name} is not an option of coind`);
  const values = readOptionValues(given);
  requireRegtest(values);
  const { on: debug, unknown } = debugCategories(values.debug);
  const options: ParsedOptions = {
    ...nodeOptions(values),
    ...(confFile !== undefined && { confFile }),
    // With -connect a node listens only if -listen is given too.
    listen: values.listen && (given.has('listen') || !given.has('connect')),
    debug,
    notes: [
      ...unknown.map((name) => `-debug=${name} has no effect: unknown category; write ${DEBUG_CATEGORIES.join(', ')}, or 1 for all`),
      ...withoutEffect(given.keys()),
    ],
    daemon: values.daemon,
  };
  refuseContradictions(options);
  return options;
}

/** The values in the form that the parts of a node use. */
function nodeOptions(values: OptionValues): Omit<NodeOptions, 'listen' | 'debug' | 'notes'> {
  return {
    datadir: values.datadir === undefined || values.datadir === '' ? undefined : resolve(values.datadir),
    txindex: values.txindex,
    prune: pruneOf(values.prune),
    port: values.port,
    bind: values.bind,
    connect: values.connect.filter((node) => node !== '0'),
    addnode: values.addnode,
    bantimeSeconds: values.bantime,
    maxConnections: values.maxconnections,
    whitelist: values.whitelist,
    blocksOnly: values.blocksonly,
    externalIps: values.externalip,
    ...(values.maxuploadtarget !== undefined && { maxUploadTargetBytes: values.maxuploadtarget * MIB }),
    wallet: {
      fallbackFeeRate: values.fallbackfee,
      payFeeRate: values.paytxfee,
      minFeeRate: values.mintxfee,
      maxFeeSat: values.maxtxfee,
      confTarget: Math.max(1, values.txconfirmtarget),
      addressType: values.addresstype,
      changeType: values.changetype,
      spendZeroConfChange: values.spendzeroconfchange,
      keypool: Math.max(1, values.keypool),
      replaceable: values.walletrbf,
      disabled: values.disablewallet,
      load: walletsOf(values.wallet),
    },
    deprecatedRpc: values.deprecatedrpc,
    mempool: {
      maxBytes: values.maxmempool * 1_000_000,
      expirySeconds: values.mempoolexpiry * 60 * 60,
      minRelayFeeRate: values.minrelaytxfee,
      incrementalFeeRate: values.incrementalrelayfee,
      ancestorCount: values.limitancestorcount,
      ancestorVsize: values.limitancestorsize * 1000,
      descendantCount: values.limitdescendantcount,
      descendantVsize: values.limitdescendantsize * 1000,
      persist: values.persistmempool,
      acceptNonStandard: values.acceptnonstdtxn,
    },
    blockMinFeeRate: values.blockmintxfee,
    blockMaxWeight: values.blockmaxweight,
    minimumChainWork: values.minimumchainwork,
    mocktime: values.mocktime,
    zmq: ZMQ_TOPICS.flatMap((topic) => values[`zmqpub${topic}`].map((address) => ({ topic, address }))),
    notify: { alert: values.alertnotify, block: values.blocknotify, wallet: values.walletnotify },
    tpstest: values.tpstest,
    extClient: values.extclient === '' ? undefined : values.extclient,
    masternode: masternodeOf(values),
    spork: { privateKey: values.sporkkey, keyHash: values.sporkaddr },
    rpc: {
      enabled: values.server,
      bind: [...new Set(values.rpcbind)],
      port: values.rpcport,
      allow: values.rpcallowip,
      user: values.rpcuser,
      password: values.rpcpassword,
      auth: values.rpcauth,
      cookieFile: values.rpccookiefile,
      workQueue: Math.max(1, values.rpcworkqueue),
      threads: Math.max(1, values.rpcthreads),
    },
    uaComment: comments(values.uacomment),
    curve: values.curve,
    fixture: values.fixture,
  };
}

/** Log lines for options that are accepted without effect. */
function withoutEffect(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => {
    const why = optionRows.get(name)?.noEffect;
    return why === undefined ? [] : [`-${name} has no effect: ${why}`];
  });
}

function requireRegtest({ regtest, chain }: OptionValues): void {
  if (regtest === false) throw new OptionError('-regtest=0: coind runs the chain regtest only; leave the option out');
  if (chain !== 'regtest') throw new OptionError(`-chain=${chain}: coind runs the chain regtest only; write -chain=regtest`);
}

function comments(given: readonly string[]): readonly string[] {
  const unsafe = given.find((comment) => !isSafeComment(comment));
  if (unsafe !== undefined)
    throw new OptionError(`-uacomment=${unsafe}: the comment contains unsafe characters; use letters, digits, spaces and .,;-_?@`);
  const { length } = userAgent(given);
  if (length <= MAX_USER_AGENT_LENGTH) return given;
  throw new OptionError(
    `-uacomment: the user agent would have ${length} characters, the maximum is ${MAX_USER_AGENT_LENGTH}; use fewer or shorter comments`,
  );
}

function refuseContradictions({ prune, txindex, rpc, mempool, wallet }: NodeOptions): void {
  if (prune !== undefined && txindex)
    throw new OptionError('-prune and -txindex exclude each other: the index needs all blocks; leave one of them out');
  if ((rpc.user === undefined) !== (rpc.password === undefined)) {
    throw new OptionError('-rpcuser and -rpcpassword must be given together; leave out both to use a cookie file');
  }
  if (wallet.maxFeeSat < mempool.minRelayFeeRate) {
    throw new OptionError(
      `-maxtxfee=${formatSat(wallet.maxFeeSat)}: write at least the minimum relay fee, ${formatSat(mempool.minRelayFeeRate)}, else no transaction could be sent`,
    );
  }
}

function masternodeOf({ masternode, masternodeprivkey, masternodeconf, datadir }: OptionValues): NodeOptions['masternode'] {
  if (masternode && masternodeprivkey === undefined) {
    throw new OptionError('-masternode: give -masternodeprivkey=<key> too, a key that masternode genkey returned');
  }
  const folder = datadir === undefined || datadir === '' ? undefined : datadir;
  const file = masternodeconf ?? (folder === undefined ? undefined : 'masternode.conf');
  return {
    privateKey: masternode ? masternodeprivkey : undefined,
    confFile: file === undefined ? undefined : resolve(folder ?? '.', file),
  };
}

function pruneOf(mib: number): NodeOptions['prune'] {
  if (mib === 0) return undefined;
  if (mib === 1) return 'manual';
  if (mib < MIN_PRUNE_MIB) throw new OptionError(`-prune=${mib}: write 1 to prune manually, or a target of ${MIN_PRUNE_MIB} MiB or more`);
  return BigInt(mib) * BigInt(MIB);
}

/** `-nowallet` loads no wallet. */
function walletsOf(names: readonly string[]): readonly string[] {
  return names.length === 1 && names[0] === '0' ? [] : [...new Set(names)];
}
