import { setTimeout as pause } from 'node:timers/promises';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import { isObject } from '../../specs/model/resolve.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { CONNECTED_WITHIN_MS } from '../support/peers.ts';
import type { Ask } from './asked-node.ts';
import type { FreshNode, FreshNodeSet } from './fresh-nodes.ts';

/** Blocks that a trial mines at least; some releases stop their regtest chain before. */
const BLOCKS = 500;
const MINING_MS = 120_000;
const POLL_MS = 250;
/** A time of the distant future, at which a deployment would begin. */
const NEVER = '9999999999:99999999999';

/** What a trial needs a node to be able to do, and the options that may enable it. */
export interface Experiment {
  readonly what: string;
  readonly profile: ProfileName;
  readonly candidates: (node: FreshNode) => Promise<readonly string[]>;
  /** Why the node cannot do it; undefined if it can. Throws `CallRefused`. */
  readonly fails: (nodes: FreshNodeSet) => Promise<string | undefined>;
}

export const experiments: readonly Experiment[] = [
  {
    what: `mines ${BLOCKS} blocks`,
    profile: 'default',
    candidates: async ({ ask }) => (await deployments(ask)).map((name) => `-vbparams=${name}:${NEVER}`),
    fails: async ({ ask }) => {
      const reply = await ask('generatetoaddress', [BLOCKS, await newAddress(ask)], { timeoutMs: MINING_MS });
      if (reply.type === 'fault') return reply.fault.message;
      return reply.type === 'error' ? `${reply.error.code} ${reply.error.message}` : undefined;
    },
  },
  {
    what: 'replaces a transaction that allows it (BIP 125)',
    profile: 'default',
    candidates: () => Promise.resolve(['-mempoolreplacement=1']),
    fails: async ({ ask }) => {
      const address = await newAddress(ask);
      await result(ask, 'generatetoaddress', [120, address]);
      const first = await result(ask, 'sendtoaddress', [address, 1, '', '', false, true]);
      const bumped = await result(ask, 'bumpfee', [first]);
      const txid = isObject(bumped) ? bumped['txid'] : undefined;
      const pool = await result(ask, 'getrawmempool', []);
      return Array.isArray(pool) && pool.includes(txid as string) ? undefined : 'the replacement did not enter the memory pool';
    },
  },
  {
    what: 'connects two nodes',
    profile: 'peers',
    // Releases that follow an external chain accept no peers before that is synchronised, but in tests.
    candidates: () => Promise.resolve(['-unittest', '-tpstest']),
    fails: async (first) => {
      const second = await first.another();
      if (second.peerAddress === undefined) return 'it does not listen';
      await result(first.ask, 'addnode', [second.peerAddress, 'onetry']);
      const endMs = performance.now() + CONNECTED_WITHIN_MS;
      while (performance.now() < endMs) {
        if ((await isConnected(first)) && (await isConnected(second))) return undefined;
        await pause(POLL_MS);
      }
      return `addnode connects them to each other not within ${CONNECTED_WITHIN_MS / 1000} s`;
    },
  },
];

/** Whether the node has a peer that has introduced itself: an open connection alone may be one that is about to be refused. */
async function isConnected({ ask }: FreshNode): Promise<boolean> {
  const peers = await result(ask, 'getpeerinfo', []);
  return Array.isArray(peers) && peers.some((peer) => isObject(peer) && Number(peer['version'] ?? 0) > 0);
}

/** A call of an experiment was refused: the node cannot do what was tried. */
export class CallRefused extends Error {
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
