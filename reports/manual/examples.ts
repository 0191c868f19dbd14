import type { RpcError } from '../../client/types.ts';
import type { ShownCall } from '../../engine/outcome.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** A call that a node really answered when the manual was made, with secrets masked. */
export interface AnsweredCall {
  /** The id of the variant. */
  readonly variant: string;
  readonly request: ShownCall;
  readonly answer: { readonly result: Wire } | { readonly error: RpcError };
}

/** The calls of a method that were answered, or why there is none. */
export type MethodExamples =
  | { readonly answered: readonly AnsweredCall[]; readonly why?: undefined }
  | { readonly answered: readonly []; readonly why: string };

export interface ManualExamples {
  /** The node that answered: `embedded /coind:0.2.0/`. Undefined if none could. */
  readonly node: string | undefined;
  /** The arguments were drawn by it. */
  readonly seed: number;
  /** By the id of the method. */
  readonly methods: ReadonlyMap<string, MethodExamples>;
}
