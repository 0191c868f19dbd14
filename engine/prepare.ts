import type { CallOptions, Client, Reply } from '../client/types.ts';
import { TargetError, type RunningNode, type Target } from '../fixtures/targets/types.ts';
import { FOUND, stateOfNode } from './node-state.ts';
import { chooseTargetFile, readTargetFile, withFurther, type FurtherAcceptances, type TargetFile } from './target-file.ts';
import type { ServiceForm } from '../specs/model/types.ts';
import { UserError } from '../specs/model/user-error.ts';

/** A node that Pyx refuses to test. */
export class RefusedError extends UserError {
  override readonly name = 'RefusedError';
}

/** The chain of a service that has none, as results name it. */
export const NO_CHAIN = 'none';

/** What a node reports about itself. */
export interface NodeInfo {
  /** The `version` of `getnetworkinfo`; null if missing. */
  readonly version: number | null;
  readonly subversion: string;
  /** `none` for a service without one. */
  readonly chain: string;
}

export interface Prepared {
  /** The first node, running and checked. */
  readonly node: RunningNode;
  readonly info: NodeInfo;
  readonly targetFile: TargetFile | undefined;
  /** See `stateOfNode`. */
  readonly state: string;
}

export interface PrepareOptions {
  /** Name or path of a target file, or its content; `none` for no file; undefined to choose one by the node's subversion. */
  readonly targetFile?: string | TargetFile | undefined;
  readonly readOnly: boolean;
  /** How the service says its version, and whether it has a chain. Default: as a coin node. */
  readonly service?: ServiceForm | undefined;
  /** Added to those of the target file. */
  readonly further?: FurtherAcceptances | undefined;
  /** Others call the node: any chain will do, and it is asked for nothing but its chain and version. */
  readonly listens?: boolean | undefined;
}

/** Time limit of the first calls to a node that Pyx did not start, so that a missing node is reported quickly. */
const FIRST_ANSWER_MS = 5_000;

/**
 * Starts (or finds) the first node, asks for its chain and version, and chooses the target file. Refuses chains other
 * than regtest, unless the trial is read-only or nothing is called. Throws `TargetError`, `RefusedError` or `TargetFileError`.
 */
export async function prepare(target: Target, options: PrepareOptions): Promise<Prepared> {
  const { service, listens = false } = options;
  const named = namedFile(options.targetFile);
  if (named?.startOptions) target.setStartOptions(named.startOptions);
  let node = await target.start('default');
  const info = await ask(node.client, service, !target.capabilities.startNodes);
  const hasChain = service?.chain !== 'none';
  if (hasChain && info.chain !== 'regtest' && !options.readOnly && !listens) {
    throw new RefusedError(
      `the node at ${node.client.address} runs the chain "${info.chain}"; a trial changes the node, so it runs on regtest only`,
      {
        remedy: 'use a regtest node, or --read-only for the cases that only read',
      },
    );
  }
  const targetFile = named ?? (options.targetFile === 'none' ? undefined : chooseTargetFile(info.subversion));
  if (targetFile?.startOptions && named === undefined && target.capabilities.startNodes) {
    // The start options of this release were not known before its version was.
    await node.stop();
    target.setStartOptions(targetFile.startOptions);
    node = await target.start('default');
  }
  const state = hasChain && !listens ? await stateOfNode(target, node.client) : FOUND;
  return { node, info, targetFile: withFurther(targetFile, options.further), state };
}

function namedFile(asked: PrepareOptions['targetFile']): TargetFile | undefined {
  if (asked === undefined || asked === 'none') return undefined;
  return typeof asked === 'string' ? readTargetFile(asked) : asked;
}

async function ask(client: Client, service: ServiceForm = {}, mayBeMissing: boolean): Promise<NodeInfo> {
  const options = mayBeMissing ? { timeoutMs: FIRST_ANSWER_MS } : {};
  if (service.chain === 'none') await assertNoChain(client, options);
  const chain = service.chain === 'none' ? NO_CHAIN : await chainOf(client, options);
  if (service.version === undefined && service.chain === undefined) return { chain, ...(await networkVersion(client, options)) };
  if (service.version === undefined || service.version === 'none') return { chain, version: null, subversion: '' };
  const { method, path } = service.version;
  const found = valueAt(answerOf(await client.call(method, [], options), method, client.address), path);
  return { chain, version: null, subversion: typeof found === 'string' || typeof found === 'number' ? String(found) : '' };
}

/** The value at a path of members: `server.version`. The value itself without one. */
function valueAt(value: unknown, path: string | undefined): unknown {
  return (path?.split('.') ?? []).reduce<unknown>(
    (here, key) => (typeof here === 'object' && here !== null ? (here as { readonly [member: string]: unknown })[key] : undefined),
    value,
  );
}

/** Throws `RefusedError` for a coin node: without a guard, whatever its chain is, calls would write to it. */
async function assertNoChain(client: Client, options: CallOptions): Promise<void> {
  const reply = await client.call('getblockchaininfo', [], options);
  // Not an answer of the protocol that the standard states: it may be a coin node's, which is called with another one.
  const chain = reply.type === 'error' ? undefined : valueAt(answerOf(reply, 'getblockchaininfo', client.address), 'chain');
  if (typeof chain !== 'string') return;
  throw new RefusedError(`the node at ${client.address} reports the chain "${chain}", but its standard states that it has none`, {
    remedy: 'remove chain: none from the standard',
  });
}

async function chainOf(client: Client, options: CallOptions): Promise<string> {
  const chainInfo = resultOf(await client.call('getblockchaininfo', [], options), 'getblockchaininfo', client.address) as {
    chain?: unknown;
  };
  if (typeof chainInfo.chain !== 'string') {
    throw new RefusedError(
      `the node at ${client.address} does not report its chain (getblockchaininfo has no member chain), so it cannot be tested`,
    );
  }
  return chainInfo.chain;
}

async function networkVersion(client: Client, options: CallOptions): Promise<Omit<NodeInfo, 'chain'>> {
  const network = resultOf(await client.call('getnetworkinfo', [], options), 'getnetworkinfo', client.address) as {
    version?: unknown;
    subversion?: unknown;
  };
  return {
    version: typeof network.version === 'number' ? network.version : null,
    subversion: typeof network.subversion === 'string' ? network.subversion : '',
  };
}

function resultOf(reply: Reply, method: string, address: string): object {
  const result = answerOf(reply, method, address);
  if (typeof result === 'object' && result !== null) return result;
  throw new RefusedError(`the result of ${method} at ${address} is not an object`, { remedy: 'give the address of a coin node' });
}

function answerOf(reply: Reply, method: string, address: string): unknown {
  if (reply.type === 'result') return reply.result;
  if (reply.type === 'error')
    throw new RefusedError(
      `the node at ${address} refused ${method} with ${reply.error.code} ${reply.error.message}; without its result the node cannot be tested`,
    );
  if (reply.fault.kind === 'unauthorized') {
    throw new TargetError(`${address} refused the credentials (HTTP 401)`, {
      remedy: 'name the cookie or the conf file of the node by --cookie or --conf, or set PYX_RPC_USER and PYX_RPC_PASSWORD',
    });
  }
  if (reply.fault.kind === 'refused')
    throw new TargetError(`nothing listens at ${address}`, { remedy: 'start the node, or give the port of its RPC service' });
  throw new TargetError(`${address} sent no valid answer to ${method}: ${reply.fault.message}`);
}
