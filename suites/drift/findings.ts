import { fewest } from '../../engine/accepted-entry.ts';
import { changeRules, isOutOfReach } from '../../specs/compare/change-rules.ts';
import { differenceOf } from './accepted.ts';
import type { What } from '../../engine/difference.ts';
import type { DriftFinding, DriftItem } from './items.ts';

/** Changes whose place is a field: the same field has one cause in all methods that answer it. */
const OF_FIELDS = /^(?:field|type|value|unit|pattern)-/;
/** Changes with one cause wherever they occur, distinguished by what was and what is. */
const ANYWHERE: ReadonlySet<string> = new Set<DriftItem['change']>([
  ...(['method-added', 'method-removed', 'wire-name-changed', 'param-refused', 'invalid-accepted', 'behaviour-changed'] as const),
  ...(['error-changed', 'answer-changed', 'help-wrong'] as const),
]);
/** Changes that are found in several ways, of which one is the cause of the others. */
const CAUSES: ReadonlySet<string> = new Set<DriftItem['change']>(['param-renamed', 'field-removed']);
const NAMED = 3;
const OTHER_NAMES = 'This release has these methods under other names.';
const classes = ['breaking', 'unclassified', 'compatible'] as const;

/** The lines of a target file for what is to stay. */
export interface Blocks {
  /** For methods that cannot be called by their documented names, with the reason. Default: the node does not have them. */
  readonly missing: (methods: readonly string[], reason?: string) => string;
  /** For other differences; undefined for none. */
  readonly accepted: (differences: readonly What[]) => string | undefined;
}

/** One finding for each cause, the most serious first. */
export function driftFindings(items: readonly DriftItem[], blocks: Blocks): DriftFinding[] {
  const causes = new Map(items.filter(({ change }) => CAUSES.has(change)).map((item) => [placeOf(item), item]));
  const groups = new Map<string, DriftItem[]>();
  for (const item of items) {
    const cause = causes.get(causedBy(item)) ?? item;
    const key = [cause.change, cause.class, item.accepted ?? '', placeKey(cause), ...textKey(cause)].join('\n');
    const group = groups.get(key) ?? [];
    // The finding is that of the cause.
    groups.set(key, item === cause && group[0]?.change !== item.change ? [item, ...group] : [...group, item]);
  }
  return [...groups.values()].map((group) => findingOf(group, blocks)).sort((a, b) => classes.indexOf(a.class) - classes.indexOf(b.class));
}

const placeOf = ({ method, change, path }: Pick<DriftItem, 'method' | 'change' | 'path'>): string => `${change} ${method} ${path}`;

/** The place of what causes an item: an argument that another one has replaced, a field that is spelt otherwise. */
function causedBy({ change, method, before, difference }: DriftItem): string {
  if (change === 'param-refused') return placeOf({ method, change: 'param-renamed', path: `argument ${difference?.argument}` });
  return change === 'field-added' ? placeOf({ method, change: 'field-removed', path: before }) : '';
}

function placeKey({ change, path }: DriftItem): string {
  if (ANYWHERE.has(change)) return '';
  return OF_FIELDS.test(change) ? leafOf(path) : path;
}

function textKey({ change, before, after }: DriftItem): string[] {
  if (change === 'method-added' || isOutOfReach(change)) return [];
  return change === 'field-added' ? [leafOf(before), after === 'integer' ? 'number' : after] : [before, after];
}

/** `tx[].vin[].txid` → `txid` */
function leafOf(path: string): string {
  return (path.split('.').at(-1) ?? path).replace(/(?:\[\]|\{\})+$/, '') || path;
}

function findingOf(group: readonly DriftItem[], blocks: Blocks): DriftFinding {
  const [first] = group as [DriftItem];
  const { change, before, after, source, evidence, accepted } = first;
  const places = [...new Map(group.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()];
  const methods = [...new Set(places.map(({ method }) => method))];
  const differences = fewest(group.flatMap((item) => differenceOf(item) ?? []));
  const block = isOutOfReach(change)
    ? blocks.missing(methods, change === 'wire-name-changed' ? OTHER_NAMES : undefined)
    : blocks.accepted(differences);
  const names = (side: 'before' | 'after'): string => [...new Set(group.map((item) => item[side]))].join(', ');
  const [documented, own] = change === 'wire-name-changed' ? [names('before'), names('after')] : [before, after];
  return {
    change,
    class: first.class,
    headline: headlineOf(group, methods),
    places,
    before: change === 'method-removed' ? '' : documented,
    after: change === 'method-added' ? '' : own,
    source,
    evidence,
    differences,
    ...(block !== undefined && accepted === undefined && { block }),
    ...(accepted !== undefined && { accepted }),
  };
}

function headlineOf(group: readonly DriftItem[], methods: readonly string[]): string {
  const [{ change, path, before, after }] = group as [DriftItem];
  const named = `${methods.slice(0, NAMED).join(', ')}${methods.length > NAMED ? ` and ${methods.length - NAMED} more` : ''}`;
  const count = methods.length;
  if (change === 'method-removed')
    return count === 1 ? `The node does not have ${named}` : `The node does not have ${count} documented methods: ${named}`;
  if (change === 'wire-name-changed') {
    const pairs = [...new Set(group.map((item) => `${item.before} is ${item.after}`))];
    const more = pairs.length > NAMED ? ` and ${pairs.length - NAMED} more` : '';
    return `The node has ${count === 1 ? 'a documented method' : `${count} documented methods`} under other names: ${pairs.slice(0, NAMED).join(', ')}${more}`;
  }
  if (change === 'method-added')
    return count === 1
      ? `The documents do not have the method ${named}`
      : `The documents do not have ${count} methods of the node: ${named}`;
  if (change === 'field-added')
    return before === ''
      ? `The documents do not have the field ${leafOf(path)} (${after || 'of unknown type'}) of ${named}`
      : `The documents have the field ${leafOf(path)} of ${named} as ${leafOf(before)}`;
  if (change === 'field-removed') {
    const spelt = group.find((item) => item.change === 'field-added');
    return `The field ${leafOf(path)} of ${named} is missing${spelt === undefined ? '' : `: it is spelt ${leafOf(spelt.path)}`}`;
  }
  const refused =
    change === 'param-renamed' && group.some((item) => item.change === 'param-refused') ? '; its documented values are refused' : '';
  const place = ANYWHERE.has(change) ? '' : ` ${OF_FIELDS.test(change) ? leafOf(path) : path}`;
  return `${changeRules[change].text.replace(/\.$/, '')}:${place} in ${named}${after === '' ? '' : `: ${after}`}${refused}`;
}
