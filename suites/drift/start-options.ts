import { lossAfter } from '../../engine/lost-node.ts';
import { PROFILES, profileNames } from '../../fixtures/targets/profiles.ts';
import { TargetError, type ProfileName, type RunningNode, type StartOptions, type Target } from '../../fixtures/targets/types.ts';
import { isObject } from '../../specs/model/resolve.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { askOf, Unanswered, type Ask } from './asked-node.ts';
import type { LostNode } from '../support/lost-nodes.ts';

/** Blocks that a trial mines at least; some releases stop their regtest chain before. */
const BLOCKS = 500;
const MINING_MS = 120_000;
/** A time of the distant future, at which a deployment would begin. */
const NEVER = '9999999999:99999999999';

/** What a trial needs a node to be able to do, and the options that may enable it. */
interface Experiment {
  readonly what: string;
  readonly candidates: (ask: Ask) => Promise<readonly string[]>;
  /** Why the node cannot do it; undefined if it can. */
  readonly fails: (ask: Ask) => Promise<string | undefined>;
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
  /** Nodes that died or stopped answering where another one, asked the same, did not. */
  readonly lost: readonly LostNode[];
}

const experiments: readonly Experiment[] = [
  {
    what: `mines ${BLOCKS} blocks`,
    candidates: async (ask) => (await deployments(ask)).map((name) => `-vbparams=${name}:${NEVER}`),
    fails: async (ask) => {
      const reply = await ask('generatetoaddress', [BLOCKS, await newAddress(ask)], { timeoutMs: MINING_MS });
      if (reply.type === 'fault') return reply.fault.message;
      return reply.type === 'error' ? `${reply.error.code} ${reply.error.message}` : undefined;
    },
  },
  {
    what: 'replaces a transaction that allows it (BIP 125)',
    candidates: () => Promise.resolve(['-mempoolreplacement=1']),
    fails: async (ask) => {
      const address = await newAddress(ask);
      await result(ask, 'generatetoaddress', [120, address]);
      const first = await result(ask, 'sendtoaddress', [address, 1, '', '', false, true]);
      const bumped = await result(ask, 'bumpfee', [first]);
      const txid = isObject(bumped) ? bumped['txid'] : undefined;
      const pool = await result(ask, 'getrawmempool', []);
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
  const fresh = new FreshNodes(target);
  for (const { what, candidates, fails } of experiments) {
    const options = wanted.map(({ option }) => option);
    let tries: readonly string[] = [];
    const why = await fresh.ask(what, options, async (ask) => {
      tries = await candidates(ask);
      return failure(fails, ask);
    });
    if (why === undefined) continue;
    let enabling: string | undefined;
    for (const option of tries) {
      const still = await fresh.ask(`${what}, with ${option}`, [...options, option], (ask) => failure(fails, ask)).catch(refusedWith);
      if (still !== undefined) continue;
      enabling = option;
      break;
    }
    if (enabling === undefined) open.push(`a trial ${what}, and the node does not: ${why}`);
    else wanted.push({ option: enabling, reason: `Without it the node fails where a trial ${what}: ${why}` });
  }
  return { wanted, refused: await refusedOptions(fresh, wanted), open, lost: fresh.lost };
}

/** Options of profiles, without their values, with which the node refuses to start. */
async function refusedOptions(fresh: FreshNodes, wanted: readonly WantedOption[]): Promise<string[]> {
  const refused = new Set<string>();
  const usual = new Set([...PROFILES.default, ...PROFILES.peers].map(nameOf));
  for (const profile of profileNames) {
    const own = PROFILES[profile].filter((option) => !usual.has(nameOf(option)));
    if (own.length === 0) continue;
    try {
      await (
        await fresh.start(
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

/** Fresh nodes for experiments. What costs a node is tried once more, since a node may die for another reason. */
class FreshNodes {
  readonly lost: LostNode[] = [];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Starts a node. Throws `TargetError`, with a refusal only if the node ended twice. */
  async start(profile: ProfileName, options: StartOptions): Promise<RunningNode> {
    try {
      return await this.#target.start(profile, options);
    } catch (error) {
      if (!(error instanceof TargetError) || error.refusal === undefined) throw error;
      const node = await this.#target.start(profile, options);
      this.#note(`a start with ${[...PROFILES[profile], ...options].join(' ')}`, error.message);
      return node;
    }
  }

  /** The answer of a fresh node with these options; the reason why there is none, if the node leaves a call unanswered. */
  async ask<T>(what: string, options: StartOptions, work: (ask: Ask) => Promise<T>): Promise<T | string> {
    const first = await this.#attempt(options, work);
    if (!('loss' in first)) return first.value;
    const second = await this.#attempt(options, work);
    if ('loss' in second) return second.loss;
    this.#note(`the experiment: it ${what}`, first.loss);
    return second.value;
  }

  async #attempt<T>(
    options: StartOptions,
    work: (ask: Ask) => Promise<T>,
  ): Promise<{ readonly value: T | string } | { readonly loss: string }> {
    const node = await this.start('default', options);
    try {
      return { value: await work(askOf(node.client)) };
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      const loss = await lossAfter(error.call, node);
      return loss ? { loss: loss.message } : { value: error.message };
    } finally {
      await node.stop();
    }
  }

  #note(during: string, message: string): void {
    this.lost.push({ during, method: null, message: `${message}; not reproduced on a fresh node` });
  }
}

/** The node refuses to start with a candidate: it does not enable anything. */
function refusedWith(error: unknown): string {
  if (error instanceof TargetError) return error.message;
  throw error;
}

async function failure(fails: Experiment['fails'], ask: Ask): Promise<string | undefined> {
  try {
    return await fails(ask);
  } catch (error) {
    if (error instanceof CallRefused) return error.message;
    throw error;
  }
}

/** A call of an experiment was refused: the node cannot do what was tried. */
class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

async function result(ask: Ask, method: string, params: readonly Wire[]): Promise<Wire> {
  const reply = await ask(method, params, { timeoutMs: MINING_MS });
  if (reply.type === 'result') return reply.result;
  const why = reply.type === 'error' ? `${reply.error.code} ${reply.error.message.split('\n', 1)[0] ?? ''}` : reply.fault.message;
  throw new CallRefused(`${method}: ${why}`);
}

/** An address of the wallet; releases without a default wallet get one. */
async function newAddress(ask: Ask): Promise<Wire> {
  const reply = await ask('getnewaddress', []);
  if (reply.type === 'result') return reply.result;
  await result(ask, 'createwallet', ['learnt']);
  return result(ask, 'getnewaddress', []);
}

/** Names of the soft forks that versions of blocks activate (BIP 9). */
async function deployments(ask: Ask): Promise<string[]> {
  const info = await result(ask, 'getblockchaininfo', []);
  if (!isObject(info)) return [];
  const { softforks, bip9_softforks: older } = info;
  const byName = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);
  const versioned = byName(softforks).filter(([, fork]) => isObject(fork) && fork['type'] === 'bip9');
  return [...new Set([...versioned, ...byName(older)].map(([name]) => name))];
}
