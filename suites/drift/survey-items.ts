import { classOf, type ChangeRuleName } from '../../specs/compare/change-rules.ts';
import type { Difference } from '../../specs/compare/change.ts';
import { compareParams } from '../../specs/compare/compare-params.ts';
import { render, type Names } from '../../specs/model/names.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Method, Param } from '../../specs/model/types.ts';
import type { HelpArgument } from './help-text.ts';
import type { DriftEvidence, DriftItem } from './items.ts';
import { renamedArguments } from './renamed-arguments.ts';
import { renamedMethods, wireName } from './renamed-methods.ts';
import type { Survey, SurveyedMethod } from './survey.ts';

/** Place of a method in the specification. */
export function placeOf({ id, source }: Method): string {
  return `document ${source.document}, ${source.section}: ${id}`;
}

/** The differences between the specification and what a node reports about itself. Methods in `absent` are expected to be missing. */
export function surveyItems(specification: Specification, survey: Survey, names: Names, absent: ReadonlyMap<string, string>): DriftItem[] {
  const renamed = renamedMethods(specification, survey, names);
  const documented = new Set([...specification.documented.map(({ wire }) => render(wire.method, names)), ...renamed.values()]);
  return [
    ...specification.documented.flatMap((method) => methodItems(specification, method, survey, { names, absent, renamed })),
    ...extraItems(survey, documented),
    ...repeatedItems(survey, specification, names),
  ];
}

interface Known {
  readonly names: Names;
  readonly absent: ReadonlyMap<string, string>;
  /** Methods that the node has under other names. */
  readonly renamed: ReadonlyMap<string, string>;
}

function methodItems(specification: Specification, method: Method, survey: Survey, { names, absent, renamed }: Known): DriftItem[] {
  const wire = render(method.wire.method, names);
  const found = survey.methods.get(wire);
  if (!found) return [];
  const line = survey.listed?.find(({ name }) => name === wire)?.line;
  const item = itemOf(method);
  const reason = absent.get(method.id);
  if (found.call === 'not-found' || (found.call === 'unknown' && found.arguments === undefined && line === undefined)) {
    const text = found.error ? `called: ${found.error.code} ${found.error.message}` : 'help does not know it';
    const other = renamed.get(method.id);
    const missing =
      other === undefined
        ? item('method-removed', { path: '', before: method.summary }, { kind: 'call', text, request: { method: wire } })
        : item(
            'wire-name-changed',
            { path: '', before: wireName(method, names), after: other },
            { kind: 'help', text: survey.listed?.find(({ name }) => name === other)?.line ?? other, request: { method: wire } },
          );
    const misprint =
      line === undefined
        ? []
        : [item('help-wrong', { path: '', after: 'listed, but not found when it is called' }, { kind: 'help', text: line })];
    return [{ ...missing, ...(reason !== undefined && { accepted: reason }) }, ...misprint];
  }
  const restored =
    reason === undefined || method.wire.prefix.length > 0
      ? []
      : [
          item(
            'method-added',
            { path: '', before: 'absent according to the target file', after: method.summary },
            { kind: 'call', text: found.error ? `called: ${found.error.code} ${found.error.message.split('\n', 1)[0]}` : 'it answered' },
          ),
        ];
  const hidden =
    survey.listed === undefined || line !== undefined
      ? []
      : [
          item(
            'help-wrong',
            { path: '', after: 'hidden: not listed by help, and answers calls' },
            { kind: 'call', text: `called: ${found.error?.code ?? 'a result'}`, request: { method: wire } },
          ),
        ];
  return [...restored, ...hidden, ...argumentItems(specification, method, found, survey)];
}

function argumentItems(specification: Specification, method: Method, found: SurveyedMethod, { discovered }: Survey): DriftItem[] {
  const { spec } = specification;
  if (method.wire.prefix.length > 0 || method.unstated.includes('arguments')) return [];
  const item = itemOf(method);
  const items: DriftItem[] = [];
  const compare = (
    params: readonly Param[],
    known: ReadonlyMap<string, string>,
    evidence: (difference: Difference) => DriftEvidence,
  ): void => {
    compareParams(method.params, params, { before: spec, after: spec, known }, (difference) => {
      if (difference.rule === 'default-stated' || difference.rule === 'default-unstated') return; // one side leaves it open
      const { path, before = '', after = '' } = difference;
      const anyCase = found.arguments?.find(({ name }) => name === nameAt(path))?.anyCase === true;
      const isSameWord = difference.rule === 'default-changed' && anyCase && before.toLowerCase() === after.toLowerCase();
      const rule = isSameWord ? 'letter-case-opened' : difference.rule;
      if (rule === 'param-removed' && found.named[nameAt(path)] === true)
        items.push(item('help-wrong', { path, after: 'hidden: not in the help text, and known by name' }, evidence(difference)));
      // The form of a new argument is not in the text.
      else items.push(item(rule, { ...difference, after: after === '{}' ? '' : after }, evidence(difference)));
    });
  };
  if (found.arguments) {
    const args = found.arguments;
    const wrong = wronglyNamed(method, args, found.named);
    for (const [name, argument] of wrong)
      items.push(
        item(
          'param-renamed-in-help',
          { path: `argument ${name}`, before: name, after: argument.name ?? '' },
          { kind: 'help', text: argument.line + calledByName([name, argument.name], found.named) },
        ),
      );
    for (const { name } of method.params)
      if (found.named[name] === false && args.some((arg) => arg.name === name))
        items.push(
          item(
            'param-renamed',
            { path: `argument ${name}`, before: name, after: 'another name than help shows' },
            { kind: 'call', text: lineFor(`argument ${name}`, method, args) + calledByName([name], found.named) },
          ),
        );
    const known = renamedArguments(specification, method, args);
    compare(paramsOf(method, args, { wrong, known }), known, ({ rule, path, before = '', after = '' }) => ({
      kind: 'help',
      text:
        lineFor(path, method, args) +
        (rule === 'param-renamed' ? calledByName([before, after], found.named) : '') +
        (rule === 'param-removed' ? calledByName([nameAt(path)], found.named) : ''),
    }));
  }
  const described = discovered?.params.get(method.id);
  if (described) {
    const params = described.map((param) => ({ ...param, ...schemaOf(method, param.name, described.indexOf(param)) }));
    compare(params, new Map(), ({ path }) => ({
      kind: 'discover',
      text: `${discovered?.by ?? ''}: ${method.id}(${params.map(({ name }) => name).join(', ')}), ${path}`,
    }));
  }
  // Both texts say the same: one finding.
  return items.filter((item, index) => items.findIndex((other) => other.change === item.change && other.path === item.path) === index);
}

/** Documented arguments that help calls otherwise although the node knows them by the documented name. */
function wronglyNamed(method: Method, args: readonly HelpArgument[], named: SurveyedMethod['named']): Map<string, HelpArgument> {
  const found = new Map<string, HelpArgument>();
  for (const [index, { name }] of method.params.entries()) {
    const argument = args[index];
    if (named[name] === true && argument?.name !== undefined && !method.params.some((param) => param.name === argument.name))
      found.set(name, argument);
  }
  return found;
}

/** The arguments of a help text as those of a method: what the text does not show is as documented. */
function paramsOf(
  method: Method,
  args: readonly HelpArgument[],
  { wrong, known }: { readonly wrong: ReadonlyMap<string, HelpArgument>; readonly known: ReadonlyMap<string, string> },
): Param[] {
  return args.map((argument, index): Param => {
    const meant = method.params.findIndex((param) => argument.name !== undefined && known.get(param.name) === argument.name);
    const at = meant === -1 ? index : meant;
    const position = method.params[at];
    const isWrong = position !== undefined && wrong.get(position.name) === argument;
    const name = isWrong ? position.name : (argument.name ?? position?.name ?? `argument ${index + 1}`);
    const same = method.params.find((param) => param.name === name);
    const value = argument.default ?? same?.default;
    return {
      ...(same ?? { onInvalid: 'unstated' as const }),
      ...schemaOf(method, name, at),
      name,
      required: argument.required,
      ...(value !== undefined && value !== null && same?.default !== undefined && { default: value }),
    };
  });
}

/** An argument that the documents lack may be the one at its position under another name. */
function schemaOf(method: Method, name: string, index: number): Pick<Param, 'schema' | 'onInvalid'> & Pick<Param, 'description'> {
  const param = method.params.find((param) => param.name === name) ?? method.params[index];
  const { schema = {}, onInvalid = 'unstated', description } = param ?? {};
  return { schema, onInvalid, ...(description !== undefined && { description }) };
}

/** What calls with these names showed. Calls by position do not depend on names. */
function calledByName(names: readonly (string | undefined)[], named: SurveyedMethod['named']): string {
  const results = names.flatMap((name) => {
    const isKnown = name === undefined ? undefined : named[name];
    if (isKnown === undefined) return [];
    return isKnown ? `the node knows ${name}` : `Unknown named parameter ${name}`;
  });
  return `; called by name: ${results.length === 0 ? 'not known, no call was answered so that it shows' : results.join(', ')}`;
}

const nameAt = (path: string): string => path.replace(/^argument /, '');

/** The line that describes the argument; for one that help does not name, that of its position. */
function lineFor(path: string, method: Method, args: readonly HelpArgument[]): string {
  const name = nameAt(path);
  const argument = args.find((arg) => arg.name === name) ?? args[method.params.findIndex((param) => param.name === name)];
  return argument?.line ?? `the help text has the arguments ${args.map((arg) => arg.name ?? '…').join(', ') || 'none'}`;
}

function extraItems({ listed = [], methods, discovered }: Survey, documented: ReadonlySet<string>): DriftItem[] {
  const source = 'the documents do not have it';
  return [...new Map(listed.map((line) => [line.name, line])).values()]
    .filter(({ name }) => !documented.has(name))
    .map(({ name, line }): DriftItem => {
      const found = methods.get(name);
      const item = { method: name, path: '', before: '', source, evidence: { kind: 'help' as const, text: line } };
      if (found?.call === 'not-found')
        return { ...item, change: 'help-wrong', class: classOf('help-wrong'), after: 'listed, but not found when it is called' };
      return { ...item, change: 'method-added', class: classOf('method-added'), after: '' };
    })
    .concat(
      [...(discovered?.params.keys() ?? [])]
        .map((name) => name.split(' ', 1)[0] ?? '')
        .filter((name, index, all) => all.indexOf(name) === index && !documented.has(name) && !listed.some((line) => line.name === name))
        .map((name) => ({
          change: 'method-added' as const,
          class: classOf('method-added'),
          method: name,
          path: '',
          before: '',
          after: '',
          source,
          evidence: { kind: 'discover' as const, text: `${discovered?.by ?? ''} has ${name}` },
        })),
    );
}

/** A method with subcommands may have a line for each; any other one is listed once. */
function repeatedItems({ listed = [] }: Survey, specification: Specification, names: Names): DriftItem[] {
  const divided = new Set(
    specification.documented.filter(({ wire }) => wire.prefix.length > 0).map(({ wire }) => render(wire.method, names)),
  );
  const entries = listed.map(({ name, line }) => (divided.has(name) ? line : name));
  return [...new Set(entries.filter((entry, index) => entries.indexOf(entry) !== index))].map((entry) => ({
    change: 'help-wrong',
    class: classOf('help-wrong'),
    method: entry.split(' ', 1)[0] ?? entry,
    path: '',
    before: '',
    after: `listed ${entries.filter((other) => other === entry).length} times`,
    source: 'help lists each method once',
    evidence: {
      kind: 'help',
      text: listed
        .filter((_, index) => entries[index] === entry)
        .map(({ line }) => line)
        .join('\n'),
    },
  }));
}

function itemOf(method: Method): (change: ChangeRuleName, at: Omit<Difference, 'rule'>, evidence: DriftEvidence) => DriftItem {
  return (change, { path, before = '', after = '' }, evidence) => ({
    change,
    class: classOf(change, 'argument'),
    method: method.id,
    path,
    before,
    after,
    source: placeOf(method),
    evidence,
  });
}
