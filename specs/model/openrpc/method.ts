import { defined } from '../defined.ts';
import type { Method, Param, Rule, Schema, Spec, Variant } from '../types.ts';
import { exportSchema, type Exported } from './schema.ts';

/** An entry of the OpenRPC document for a method that has no sub-commands. */
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
 * One entry for all sub-commands of a method: its first argument says which, and each is told in full in
 * `x-pyx-subcommands`, since OpenRPC has no word for them.
 */
export function exportSubCommands(spec: Spec, name: string, methods: readonly Method[]): Exported {
  const words = methods.map((method) => method.wire.prefix[0] ?? '');
  return {
    name,
    summary: `${name} with one of its sub-commands, whose arguments follow the first.`,
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
 * What any of the variants may answer; which one does is in `x-pyx-variants`. Branches are `anyOf` where the results of
 * two variants may look alike, as a list of nothing does.
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
      effect: variant.effect,
      result: variant.result ? exportSchema(variant.result, 'result') : null,
    })),
  };
}

/** Whether no value fits two results: their JSON types, as far as they are written in place, differ. */
function areApart(variants: readonly Variant[]): boolean {
  const distinct = [...new Map(variants.flatMap(({ result }) => (result ? [[JSON.stringify(result), result] as const] : []))).values()];
  const types = distinct.map((schema: Schema) => (typeof schema.type === 'string' ? schema.type : undefined));
  const numbers = types.filter((type) => type === 'integer' || type === 'number').length;
  return types.every((type) => type !== undefined) && new Set(types).size === types.length && numbers < 2;
}

function statements(spec: Spec, method: Method): Exported {
  const errors = spec.errors.filter((row) => row.methods.includes(method.id)).map(({ id, text, source }) => ({ id, text, source }));
  return {
    ...(method.examples && { 'x-pyx-examples': method.examples }),
    // The documents state when a call fails and never with which code, so there is no OpenRPC error to write.
    ...(errors.length > 0 && { 'x-pyx-errors': errors }),
    'x-pyx-source': method.source,
    'x-pyx-rules': method.rules.map(exportRule),
    'x-pyx-unstated': method.unstated,
  };
}

function exportRule(rule: Rule): Exported {
  return {
    id: rule.id,
    text: rule.text,
    source: rule.source,
    ...defined({ untestable: rule.untestable, reading: rule.reading }),
  };
}
