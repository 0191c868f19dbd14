import type { Methods, MethodsOf } from '../../specs/model/generated/methods.d.ts';
import type { NodeContext } from '../node-context.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** The families of methods: coind implements every method of each. */
export type Family = keyof MethodsOf;

/** The ids of all methods. */
export type MethodId = MethodsOf[Family];

/** One call, for its handler. */
export interface Call {
  readonly node: NodeContext;
  /** Wallet selected by the path of the request, if any. */
  readonly walletName: string | undefined;
  /**
   * The wallet of the call. Throws RpcError -18 if the selected wallet or any wallet is not loaded, -19 if several are
   * loaded and none was selected, -32601 with -disablewallet.
   */
  wallet(): Wallet;
  /** Whether the node was started with -deprecatedrpc=name. */
  deprecated(name: string): boolean;
  /** The running calls, including this one; the oldest first. */
  running(): readonly RunningCall[];
}

/** A running call. */
export interface RunningCall {
  readonly method: string;
  /** By the monotonic clock. */
  readonly startedAtMs: number;
}

/**
 * Answers one method. Arguments are given by name, read and with their defaults. A handler throws `RpcError`. It runs to
 * its end before any other, unless it returns a promise.
 */
export type Handler<Id extends keyof Methods> = (
  args: Methods[Id]['params'],
  call: Call,
) => Methods[Id]['result'] | Promise<Methods[Id]['result']>;

export type Handlers<Id extends keyof Methods> = { readonly [M in Id]: Handler<M> };
