import { alternatives, typeOf } from '../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../specs/model/types.ts';

/** Names of JSON types, as the pages call them. */
export const JSON_WORDS: Readonly<Record<string, string>> = { string: 'text', array: 'list' };

/** The JSON types of a schema: `text or integer`; empty where it states none. */
export function jsonTypes(spec: Spec, schema: Schema): string {
  const types = alternatives(spec, schema).flatMap(
    (form) => form.type ?? (form.enum ?? (form.const === undefined ? [] : [form.const])).map(typeOf),
  );
  return [...new Set(types.map((name) => JSON_WORDS[name] ?? name))].join(' or ');
}
