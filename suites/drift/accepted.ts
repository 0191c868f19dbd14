import type { AcceptedDrift } from '../../engine/target-file.ts';
import type { DriftItem } from './items.ts';

/** The items, each with the reason of the accepted difference that it is, if any. */
export function withAcceptance(items: readonly DriftItem[], accepted: readonly AcceptedDrift[]): DriftItem[] {
  return items.map((item) => {
    if (item.accepted !== undefined) return item;
    const entry = accepted.find((one) => isAccepted(item, one));
    return entry ? { ...item, accepted: entry.reason } : item;
  });
}

function isAccepted({ change, method, path, after }: DriftItem, entry: AcceptedDrift): boolean {
  if (entry.change !== change || (entry.found !== undefined && entry.found !== after)) return false;
  if (path === '') return entry.methods?.includes(method) === true;
  return entry.places !== undefined && Object.hasOwn(entry.places, method) && entry.places[method]?.includes(path) === true;
}

/** Accepted differences of the node's description of itself that no longer occur. Others may depend on the run. */
export function goneEntries(items: readonly DriftItem[], accepted: readonly AcceptedDrift[]): AcceptedDrift[] {
  return accepted.filter((entry) => DESCRIBED.has(entry.change) && !items.some((item) => isAccepted(item, entry)));
}

const DESCRIBED: ReadonlySet<string> = new Set<AcceptedDrift['change']>([
  ...(['method-added', 'help-wrong', 'param-added', 'param-inserted', 'param-removed', 'param-renamed', 'param-order-changed'] as const),
  ...(['param-became-required', 'param-became-optional', 'required-param-added', 'param-renamed-in-help'] as const),
]);

/** What the target file keeps of an item: the text that came instead, unless the place alone decides. */
export function foundText({ change, after }: Pick<DriftItem, 'change' | 'after'>): string | undefined {
  return change === 'field-added' || change === 'method-added' || after === '' ? undefined : after;
}
