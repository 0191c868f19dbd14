import type { SchemaParts } from './scenario-schema.ts';
import { textFormats } from './text-formats.ts';

interface Parts extends SchemaParts {
  readonly texts: object;
  readonly ref: (name: string) => object;
  readonly onInvalid: object;
  readonly reading: object;
}

/** The keywords that a schema of a standard may have: those of JSON Schema 2020-12, and those of Pyx. */
export function valueSchema({ text, texts, closed, about, ref, onInvalid, reading }: Parts): object {
  return closed(
    {
      $ref: about('The name of a shape.', { type: 'string', pattern: '^[A-Z][A-Za-z0-9]*$' }),
      type: { oneOf: [text, texts] },
      enum: { type: 'array', minItems: 1 },
      const: {},
      pattern: { type: 'string', format: 'regex' },
      format: { enum: textFormats },
      minLength: { type: 'integer' },
      maxLength: { type: 'integer' },
      minimum: { type: 'number' },
      maximum: { type: 'number' },
      exclusiveMinimum: { type: 'number' },
      exclusiveMaximum: { type: 'number' },
      multipleOf: { type: 'number', exclusiveMinimum: 0 },
      items: ref('schema'),
      prefixItems: { type: 'array', items: ref('schema') },
      minItems: { type: 'integer' },
      maxItems: { type: 'integer' },
      uniqueItems: { type: 'boolean' },
      properties: { type: 'object', additionalProperties: ref('schema') },
      additionalProperties: { oneOf: [ref('schema'), { const: false }] },
      propertyNames: ref('schema'),
      minProperties: { type: 'integer' },
      maxProperties: { type: 'integer' },
      required: texts,
      oneOf: { type: 'array', items: ref('schema') },
      anyOf: { type: 'array', items: ref('schema') },
      allOf: { type: 'array', items: ref('schema') },
      description: text,
      default: {},
      examples: { type: 'array' },
      deprecated: { type: 'boolean' },
      presence: {
        description: 'Presence of a result field. Default: always.',
        oneOf: [
          { enum: ['always', 'optional'] },
          {
            ...closed({ when: ref('condition'), onlyWhen: ref('condition'), only: text }, []),
            anyOf: [{ required: ['when'] }, { required: ['onlyWhen'] }],
            dependentRequired: { onlyWhen: ['only'] },
          },
        ],
      },
      reading,
      unstated: about('Reason why nothing in the documents determines the value beyond its type, or why an argument has no effect.', text),
      anyCase: about('Texts: why small and capital letters mean the same.', text),
      columns: about('Texts: the columns, in their order, separated by white space. Each is a text.', {
        type: 'object',
        minProperties: 1,
        additionalProperties: ref('schema'),
      }),
      ordered: about('Lists: what gives the items their order. Default: the documents leave the order open.', text),
      defaultText: about('A default that is not a literal: "from the key pool".', text),
      onInvalid,
      unit: about('COIN, COIN/kB, sat, sat/vB, s, us, ms, bytes, blocks, epoch s …', text),
    },
    [],
  );
}
