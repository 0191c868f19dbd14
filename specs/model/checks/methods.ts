import type { LoadedSpec } from '../load.ts';
import { neutralNames, render } from '../names.ts';
import type { Method } from '../types.ts';
import { fileOf, type SpecProblem } from './problem.ts';

/** A method's file name without `.yaml`, which is also the prefix of its rules: `gobject-count`. */
function slugOf(method: Method): string {
  return method.id.replaceAll(' ', '-');
}

/** The arguments, rules and wire name of a method: order and names. */
export function checkMethods(loaded: LoadedSpec): SpecProblem[] {
  return loaded.spec.methods.flatMap((method) => {
    const file = fileOf(loaded, method);
    return [...nameProblems(method, file), ...paramProblems(method), ...ruleProblems(method)].map((message) => ({
      file,
      message,
    }));
  });
}

function nameProblems(method: Method, file: string): string[] {
  const found: string[] = [];
  if (!file.endsWith(`/${slugOf(method)}.yaml`)) found.push(`${method.id} belongs in a file named ${slugOf(method)}.yaml`);
  const wire = [render(method.wire.method, neutralNames), ...method.wire.prefix].join(' ');
  if (wire !== method.id) found.push(`${method.id} is called as "${wire}"; the id and the wire name must be equal except for brands`);
  return found;
}

function paramProblems(method: Method): string[] {
  const found: string[] = [];
  const optional = method.params.findIndex((param) => !param.required);
  method.params.forEach((param, at) => {
    const place = `${method.id} ${param.name}`;
    // Methods beyond the documents are as nodes have them.
    if (!method.beyond && param.required && optional >= 0 && at > optional)
      found.push(`${place} is required, but ${method.params[optional]?.name ?? ''} before it is not`);
    if (param.required && (param.default !== undefined || param.defaultText !== undefined))
      found.push(`${place} is required, so it cannot have a default`);
    if (param.default !== undefined && param.defaultText !== undefined) found.push(`${place} has both default and defaultText`);
    if (param.onInvalid !== 'unstated' && param.onInvalidText === undefined)
      found.push(`${place} has onInvalid ${param.onInvalid}, but no onInvalidText with the statement of the documents`);
    if (param.onInvalid === 'unstated' && param.onInvalidText !== undefined)
      found.push(`${place} has an onInvalidText, but onInvalid is unstated`);
  });
  if (method.unstated.includes('arguments') && method.params.length > 0)
    found.push(`${method.id} has arguments, but lists its arguments as unstated`);
  return found;
}

function ruleProblems(method: Method): string[] {
  const misnamed = (what: string, ids: readonly { readonly id: string }[]): string[] =>
    ids
      .filter(({ id }) => !id.startsWith(`${slugOf(method)}/`))
      .map(({ id }) => `${what} ${id} of ${method.id} must begin with ${slugOf(method)}/`);
  return [...misnamed('rule', method.rules), ...misnamed('question', method.own?.questions ?? [])];
}

/** Duplicate ids, names and values. */
export function checkDuplicates(loaded: LoadedSpec): SpecProblem[] {
  const { spec } = loaded;
  const ofMethod = (what: string, names: (method: Method) => readonly string[]): SpecProblem[] =>
    spec.methods.flatMap((method) =>
      repeated(names(method)).map((name) => ({
        file: fileOf(loaded, method),
        message: `${method.id} has ${what} ${name} twice`,
      })),
    );
  const across = (what: string, parts: readonly { part: object; id: string }[]): SpecProblem[] => {
    const seen = new Map<string, object>();
    return parts.flatMap(({ part, id }) => {
      const first = seen.get(id);
      if (!first) {
        seen.set(id, part);
        return [];
      }
      return [{ file: fileOf(loaded, part), message: `${what} ${id} is already in ${fileOf(loaded, first)}` }];
    });
  };
  const rows = (what: string, list: readonly { readonly id: string }[]): SpecProblem[] =>
    across(
      what,
      list.map((row) => ({ part: row, id: row.id })),
    );
  return [
    ...rows('method', spec.methods),
    ...across(
      'rule',
      spec.methods.flatMap((method) => method.rules.map((rule) => ({ part: method, id: rule.id }))),
    ),
    ...ofMethod('question', (method) => (method.own?.questions ?? []).map(({ id }) => id)),
    ...ofMethod('argument', (method) => method.params.map((param) => param.name)),
    ...ofMethod('variant', (method) => method.variants.map((variant) => variant.id)),
    ...ofMethod('error', (method) => (method.errors ?? []).map(({ code }) => String(code))),
    ...ofMethod('unstated', (method) => method.unstated),
    ...rows('state', spec.states),
    ...rows('status list', spec.statuses),
    ...rows('limit', spec.limits),
    ...rows('error', spec.errors),
    ...rows('envelope row', spec.envelope),
    ...spec.statuses.flatMap((row) =>
      repeated(row.values.map(({ value }) => value)).map((value) => ({
        file: fileOf(loaded, row),
        message: `${row.id} has the value ${value} twice`,
      })),
    ),
  ];
}

/** The texts that occur more than once, each listed once. */
export function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, at) => texts.indexOf(text) !== at))];
}
