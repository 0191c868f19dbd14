import type { AcceptedDrift } from '../../engine/target-file.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { DriftItem } from './items.ts';

/** The items, each with the reason of the accepted difference that it is, if any. */
export function withAcceptance(items: readonly DriftItem[], accepted: readonly AcceptedDrift[], specification: Specification): DriftItem[] {
  return items.map((item) => {
    if (item.accepted !== undefined) return item;
    const entry = accepted.find((candidate) => isAccepted(item, candidate, specification));
    return entry ? { ...item, accepted: entry.reason } : item;
  });
}

function isAccepted({ change, method, path, after }: DriftItem, entry: AcceptedDrift, specification: Specification): boolean {
  if (entry.change !== change || (entry.found !== undefined && entry.found !== after)) return false;
  if (path === '') return entry.methods?.includes(method) === true;
  return Object.entries(entry.places ?? {}).some(
    ([other, paths]) =>
      paths.includes(path) && (other === method || (OF_RESULTS.has(change) && haveOneResult(specification, other, method))),
  );
}

const OF_RESULTS: ReadonlySet<string> = new Set<AcceptedDrift['change']>(['field-added', 'field-removed']);

/**
 * Whether a variant of each is answered by the same shape: a field of `getmempooldescendants` at the same place is the same
 * in `getrawmempool`, whose list a run may find empty.
 */
function haveOneResult(specification: Specification, first: string, second: string): boolean {
  const shapes = (method: string): readonly string[] =>
    specification.find(method)?.variants.flatMap(({ result }) => (result?.$ref === undefined ? [] : [result.$ref])) ?? [];
  const others = shapes(second);
  return shapes(first).some((shape) => others.includes(shape));
}

/** Accepted differences of the node's description of itself that no longer occur. Others may depend on the run. */
export function goneEntries(
  items: readonly DriftItem[],
  accepted: readonly AcceptedDrift[],
  specification: Specification,
): AcceptedDrift[] {
  return accepted.filter((entry) => DESCRIBED.has(entry.change) && !items.some((item) => isAccepted(item, entry, specification)));
}

const DESCRIBED: ReadonlySet<string> = new Set<AcceptedDrift['change']>([
  ...(['method-added', 'help-wrong', 'param-added', 'param-inserted', 'param-removed', 'param-renamed', 'param-order-changed'] as const),
  ...(['param-became-required', 'param-became-optional', 'required-param-added', 'param-renamed-in-help'] as const),
]);

/** What the target file keeps of an item: the text that came instead, unless the place alone decides. */
export function foundText({ change, after }: Pick<DriftItem, 'change' | 'after'>): string | undefined {
  return change === 'field-added' || change === 'method-added' || after === '' ? undefined : after;
}
