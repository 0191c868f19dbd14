import { toPlain } from '../../client/wire-json.ts';
import type { Case } from '../../engine/case.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { namedArguments } from '../../specs/model/named-arguments.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { variantFor } from '../../specs/model/variants.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { waivedIn } from './failure-of.ts';
import type { ObservedCall } from './types.ts';

/** The calls of one method in a case. */
interface CallsOfMethod {
  /** In order. */
  readonly all: readonly ObservedCall[];
  /** Variants of the calls that were answered with a result. */
  readonly variants: ReadonlySet<string>;
}

/** A case that passes without a fault, with the calls that it makes. */
export interface CleanCase {
  readonly testCase: Case;
  readonly calls: ReadonlyMap<MethodId, CallsOfMethod>;
  readonly durationMs: number;
  /** See `waivedIn`. */
  readonly waived: ReadonlyMap<string, string>;
}

/** Summarises the run of a case that passed. */
export function cleanCase(
  testCase: Case,
  calls: readonly ObservedCall[],
  outcome: Pick<Outcome, 'durationMs' | 'findings'>,
  specification: Specification,
): CleanCase {
  const byMethod = new Map<MethodId, { all: ObservedCall[]; variants: Set<string> }>();
  for (const call of calls) {
    const known = byMethod.get(call.id) ?? { all: [], variants: new Set<string>() };
    byMethod.set(call.id, known);
    known.all.push(call);
    const variant = call.reply.type === 'result' ? variantOf(call, specification) : undefined;
    if (variant !== undefined) known.variants.add(variant);
  }
  return { testCase, calls: byMethod, durationMs: outcome.durationMs, waived: waivedIn(outcome) };
}

function variantOf({ id, params }: ObservedCall, specification: Specification): string | undefined {
  const method = specification.find(id);
  if (!method) return undefined;
  const args = namedArguments(method, [...method.wire.prefix, ...params]);
  return variantFor(method, toPlain(args as Wire) as Record<string, unknown>)?.id;
}
