import { defined } from '../defined.ts';
import { exampleArguments } from '../example.ts';
import type { Method, Param, Rule, Schema, Spec, Variant } from '../types.ts';
import { exportSchema, type Exported } from './schema.ts';

/** An entry of the OpenRPC document for a method without subcommands. */
export function exportMethod(spec: Spec, method: Method): Exported {
  return {
    name: method.id,
    ...describe(method),
    tags: [{ name: method.family }],
    paramStructure: 'by-position',
    params: method.params.map(exportParam),
    result: exportResult(method.variants),
    ...statements(spec, method),
  };
}

/**
 * One entry for all subcommands of a method: the first argument selects one, and `x-pyx-subcommands` describes each,
 * because OpenRPC has no subcommands.
 */
export function exportSubCommands(spec: Spec, name: string, methods: readonly Method[]): Exported {
  const words = methods.map((method) => method.wire.prefix[0] ?? '');
  return {
    name,
    summary: `${name} with one of its subcommands, followed by the arguments of the subcommand.`,
    tags: [...new Set(methods.map((method) => method.family))].map((family) => ({ name: family })),
    paramStructure: 'by-position',
    params: [{ name: 'command', summary: 'The sub-command.', required: true, schema: { type: 'string', enum: words } }],
    result: { name: 'result', summary: 'As the sub-command has it.', schema: {} },
    'x-pyx-subcommands': methods.map((method) => ({
      name: method.id,
      prefix: method.wire.prefix,
      ...describe(method),
      params: method.params.map(exportParam),
      result: exportResult(method.variants),
      ...statements(spec, method),
    })),
  };
}

function describe(method: Method): Exported {
  return {
    summary: method.summary,
    ...(method.deprecated !== undefined && { description: method.deprecated, deprecated: true }),
    ...(method.requiresOption !== undefined && { 'x-pyx-requires-option': method.requiresOption }),
  };
}

function exportParam(param: Param): Exported {
  const schema = param.default === undefined ? param.schema : { ...param.schema, default: param.default };
  return {
    name: param.name,
    ...defined({ description: param.description }),
    required: param.required,
    schema: exportSchema(param.defaultText === undefined ? schema : { ...schema, defaultText: param.defaultText }, 'param'),
    'x-pyx-on-invalid': param.onInvalid,
    ...defined({ 'x-pyx-on-invalid-text': param.onInvalidText, 'x-pyx-reading': param.reading }),
  };
}

/**
 * The results of all variants; `x-pyx-variants` has the condition of each. Branches are `anyOf` if a value may fit the
 * results of two variants, such as an empty list.
 */
function exportResult(variants: readonly Variant[]): Exported {
  const schemas = new Map<string, Exported>();
  for (const { result } of variants) {
    const schema: Exported = result ? exportSchema(result, 'result') : {};
    schemas.set(JSON.stringify(schema), schema);
  }
  const distinct = [...schemas.values()];
  const isOpen = variants.some((variant) => !variant.result);
  const [first = {}] = distinct;
  return {
    name: 'result',
    schema: isOpen ? {} : distinct.length === 1 ? first : { [areApart(variants) ? 'oneOf' : 'anyOf']: distinct },
    'x-pyx-variants': variants.map((variant) => ({
      id: variant.id,
      ...defined({ summary: variant.summary, when: variant.when }),
      ...(variant.effectUnstated !== true && { effect: variant.effect }),
      result: variant.result ? exportSchema(variant.result, 'result') : null,
    })),
  };
}

/** Whether no value fits two results, judged by the JSON types written in place. */
function areApart(variants: readonly Variant[]): boolean {
  const distinct = [...new Map(variants.flatMap(({ result }) => (result ? [[JSON.stringify(result), result] as const] : []))).values()];
  const types = distinct.map((schema: Schema) => (typeof schema.type === 'string' ? schema.type : undefined));
  const numbers = types.filter((type) => type === 'integer' || type === 'number').length;
  return types.every((type) => type !== undefined) && new Set(types).size === types.length && numbers < 2;
}

function statements(spec: Spec, method: Method): Exported {
  const errors = spec.errors.filter((row) => row.methods.includes(method.id)).map(({ id, text, source }) => ({ id, text, source }));
  return {
    ...exportExamples(method),
    ...(method.errors && { errors: method.errors }),
    // These state no codes, which an OpenRPC error needs.
    ...(errors.length > 0 && { 'x-pyx-errors': errors }),
    'x-pyx-source': method.source,
    'x-pyx-rules': method.rules.map(exportRule),
    'x-pyx-unstated': method.unstated,
  };
}

/** The examples with results as OpenRPC has them, and all as Pyx does. */
function exportExamples(method: Method): Exported {
  const { examples } = method;
  if (!examples) return {};
  const pairings = examples.flatMap((example) => {
    if (example.result === undefined) return [];
    const params = Object.entries(exampleArguments(method, example)).map(([name, value]) => ({ name, value }));
    return [{ name: example.name, ...defined({ summary: example.text }), params, result: { name: 'result', value: example.result } }];
  });
  return { ...(pairings.length > 0 && { examples: pairings }), 'x-pyx-examples': examples };
}

function exportRule(rule: Rule): Exported {
  return {
    id: rule.id,
    text: rule.text,
    source: rule.source,
    ...defined({ untestable: rule.untestable, reading: rule.reading }),
  };
}
