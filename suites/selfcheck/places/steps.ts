import { stringify } from '../../../client/wire-json.ts';
import { isObject } from '../../../specs/model/resolve.ts';
import { columnsOf } from '../../../specs/model/walk.ts';
import type { Wire } from '../../../specs/model/wire.ts';

/**
 * A way into a value: a member of an object, every item of a list, one item of a tuple, every entry of an object whose names
 * are data, or a column of a text.
 */
export type Step = { readonly member: string } | { readonly index: number } | { readonly column: number } | 'items' | 'entries';

/** What becomes of a value. A list item, a tuple's item and a column cannot be renamed. */
export type Change = { readonly value: Wire } | { readonly name: string } | 'removed';

/** The steps of a path in a schema, as `specs/model/walk.ts` writes it: `tx[].vin[0].txid`, `{}.fees.base`. */
export function stepsOf(pattern: string): readonly Step[] {
  return [...pattern.matchAll(/\[(\d*)\]|(\{\})|([^.[{]+)/g)].map(([, index, entries, member]): Step => {
    if (member !== undefined) return { member };
    if (entries !== undefined) return 'entries';
    return index === '' || index === undefined ? 'items' : { index: Number(index) };
  });
}

/**
 * The value with every occurrence of a place changed; undefined if nothing was changed. `change` returns undefined to leave
 * an occurrence as it is. It is also called for a missing member of an existing object, with undefined.
 */
export function changeAll(value: Wire, steps: readonly Step[], change: (value: Wire | undefined) => Change | undefined): Wire | undefined {
  const changed = changeOf(value, steps, change);
  return typeof changed === 'object' && 'value' in changed ? changed.value : undefined;
}

type Changer = (value: Wire | undefined) => Change | undefined;

function changeOf(value: Wire, steps: readonly Step[], change: Changer): Change | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  if (typeof step === 'object' && 'column' in step)
    return typeof value === 'string' ? changedColumn(value, step.column, change) : undefined;
  if (Array.isArray(value)) {
    if (step !== 'items' && (step === 'entries' || !('index' in step))) return undefined;
    return changedList(value, (item, index) => (step === 'items' || step.index === index ? changeOf(item, rest, change) : undefined));
  }
  if (!isObject(value)) return undefined;
  const object = value as { [name: string]: Wire };
  if (step === 'entries') return changedObject(object, (_, member) => changeOf(member, rest, change));
  if (step === 'items' || !('member' in step)) return undefined;
  if (object[step.member] !== undefined) {
    return changedObject(object, (name, member) => (name === step.member ? changeOf(member, rest, change) : undefined));
  }
  const added = rest.length === 0 ? change(undefined) : undefined;
  return typeof added === 'object' && 'value' in added ? { value: { ...object, [step.member]: added.value } } : undefined;
}

function changedColumn(text: string, column: number, change: Changer): Change | undefined {
  const texts = columnsOf(text);
  if (column >= texts.length) return undefined;
  const changed = change(texts[column]);
  if (changed === undefined) return undefined;
  const kept = texts.flatMap((text, at) => (at !== column ? [text] : changed === 'removed' ? [] : [valueAfter(text, changed)]));
  return { value: kept.map((part) => (typeof part === 'string' ? part : stringify(part))).join(' ') };
}

function changedList(items: readonly Wire[], changeItem: (item: Wire, index: number) => Change | undefined): Change | undefined {
  const changes = items.map(changeItem);
  if (changes.every((change) => change === undefined)) return undefined;
  return { value: items.flatMap((item, index) => (changes[index] === 'removed' ? [] : [valueAfter(item, changes[index])])) };
}

function changedObject(
  object: { readonly [name: string]: Wire },
  changeMember: (name: string, member: Wire) => Change | undefined,
): Change | undefined {
  const members = Object.entries(object).map(([name, member]) => ({ name, member, change: changeMember(name, member) }));
  if (members.every(({ change }) => change === undefined)) return undefined;
  const kept = members.filter(({ change }) => change !== 'removed');
  return {
    value: Object.fromEntries(
      kept.map(({ name, member, change }) => [
        typeof change === 'object' && 'name' in change ? change.name : name,
        valueAfter(member, change),
      ]),
    ),
  };
}

function valueAfter(value: Wire, change: Change | undefined): Wire {
  return typeof change === 'object' && 'value' in change ? change.value : value;
}

/** The values at every occurrence of a place. */
export function valuesAt(value: Wire, steps: readonly Step[]): Wire[] {
  const values: Wire[] = [];
  changeAll(value, steps, (found) => {
    if (found !== undefined) values.push(found);
    return undefined;
  });
  return values;
}
