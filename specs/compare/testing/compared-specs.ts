import { methodOf, paramOf, specOf, variantOf } from '../../model/testing/small-spec.ts';
import type { Method, Param, Schema, Spec } from '../../model/types.ts';

/** Specifications of one method, `getthing`, with these parts. */
export const withMethod = (parts: Partial<Method>): Spec => specOf({ methods: [methodOf('getthing', parts)] });
export const argument = (schema: Schema, parts: Partial<Param> = {}): Spec => withMethod({ params: [paramOf('a', schema, parts)] });
export const result = (schema: Schema): Spec => withMethod({ variants: [variantOf('default', schema)] });
export const params = (...list: Param[]): Spec => withMethod({ params: list });
export const text: Schema = { type: 'string' };
export const number: Schema = { type: 'integer' };
export const member = (schema: Schema, required: string[] = []): Spec =>
  argument({ type: 'object', additionalProperties: false, properties: { a: text, b: schema }, required });
export const field = (schema: Schema): Spec => result({ type: 'object', properties: { a: text, b: schema } });
export const when = (value: number): Schema => ({ ...text, presence: { when: { param: 'verbosity', equals: value } } });
