import { neutralNames, render } from '../model/names.ts';
import type { Conflict, Method, MethodError, Rule, Spec } from '../model/types.ts';
import { byId, same, shown, type Difference, type Report } from './change.ts';
import type { Direction } from './change-rules.ts';
import { compareParams } from './compare-params.ts';
import { compareVariants } from './compare-variants.ts';

type ReportDirected = (difference: Difference, direction?: Direction) => void;

/** Reports the differences between two descriptions of a method. */
export function compareMethod(a: Method, b: Method, specs: { readonly before: Spec; readonly after: Spec }, report: ReportDirected): void {
  const plain: Report = (difference) => report(difference);
  if (wireText(a) !== wireText(b)) plain({ rule: 'wire-name-changed', path: '', before: wireText(a), after: wireText(b) });
  if ((a.deprecated === undefined) !== (b.deprecated === undefined))
    plain({ rule: a.deprecated === undefined ? 'method-deprecated' : 'method-restored', path: '', after: shown(b.deprecated) });
  if (a.requiresOption !== b.requiresOption) {
    const rule = a.requiresOption === undefined ? 'option-required' : b.requiresOption === undefined ? 'option-dropped' : 'option-changed';
    plain({ rule, path: '', before: shown(a.requiresOption), after: shown(b.requiresOption) });
  }
  if (a.summary !== b.summary) plain({ rule: 'text-changed', path: 'summary', before: a.summary, after: b.summary });
  const [before, after] = [stated(a.examples), stated(b.examples)];
  if (!same(before, after)) plain({ rule: 'text-changed', path: 'examples', before: shown(before), after: shown(after) });
  compareErrors(a.errors ?? [], b.errors ?? [], plain);
  for (const part of a.unstated.filter((part) => !b.unstated.includes(part))) plain({ rule: 'part-stated', path: part });
  for (const part of b.unstated.filter((part) => !a.unstated.includes(part))) plain({ rule: 'part-unstated', path: part });
  compareParams(a.params, b.params, specs, (difference) => report(difference, 'argument'));
  compareVariants(a.variants, b.variants, specs, (difference, inResult) => report(difference, inResult ? 'result' : undefined));
  compareConflicts(a.conflicts ?? [], b.conflicts ?? [], plain);
  compareRules(a.rules, b.rules, plain);
}

/** The brand of a node is no difference. */
const wireText = ({ wire: { method, prefix } }: Method): string => [render(method, neutralNames), ...prefix].join(' ');

/** What an example states; whether its values exist on a service is not part of it. */
const stated = (examples: Method['examples']): unknown => examples?.map(({ illustrative: _, ...example }) => example);

function compareErrors(before: readonly MethodError[], after: readonly MethodError[], report: Report): void {
  const other = (errors: readonly MethodError[], { code }: MethodError): MethodError | undefined =>
    errors.find((error) => error.code === code);
  for (const error of before) {
    const now = other(after, error);
    const path = `error ${error.code}`;
    if (!now) report({ rule: 'statement-removed', path, before: error.message });
    else if (now.message !== error.message) report({ rule: 'statement-changed', path, before: error.message, after: now.message });
  }
  for (const error of after)
    if (!other(before, error)) report({ rule: 'statement-added', path: `error ${error.code}`, after: error.message });
}

function compareConflicts(before: readonly Conflict[], after: readonly Conflict[], report: Report): void {
  const lacks = (list: readonly Conflict[], { parts }: Conflict): boolean => !list.some((conflict) => same(conflict.parts, parts));
  for (const added of after.filter((conflict) => lacks(before, conflict)))
    report({ rule: 'conflict-added', path: 'arguments', after: added.text });
  for (const removed of before.filter((conflict) => lacks(after, conflict)))
    report({ rule: 'conflict-removed', path: 'arguments', before: removed.text });
}

function compareRules(before: readonly Rule[], after: readonly Rule[], report: Report): void {
  const [earlier, later] = [byId(before), byId(after)];
  for (const { id, text } of before) {
    const other = later.get(id);
    if (!other) report({ rule: 'statement-removed', path: `rule ${id}`, before: text });
    else if (other.text !== text) report({ rule: 'statement-changed', path: `rule ${id}`, before: text, after: other.text });
  }
  for (const { id, text } of after) if (!earlier.has(id)) report({ rule: 'statement-added', path: `rule ${id}`, after: text });
}
