import type { Client } from '../../client/types.ts';
import { PROFILES, profileNames } from '../../fixtures/targets/profiles.ts';
import { TargetError, type StartOptions, type Target } from '../../fixtures/targets/types.ts';
import { isObject } from '../../specs/model/resolve.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Blocks that a trial mines at least; some releases stop their regtest chain before. */
const BLOCKS = 500;
const MINING_MS = 120_000;
/** A time of the distant future, at which a deployment would begin. */
const NEVER = '9999999999:99999999999';

/** What a trial needs a node to be able to do, and the options that may enable it. */
interface Experiment {
  readonly what: string;
  readonly candidates: (client: Client) => Promise<readonly string[]>;
  /** Why the node cannot do it; undefined if it can. */
  readonly fails: (client: Client) => Promise<string | undefined>;
}

/** A start option that a release needs for a trial, with the reason that was observed. */
export interface WantedOption {
  readonly option: string;
  readonly reason: string;
}

export interface LearntOptions {
  readonly wanted: readonly WantedOption[];
  /** Options of profiles with which the node does not start. */
  readonly refused: readonly string[];
  /** What the node cannot do with any known option, with the reason. */
  readonly open: readonly string[];
}

const experiments: readonly Experiment[] = [
  {
    what: `mines ${BLOCKS} blocks`,
    candidates: async (client) => (await deployments(client)).map((name) => `-vbparams=${name}:${NEVER}`),
    fails: async (client) => {
      const reply = await client.call('generatetoaddress', [BLOCKS, await newAddress(client)], { timeoutMs: MINING_MS });
      if (reply.type === 'fault') return reply.fault.message;
      return reply.type === 'error' ? `${reply.error.code} ${reply.error.message}` : undefined;
    },
  },
  {
    what: 'replaces a transaction that allows it (BIP 125)',
    candidates: () => Promise.resolve(['-mempoolreplacement=1']),
    fails: async (client) => {
      const address = await newAddress(client);
      await result(client, 'generatetoaddress', [120, address]);
      const first = await result(client, 'sendtoaddress', [address, 1, '', '', false, true]);
      const bumped = await result(client, 'bumpfee', [first]);
      const txid = isObject(bumped) ? bumped['txid'] : undefined;
      const pool = await result(client, 'getrawmempool', []);
      return Array.isArray(pool) && pool.includes(txid as string) ? undefined : 'the replacement did not enter the memory pool';
    },
  },
];

/**
 * Finds the start options that a trial needs, by experiments on fresh nodes: each is tried without and with the options
 * that may enable it. Throws `TargetError` if the node does not start without options.
 */
export async function learnStartOptions(target: Target): Promise<LearntOptions> {
  const wanted: WantedOption[] = [];
  const open: string[] = [];
  for (const { what, candidates, fails } of experiments) {
    const options = wanted.map(({ option }) => option);
    const { why, tries } = await onNode(target, options, async (client) => {
      const tries = await candidates(client);
      return { why: await failure(fails, client), tries };
    });
    if (why === undefined) continue;
    let enabling: string | undefined;
    for (const option of tries) {
      const still = await onNode(target, [...options, option], (client) => failure(fails, client)).catch(refusedWith);
      if (still !== undefined) continue;
      enabling = option;
      break;
    }
    if (enabling === undefined) open.push(`a trial ${what}, and the node does not: ${why}`);
    else wanted.push({ option: enabling, reason: `Without it the node fails where a trial ${what}: ${why}` });
  }
  return { wanted, refused: await refusedOptions(target, wanted), open };
}

/** Options of profiles, without their values, with which the node refuses to start. */
async function refusedOptions(target: Target, wanted: readonly WantedOption[]): Promise<string[]> {
  const refused = new Set<string>();
  const usual = new Set([...PROFILES.default, ...PROFILES.peers].map(nameOf));
  for (const profile of profileNames) {
    const own = PROFILES[profile].filter((option) => !usual.has(nameOf(option)));
    if (own.length === 0) continue;
    try {
      await (
        await target.start(
          profile,
          wanted.map(({ option }) => option),
        )
      ).stop();
    } catch (error) {
      if (!(error instanceof TargetError) || error.refusal === undefined) throw error;
      for (const option of own) refused.add(nameOf(option));
    }
  }
  return [...refused].sort();
}

const nameOf = (option: string): string => option.split('=', 1)[0] ?? option;

async function onNode<T>(target: Target, options: StartOptions, work: (client: Client) => Promise<T>): Promise<T> {
  const node = await target.start('default', options);
  try {
    return await work(node.client);
  } finally {
    await node.stop();
  }
}

/** The node refuses to start with a candidate: it does not enable anything. */
function refusedWith(error: unknown): string {
  if (error instanceof TargetError) return error.message;
  throw error;
}

async function failure(fails: Experiment['fails'], client: Client): Promise<string | undefined> {
  try {
    return await fails(client);
  } catch (error) {
    if (error instanceof CallRefused) return error.message;
    throw error;
  }
}

/** A call of an experiment was refused: the node cannot do what was tried. */
class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

async function result(client: Client, method: string, params: readonly Wire[]): Promise<Wire> {
  const reply = await client.call(method, params, { timeoutMs: MINING_MS });
  if (reply.type === 'result') return reply.result;
  const why = reply.type === 'error' ? `${reply.error.code} ${reply.error.message.split('\n', 1)[0] ?? ''}` : reply.fault.message;
  throw new CallRefused(`${method}: ${why}`);
}

/** An address of the wallet; releases without a default wallet get one. */
async function newAddress(client: Client): Promise<Wire> {
  const reply = await client.call('getnewaddress', []);
  if (reply.type === 'result') return reply.result;
  await result(client, 'createwallet', ['learnt']);
  return result(client, 'getnewaddress', []);
}

/** Names of the soft forks that versions of blocks activate (BIP 9). */
async function deployments(client: Client): Promise<string[]> {
  const info = await result(client, 'getblockchaininfo', []);
  if (!isObject(info)) return [];
  const { softforks, bip9_softforks: older } = info;
  const byName = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
  const versioned = byName(softforks).filter(([, fork]) => isObject(fork) && fork['type'] === 'bip9');
  return [...new Set([...versioned, ...byName(older)].map(([name]) => name))];
}
