import type { Case } from '../engine/case.ts';
import { universeOf } from '../engine/coverage.ts';
import { profileNames } from '../fixtures/targets/profiles.ts';
import { nearest } from '../specs/model/nearest.ts';
import { effects, type Effect } from '../specs/model/types.ts';
import type { Specification } from '../specs/model/spec.ts';
import { invariantOf } from '../suites/invariants/invariant.ts';
import { rowOf } from '../suites/rules/row.ts';
import { ruleOf } from '../suites/rules/rule.ts';
import { modelCaseOf } from '../suites/states/support/model-case.ts';
import type { ModelSettings } from '../suites/states/support/settings.ts';
import type { Plugin } from './plugin.ts';
import { PluginError } from './plugin-error.ts';
import type { SourcePlace } from './source-place.ts';

interface Making {
  /** How much is tried of each state model. */
  readonly models?: ModelSettings | undefined;
  /** Where the module of the plug-in is, if it has a file. */
  readonly place?: SourcePlace | undefined;
}

/** The cases of a plug-in for a standard, with its name at the beginning of their ids. Throws `PluginError`. */
export function pluginCases({ name, cases = [] }: Plugin, specification: Specification, { models, place }: Making = {}): readonly Case[] {
  const seen = new Set<string>();
  const { stateRows, rules, limits, errors, envelope } = universeOf(specification, new Map());
  const judged = new Set([...stateRows, ...rules, ...limits, ...errors, ...envelope]);
  return casesFor(cases, specification, name, { models, place }).map((testCase) => {
    const problem = caseProblem(testCase, specification, judged);
    const id = String((testCase as Partial<Case> | null)?.id);
    const at = place?.ofName(id) ?? `the plug-in ${name}`;
    if (problem !== undefined) throw new PluginError(`${at}: the case ${id} cannot be used: ${problem}`);
    if (seen.has(id)) throw new PluginError(`${at}: the plug-in has two cases ${id}`, { remedy: 'give one of them another id' });
    seen.add(id);
    return named(testCase, name, specification);
  });
}

function casesFor(
  cases: NonNullable<Plugin['cases']>,
  specification: Specification,
  name: string,
  { models, place }: Making,
): readonly Case[] {
  if (typeof cases !== 'function') return cases;
  let made: unknown;
  try {
    made = cases({
      specification,
      rule: (options) => ruleOf(specification, options),
      invariant: (options) => invariantOf(options),
      row: (options) => rowOf(specification, options),
      modelCase: (model) => {
        const problem = modelProblem(model);
        if (problem !== undefined) throw new Error(`the model ${String(model?.id)} cannot be used: ${problem}`);
        return modelCaseOf(specification, model, models);
      },
    });
  } catch (error) {
    throw new PluginError(`${place?.ofError(error) ?? `the plug-in ${name}`}: its cases cannot be made: ${messageOf(error)}`, {
      cause: error,
    });
  }
  if (!Array.isArray(made)) throw new PluginError(`${place?.ofName('cases') ?? `the plug-in ${name}`}: cases returned no list`);
  return made as readonly Case[];
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The case as a run has it. A relation of a plug-in is none of Pyx's, which may have the same name. */
function named(testCase: Case, name: string, specification: Specification): Case {
  const { id, about } = testCase;
  const isSentence = specification.documented.some(({ rules }) => rules.some((rule) => rule.id === about?.rule));
  return {
    ...testCase,
    id: `${name}/${id}`,
    suite: name,
    plugin: name,
    ...(about?.rule !== undefined && !isSentence && { about: { ...about, rule: `${name}/${about.rule}` } }),
  };
}

/** Why nothing can be tried of a model; undefined if it can. Types hold it, but not for plug-ins in JavaScript. */
function modelProblem(given: object): string | undefined {
  const model = given as { readonly [member in string]?: unknown } | undefined;
  const wrongList = ['rows', 'methods', 'commands', 'tour'].find((name) => !Array.isArray(model?.[name]));
  if (wrongList !== undefined) return `${wrongList} is not a list`;
  const missing = ['prepare', 'begin'].find((name) => typeof model?.[name] !== 'function');
  return missing === undefined ? undefined : `${missing} is not a function`;
}

/** Why a case cannot be planned and run; undefined if it can. Types hold most of it, but not for plug-ins in JavaScript. */
function caseProblem(given: Case, specification: Specification, judged: ReadonlySet<string>): string | undefined {
  const testCase = given as Partial<Record<keyof Case, unknown>> | null;
  if (typeof testCase !== 'object' || testCase === null) return 'it is not an object';
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
  const { id, title, kind, method, effect, profile, uses, judges, evidence, source, run } = testCase;
  if (!isText(id) || /[\s*]/.test(id)) return 'its id is not a text without spaces and *';
  if (!isText(title)) return 'it has no title';
  if (!isText(kind)) return 'it has no kind';
  if (typeof run !== 'function') return 'run is not a function';
  if (!isList(effect) || effect.length === 0 || !effect.every((one) => effects.includes(one as Effect)))
    return `effect is not a list of some of ${effects.join(', ')}`;
  if (!profileNames.some((known) => known === profile)) return `its profile is none of ${profileNames.join(', ')}`;
  if (evidence !== 'document' && evidence !== 'standard') return 'evidence is neither document nor standard';
  if (!isText(source)) return 'it has no source: where what it judges is stated';
  if (!isList(uses)) return 'uses is not a list of methods';
  if (!isList(judges)) return 'judges is not a list of ids';
  const unknown = judges.find((one) => !judged.has(String(one)));
  if (unknown !== undefined)
    return `the standard has no sentence or row ${String(unknown)}; similar: ${nearest(String(unknown), [...judged], 3).join(', ')}`;
  for (const called of [...(method === null ? [] : [method]), ...uses]) {
    if (typeof called === 'string' && specification.find(called)) continue;
    const ids = specification.spec.methods.map((known) => known.id);
    return `the standard has no method ${String(called)}; similar: ${nearest(String(called), ids, 3).join(', ')}`;
  }
  return undefined;
}
