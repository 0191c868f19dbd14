import type { ServiceCall } from '../specs/model/generated/service.d.ts';
import type { Log } from './log.ts';
import type { RandomSource } from './random.ts';
import type { Clock } from './clock.ts';
import { runNode, type RunningNode } from './node.ts';
import { formatSat, formatUnits } from './primitives/amount.ts';
import type { CallArguments } from './rpc/call-arguments.ts';
import { Amount, TokenAmount, type ReadJson } from './rpc/json/json-text.ts';
import { readStartOptions, type StartOptions } from './options/start-options.ts';
import type { Snapshot } from './state/types.ts';

export type * from '../specs/model/generated/service.d.ts';
export { OptionError } from './options/option-error.ts';
export { RpcError } from './rpc/errors.ts';
export type { Clock, Log, RandomSource, Snapshot, StartOptions };

/** Replacements for the clock and the random source of the machine, and the receiver of the log. */
export interface StartParts {
  readonly clock?: Clock;
  readonly random?: RandomSource;
  /** Receives each line of the node's log. */
  readonly log?: Log;
}

export interface CallOptions {
  /** Name of the wallet for this call; without it, the only loaded wallet. */
  readonly wallet?: string;
}

/** A regtest node that runs within this program. */
export interface EmbeddedNode {
  /** `http://host:port` of its JSON-RPC service, for other clients; undefined without a service. */
  readonly url: string | undefined;
  /** User and password of the service at `url`. */
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  /** `host:port` where peers connect; undefined if the node does not accept inbound connections. */
  readonly peerAddress: string | undefined;
  /**
   * Calls a method directly, without HTTP. Amounts in results are exact: `{ sat: 100000000n }`; arguments accept the same
   * form. Rejects with `RpcError`, which has the error code of the service.
   */
  readonly call: ServiceCall<CallOptions>;
  /** The present state, which can be restored any number of times. The time that this takes does not depend on its size. */
  snapshot(): Snapshot;
  /** Throws `RangeError` for a snapshot of another node. */
  restore(snapshot: Snapshot): void;
  /** Shuts the node down. Safe to call twice. */
  stop(): Promise<void>;
  /** Resolves once the node has stopped, also by the RPC method `stop`: with the error that ended it, else undefined. */
  readonly ended: Promise<Error | undefined>;
}

/** A regtest node within this program that other clients can call, too. */
export interface ListeningNode extends EmbeddedNode {
  readonly url: string;
  readonly credentials: { readonly user: string; readonly password: string };
}

/** Options with which a node listens for calls. */
export type ListeningOptions = StartOptions & { readonly rpcport: number; readonly server?: true };

/**
 * Starts a node within this program. Without options it is in memory and does not listen. Rejects with `OptionError`
 * for an unknown option or a wrong value, and with an Error for the user if the data directory is in use, a port is
 * taken or a wallet cannot be loaded.
 */
export function startNode(options: ListeningOptions, parts?: StartParts): Promise<ListeningNode>;
export function startNode(options?: StartOptions, parts?: StartParts): Promise<EmbeddedNode>;
export async function startNode(options: StartOptions = {}, parts: StartParts = {}): Promise<EmbeddedNode> {
  const node = await runNode(readStartOptions(options), parts);
  const listening = node.context.network.listening;
  return {
    url: node.address,
    credentials:
      node.address === undefined || node.credentials === undefined
        ? undefined
        : { user: node.credentials.user, password: node.credentials.password },
    peerAddress:
      listening === undefined ? undefined : `${listening.host.includes(':') ? `[${listening.host}]` : listening.host}:${listening.port}`,
    call: callOf(node),
    snapshot: () => node.snapshot(),
    restore: (snapshot) => node.restore(snapshot),
    stop: () => node.stop(),
    ended: node.ended,
  };
}

/** The overloads serve callers only; arguments are read by the specification. */
function callOf(node: RunningNode): ServiceCall<CallOptions> {
  const call = async (method: Parameters<RunningNode['call']>[0], params: unknown = [], options?: CallOptions): Promise<unknown> =>
    readable(await node.call(method, writable(params) as CallArguments, options));
  return call as ServiceCall<CallOptions>;
}

/** Arguments in the form in which they arrive over HTTP. */
function writable(value: unknown): ReadJson {
  if (Array.isArray(value)) return value.map((item: unknown) => (item === undefined ? null : writable(item)));
  if (typeof value !== 'object' || value === null) return value as ReadJson;
  const { sat, units, precision } = value as { readonly [name: string]: unknown };
  if (typeof sat === 'bigint') return formatSat(sat);
  if (typeof units === 'bigint' && typeof precision === 'number') return formatUnits(units, precision);
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, writable(member)]])));
}

/** Results with a plain number for each integer that a number holds exactly. */
function readable(value: unknown): unknown {
  if (typeof value === 'bigint') return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  if (typeof value !== 'object' || value === null || value instanceof Amount || value instanceof TokenAmount) return value;
  if (Array.isArray(value)) return value.map(readable);
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, readable(member)]])));
}
