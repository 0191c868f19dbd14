import type { Acceptances } from '../../engine/acceptance.ts';
import { DESCRIBED } from '../../engine/checks.ts';
import { covers, type Difference } from '../../engine/difference.ts';
import type { AcceptedDrift } from '../../engine/target-file.ts';
import { isOutOfReach } from '../../specs/compare/change-rules.ts';
import { defined } from '../../specs/model/defined.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { DriftItem } from './items.ts';

/** The accepted differences of a target file: the entries of `accepted`, and those that an earlier release wrote. */
export interface AcceptedInDrift {
  readonly acceptances: Acceptances;
  readonly drift: readonly AcceptedDrift[];
}

/** The items, each with the reason of the accepted difference that it is, if any. */
export function withAcceptance(
  items: readonly DriftItem[],
  { acceptances, drift }: AcceptedInDrift,
  specification: Specification,
): DriftItem[] {
  return items.map((item) => {
    if (item.accepted !== undefined) return item;
    const why = acceptances.find(differenceOf(item))?.why ?? drift.find((entry) => isAccepted(item, entry, specification))?.reason;
    return why === undefined ? item : { ...item, accepted: why };
  });
}

/** The identity of an item; undefined if it cannot be accepted as a difference. */
export function differenceOf(item: DriftItem): Difference | undefined {
  const { change, method, path, difference } = item;
  if (difference) return difference;
  if (NO_DIFFERENCE.has(change) || isOutOfReach(change)) return undefined;
  const argument = path.replace(/^argument /, '');
  return { method, check: change, ...defined({ argument: argument === '' ? undefined : argument, found: foundText(item) }) };
}

/** Refusals are a part of the baseline. Methods that cannot be called are absent. */
const NO_DIFFERENCE: ReadonlySet<string> = new Set<DriftItem['change']>(['error-changed', 'answer-changed']);

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

/** An accepted difference that no longer occurs. */
export interface GoneEntry {
  readonly change: string;
  readonly methods: readonly string[];
  readonly reason: string;
  /** Its line in the file. */
  readonly source?: string;
}

/** Accepted differences of the node's description of itself that no longer occur. Others may depend on the run. */
export function goneEntries(
  items: readonly DriftItem[],
  { acceptances, drift }: AcceptedInDrift,
  specification: Specification,
): GoneEntry[] {
  const found = items.flatMap((item) => differenceOf(item) ?? []);
  const entries = acceptances.all.filter(({ what }) => DESCRIBED.has(what.check) && !found.some((difference) => covers(what, difference)));
  const old = drift.filter((entry) => DESCRIBED.has(entry.change) && !items.some((item) => isAccepted(item, entry, specification)));
  return [
    ...entries.map(({ what, why, file, line }) => ({
      change: what.check,
      methods: what.method === undefined ? [] : [what.method],
      reason: why,
      source: `${file}:${line}`,
    })),
    ...old.map(({ change, methods = [], places = {}, reason }) => ({ change, methods: [...methods, ...Object.keys(places)], reason })),
  ];
}

/** What the target file keeps of an item: the text that came instead, unless the place alone decides. */
export function foundText({ change, after }: Pick<DriftItem, 'change' | 'after'>): string | undefined {
  return change === 'field-added' || change === 'method-added' || after === '' ? undefined : after;
}
