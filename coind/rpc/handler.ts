import type { Methods, MethodsOf } from '../../specs/model/generated/methods.d.ts';
import type { NodeContext } from '../node-context.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** The families of methods that are offered: documents 1 and 2, and what is beyond them. */
export type OfferedFamily = 'wallet' | 'accounts' | 'chain' | 'raw' | 'network' | 'control';

/** The methods that are offered, by id. */
export type MethodId = MethodsOf[OfferedFamily];

/** One call, as its handler sees it. */
export interface Call {
  readonly node: NodeContext;
  /** Selected by the path of the request; undefined: none was. */
  readonly walletName: string | undefined;
  /**
   * The wallet that the call is about. Throws RpcError -18 where there is no such wallet or none at all, -19 where
   * several are loaded and none was selected, -32601 where the node has no wallets.
   */
  wallet(): Wallet;
  /** Whether the node was started with -deprecatedrpc=name. */
  deprecated(name: string): boolean;
  /** The calls that are being worked on, this one too; the oldest first. */
  running(): readonly RunningCall[];
}

/** A call that is being worked on. */
export interface RunningCall {
  readonly method: string;
  /** By the steady clock. */
  readonly startedAtMs: number;
}

/**
 * Answers one method. Arguments come by name, read and with their defaults; a handler throws `RpcError`. It runs to its
 * end before any other, unless it returns a promise.
 */
export type Handler<Id extends keyof Methods> = (
  args: Methods[Id]['params'],
  call: Call,
) => Methods[Id]['result'] | Promise<Methods[Id]['result']>;

export type Handlers<Id extends keyof Methods> = { readonly [M in Id]: Handler<M> };
