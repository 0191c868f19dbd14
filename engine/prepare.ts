import type { Client, Reply } from '../client/types.ts';
import { TargetError, type RunningNode, type Target } from '../fixtures/targets/types.ts';
import { stateOfNode } from './node-state.ts';
import { chooseTargetFile, readTargetFile, type TargetFile } from './target-file.ts';
import { UserError } from '../specs/model/user-error.ts';

/** The node may not be tried. */
export class RefusedError extends UserError {
  override readonly name = 'RefusedError';
}

export interface NodeInfo {
  readonly version: number | null;
  readonly subversion: string;
  readonly chain: string;
}

export interface Prepared {
  /** The first node, ready to be tried. */
  readonly node: RunningNode;
  readonly info: NodeInfo;
  readonly targetFile: TargetFile | undefined;
  /** See `stateOfNode`. */
  readonly state: string;
}

export interface PrepareOptions {
  /** Name, path, or what was read from one; `none` for none; undefined to choose one by the node's version. */
  readonly targetFile?: string | TargetFile | undefined;
  readonly readOnly: boolean;
}

/** How long a first answer may take: nobody should wait for a node that is not there. */
const firstAnswerMs = 1_500;

/**
 * Starts (or finds) the first node, asks which chain and version it is, and chooses the target file.
 * Refuses every chain but regtest, unless the trial only reads. Throws `TargetError`, `RefusedError` or `TargetFileError`.
 */
export async function prepare(target: Target, options: PrepareOptions): Promise<Prepared> {
  const named = namedFile(options.targetFile);
  if (named?.startOptions) target.setStartOptions(named.startOptions);
  let node = await target.start('default');
  const info = await ask(node.client, target.kind === 'remote');
  if (info.chain !== 'regtest' && !options.readOnly) {
    throw new RefusedError(`the node at ${node.client.address} runs the chain "${info.chain}"; a trial writes, so only regtest is tried`, {
      remedy: 'use --read-only to try what only reads',
    });
  }
  const targetFile = named ?? (options.targetFile === 'none' ? undefined : chooseTargetFile(info.subversion));
  if (targetFile?.startOptions && named === undefined && target.capabilities.startNodes) {
    // What this release needs to be started with was not known before it had been asked.
    await node.stop();
    target.setStartOptions(targetFile.startOptions);
    node = await target.start('default');
  }
  return { node, info, targetFile, state: await stateOfNode(target, node.client) };
}

function namedFile(asked: PrepareOptions['targetFile']): TargetFile | undefined {
  if (asked === undefined || asked === 'none') return undefined;
  return typeof asked === 'string' ? readTargetFile(asked) : asked;
}

async function ask(client: Client, remote: boolean): Promise<NodeInfo> {
  const options = remote ? { timeoutMs: firstAnswerMs } : {};
  const chainInfo = resultOf(await client.call('getblockchaininfo', [], options), 'getblockchaininfo', client.address) as {
    chain?: unknown;
  };
  if (typeof chainInfo.chain !== 'string') {
    throw new RefusedError(
      `the node at ${client.address} does not say which chain it runs (getblockchaininfo has no chain), so it is not tried`,
    );
  }
  const network = resultOf(await client.call('getnetworkinfo', [], options), 'getnetworkinfo', client.address) as {
    version?: unknown;
    subversion?: unknown;
  };
  return {
    chain: chainInfo.chain,
    version: typeof network.version === 'number' ? network.version : null,
    subversion: typeof network.subversion === 'string' ? network.subversion : '',
  };
}

function resultOf(reply: Reply, method: string, address: string): object {
  if (reply.type === 'result' && typeof reply.result === 'object' && reply.result !== null) return reply.result;
  if (reply.type === 'error')
    throw new RefusedError(
      `${method} at ${address} was refused with ${reply.error.code} ${reply.error.message}; a node that does not answer it cannot be tried`,
    );
  if (reply.type === 'result') throw new RefusedError(`${method} at ${address} did not answer an object; this is no node of the service`);
  if (reply.fault.kind === 'unauthorized') {
    throw new TargetError(`${address} refused the credentials (HTTP 401)`, {
      remedy: 'set PYX_RPC_USER and PYX_RPC_PASSWORD, or give them in the URL, a cookie or a conf file',
    });
  }
  if (reply.fault.kind === 'refused')
    throw new TargetError(`nothing answers at ${address}`, { remedy: 'start the node, or give the port of its RPC service' });
  throw new TargetError(`${address} gave no usable answer to ${method}: ${reply.fault.message}`);
}
