import { isTextFormat, type TextFormat } from '../text-formats.ts';
import type { Presence, Schema } from '../types.ts';

/** Keywords that mean the same in the specification. */
const taken = new Set(
  'type enum const pattern minLength maxLength minimum maximum multipleOf minItems maxItems uniqueItems minProperties maxProperties'
    .concat(' description default examples deprecated anyCase ordered unstated')
    .split(' '),
);
/** Texts about a schema that say nothing about its values. */
const without = new Set(['title', '$schema', '$id', '$comment', 'x-pyx-secret', 'x-pyx-source']);
const restored: Readonly<Record<string, keyof Schema>> = {
  'x-pyx-unit': 'unit',
  'x-pyx-reading': 'reading',
  'x-pyx-default': 'defaultText',
  'x-pyx-on-invalid': 'onInvalid',
};
const COMPONENT = '#/components/schemas/';

/** What could not be taken over: the place, and the reason. */
export type Note = (place: string, what: string) => void;

/**
 * A schema of the specification from JSON Schema (draft 7 or 2020-12) in an OpenRPC document. Members that are not
 * required have the presence `optional`, so that the schema can be used for arguments and for results. `note` is called
 * for each keyword that is left out.
 */
export function importSchema(value: unknown, place: string, note: Note): Schema {
  if (value === true || value === undefined) return {};
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    note(place, `not a schema: ${JSON.stringify(value)}`);
    return {};
  }
  const out: { -readonly [K in keyof Schema]: Schema[K] } = {};
  const given = value as Record<string, unknown>;
  const child = (part: unknown, step: string): Schema => importSchema(part, `${place}${step}`, note);
  const children = (many: unknown, step: string): Schema[] =>
    Array.isArray(many) ? many.map((part, index) => child(part, `${step}[${index}]`)) : [];
  for (const [key, member] of Object.entries(given)) {
    if (taken.has(key)) Object.assign(out, { [key]: member });
    else if (restored[key] !== undefined) Object.assign(out, { [restored[key]]: member });
    else if (key === '$ref') takeReference(out, member, place, note);
    else if (key === 'properties') out.properties = membersOf(given, place, note);
    else if (key === 'x-pyx-columns') out.columns = columnsIn(member, child);
    else if (key === 'required' || key === 'x-pyx-presence' || without.has(key)) continue;
    else if ((key === 'items' || key === 'additionalItems') && member === false) continue; // a limit: see `closed`
    else if (key === 'items' && Array.isArray(member)) out.prefixItems = children(member, '');
    else if (key === 'items') out.items = child(member, '[]');
    else if (key === 'prefixItems') out.prefixItems = children(member, '');
    else if (key === 'additionalItems') out.items = child(member, '[]');
    else if (key === 'additionalProperties') takeAdditional(out, member, () => child(member, '{}'));
    else if (key === 'propertyNames') out.propertyNames = child(member, '{name}');
    else if (key === 'oneOf' || key === 'anyOf' || key === 'allOf') out[key] = children(member, '');
    else if ((key === 'exclusiveMinimum' || key === 'exclusiveMaximum') && typeof member === 'number') out[key] = member;
    else if (key === 'format') takeFormat(out, member, place, note);
    else note(place, `keyword ${key}`);
  }
  if (out.properties || given['required'] !== undefined) out.required = requiredOf(given);
  return lifted(closed(out, given));
}

function columnsIn(columns: unknown, child: (part: unknown, step: string) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(columns ?? {}).map(([name, part]) => [name, child(part, `.${name}`)]));
}

function requiredOf({ required }: Record<string, unknown>): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function membersOf(given: Record<string, unknown>, place: string, note: Note): Record<string, Schema> {
  const required = requiredOf(given);
  const entries = Object.entries((given['properties'] ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([name, member]) => {
      const own = (member as { 'x-pyx-presence'?: Presence } | null)?.['x-pyx-presence'];
      const presence = own ?? (required.includes(name) ? undefined : ('optional' as const));
      return [name, { ...importSchema(member, `${place}.${name}`, note), ...(presence !== undefined && { presence }) }];
    }),
  );
}

function takeReference(out: { $ref?: string }, member: unknown, place: string, note: Note): void {
  if (typeof member === 'string' && member.startsWith(COMPONENT)) out.$ref = decodeURIComponent(member.slice(COMPONENT.length));
  else note(place, `reference ${String(member)}, which is not to a component of the document`);
}

/** Formats of numbers, and of a vocabulary of the author, say nothing that can be judged. */
function takeFormat(out: { format?: TextFormat }, member: unknown, place: string, note: Note): void {
  if (isTextFormat(member)) out.format = member;
  else note(place, `keyword format ${String(member)}`);
}

function takeAdditional(out: { additionalProperties?: Schema | false }, member: unknown, schema: () => Schema): void {
  if (member === false) out.additionalProperties = false;
  else if (member !== true) out.additionalProperties = schema();
}

/** A list that may have no further items than those at positions of their own has so many at most. */
function closed(schema: Schema, { items, additionalItems }: Record<string, unknown>): Schema {
  const isClosed = items === false || (Array.isArray(items) && additionalItems === false);
  return isClosed ? { ...schema, maxItems: Math.min(schema.maxItems ?? Infinity, schema.prefixItems?.length ?? 0) } : schema;
}

/** The exporter writes a reference with siblings as `allOf` with one reference, because draft 7 has no siblings. */
function lifted(schema: Schema): Schema {
  const [only, ...others] = schema.allOf ?? [];
  if (only?.$ref === undefined || others.length > 0 || Object.keys(only).length !== 1) return schema;
  const { allOf: _, ...siblings } = schema;
  return { $ref: only.$ref, ...siblings };
}
