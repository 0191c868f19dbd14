import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { placedProblems } from './yaml-place.ts';

/** The sorts of specification files there are. */
export type FileKind = 'method' | 'beyond' | 'unstated' | 'shapes' | 'states' | 'statuses' | 'limits' | 'errors' | 'envelope' | 'sections';

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const closed = (properties: object, required: string[]): object => ({
  type: 'object', additionalProperties: false, properties, required,
});
const source = closed({ document: { enum: [1, 2, 3] }, section: text }, ['document', 'section']);
const comparison = { equals: {}, in: { type: 'array' }, above: { type: 'number' }, below: { type: 'number' }, given: { type: 'boolean' } };
const ref = (name: string): object => ({ $ref: `#/$defs/${name}` });

const condition = {
  oneOf: [
    closed({ field: text, root: { type: 'boolean' }, ...comparison }, ['field']),
    closed({ param: text, ...comparison }, ['param']),
    closed({ option: { type: 'string', pattern: '^-' } }, ['option']),
    closed({ state: text }, ['state']),
    closed({ not: ref('condition') }, ['not']),
    closed({ all: { type: 'array', items: ref('condition') } }, ['all']),
    closed({ any: { type: 'array', items: ref('condition') } }, ['any']),
  ],
};

const schema = closed(
  {
    $ref: { type: 'string', pattern: '^[A-Z][A-Za-z0-9]*$' },
    type: { oneOf: [text, texts] },
    enum: { type: 'array', minItems: 1 },
    const: {},
    pattern: { type: 'string', format: 'regex' },
    minLength: { type: 'integer' }, maxLength: { type: 'integer' },
    minimum: { type: 'number' }, maximum: { type: 'number' }, exclusiveMinimum: { type: 'number' },
    items: ref('schema'),
    prefixItems: { type: 'array', items: ref('schema') },
    minItems: { type: 'integer' }, maxItems: { type: 'integer' },
    properties: { type: 'object', additionalProperties: ref('schema') },
    additionalProperties: { oneOf: [ref('schema'), { const: false }] },
    propertyNames: ref('schema'),
    minProperties: { type: 'integer' }, maxProperties: { type: 'integer' },
    required: texts,
    oneOf: { type: 'array', items: ref('schema') },
    anyOf: { type: 'array', items: ref('schema') },
    allOf: { type: 'array', items: ref('schema') },
    description: text,
    default: {},
    examples: { type: 'array' },
    deprecated: { type: 'boolean' },
    presence: {
      oneOf: [
        { enum: ['always', 'optional'] },
        {
          ...closed({ when: ref('condition'), onlyWhen: ref('condition'), only: text }, []),
          anyOf: [{ required: ['when'] }, { required: ['onlyWhen'] }],
          dependentRequired: { onlyWhen: ['only'] },
        },
      ],
    },
    reading: text,
    defaultText: text,
    onInvalid: { enum: ['refuse', 'empty', 'per-item', 'unstated'] },
    unit: text,
  },
  [],
);

const param = closed(
  {
    name: text, required: { type: 'boolean' }, schema: ref('schema'), description: text, default: {}, defaultText: text,
    onInvalid: { enum: ['refuse', 'empty', 'per-item', 'unstated'] }, onInvalidText: text, reading: text,
  },
  ['name', 'schema'],
);
const variant = closed(
  {
    id: { type: 'string', pattern: '^\\S+$' },
    when: { type: 'object', minProperties: 1 },
    effect: { type: 'array', minItems: 1, items: { enum: ['read', 'wallet', 'chain', 'network', 'process', 'secret'] } },
    result: { oneOf: [ref('schema'), { type: 'null' }] },
    summary: text,
    untestable: { type: 'object', minProperties: 1, additionalProperties: text },
  },
  ['id', 'effect'],
);
const rule = closed(
  { id: { type: 'string', pattern: '^\\S+/\\S+$' }, text, state: text, untestable: text, reading: text },
  ['id', 'text'],
);
/** Rules that stand in another section than their method, or in another document. */
const ruleGroup = {
  ...closed({ section: text, source, rules: { type: 'array', minItems: 1, items: rule } }, ['rules']),
  oneOf: [{ required: ['section'] }, { required: ['source'] }],
};
const conflict = closed(
  { text, section: text, source, parts: { type: 'array', minItems: 2, items: closed({ param: text, ...comparison }, ['param']) }, reading: text },
  ['text', 'parts'],
);
const methodProperties = {
  id: text, family: text, summary: text, source,
  wire: closed({ method: text, prefix: texts }, ['method']),
  params: { type: 'array', items: param },
  variants: { type: 'array', minItems: 1, items: variant },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nothing awaits a schema
  rules: { type: 'array', items: { if: { required: ['rules'] }, then: ruleGroup, else: rule } },
  conflicts: { type: 'array', minItems: 1, items: conflict },
  unstated: { type: 'array', items: { enum: ['arguments', 'result', 'errors'] } },
  deprecated: text,
  requiresOption: { type: 'string', pattern: '^-' },
  examples: { type: 'array', items: closed({ summary: text, params: { type: 'array' } }, ['summary', 'params']) },
};
const method = closed(methodProperties, ['id', 'family', 'summary', 'source', 'variants']);
const beyond = closed(methodProperties, ['id', 'family', 'summary', 'variants']);
const unstated = closed({ id: text, params: methodProperties.params }, ['id', 'params']);
const shapes = {
  type: 'object',
  propertyNames: { pattern: '^[A-Z][A-Za-z0-9]*$' },
  additionalProperties: closed({ summary: text, source, secret: { type: 'boolean' }, schema: ref('schema') }, ['summary', 'source', 'schema']),
};
const list = (properties: object, required: string[]): object => ({ type: 'array', items: closed(properties, required) });
const id = { type: 'string', pattern: '^[a-z0-9-]+$' };

const kinds: Record<FileKind, object> = {
  method,
  beyond,
  unstated,
  shapes,
  states: list(
    { id, state: text, trigger: text, methods: texts, condition: text, next: text, also: text, source, untestable: text },
    ['id', 'state', 'trigger', 'methods', 'next', 'source'],
  ),
  statuses: list({ id, field: text, values: { type: 'array', items: closed({ value: text, meaning: text }, ['value']) }, source }, ['id', 'field', 'values', 'source']),
  limits: list({ id, limit: text, value: {}, appliesTo: texts, source, untestable: text }, ['id', 'limit', 'value', 'appliesTo', 'source']),
  errors: list({ id, text, methods: texts, source, untestable: text }, ['id', 'text', 'methods', 'source']),
  envelope: list({ id, text, source, untestable: text }, ['id', 'text', 'source']),
  sections: list({ document: { enum: [1, 2, 3] }, sections: { type: 'array', minItems: 1, items: text } }, ['document', 'sections']),
};

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, formats: { regex: isRegex } });
const compiled = new Map<FileKind, ValidateFunction>();

/** Says what of a specification file does not fit its sort, with the line in `content`; an empty list when all is well. */
export function validateFile(kind: FileKind, data: unknown, content: string): string[] {
  let validate = compiled.get(kind);
  if (!validate) {
    validate = ajv.compile({ $defs: { condition, schema }, ...kinds[kind] });
    compiled.set(kind, validate);
  }
  return validate(data) ? [] : placedProblems(content, mostTelling(validate.errors ?? []));
}

/** A failed union reports every branch; the deepest place is where the author went wrong. That an `else` failed says less than why. */
function mostTelling(reported: ErrorObject[]): ErrorObject[] {
  const errors = reported.filter(({ keyword }) => keyword !== 'if');
  const depth = (error: ErrorObject): number => error.instancePath.split('/').length;
  const deepest = Math.max(...errors.map(depth));
  const deep = errors.filter((error) => depth(error) === deepest);
  const said = (error: ErrorObject): string => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
  return deep.filter((error, index) => deep.findIndex((other) => said(other) === said(error)) === index).slice(0, 5);
}

function isRegex(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false; // the answer to the question asked: it is no regular expression
  }
}
