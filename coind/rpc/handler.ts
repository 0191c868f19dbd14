import type { Methods, MethodsOf } from '../../specs/model/generated/methods.d.ts';
import type { NodeContext } from '../node-context.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { offeredOfDocument3 } from './offered-methods.ts';

/** The methods that coind offers, by family: all of documents 1 and 2 and beyond them, and those listed of document 3. */
export type OfferedMethods = Pick<MethodsOf, 'wallet' | 'accounts' | 'chain' | 'raw' | 'network' | 'control'> & {
  readonly [F in keyof typeof offeredOfDocument3]: keyof (typeof offeredOfDocument3)[F];
};

export type OfferedFamily = keyof OfferedMethods;

/** The ids of the methods that coind offers. */
export type MethodId = OfferedMethods[OfferedFamily];

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
