import { defined } from '../defined.ts';
import { isFamily } from '../families.ts';
import type { Compiled } from '../spec.ts';
import type { Effect, ErrorRow, Method, Param, Rule, Schema, Shape, Source, Variant } from '../types.ts';
import { UserError } from '../user-error.ts';
import { importSchema, type Note } from './import-schema.ts';

const SOURCE: Source = { document: 1, section: 'OpenRPC document' };
/** What a call may change if the document does not say it: read-only trials leave it out. */
const ANY_EFFECT: readonly Effect[] = ['wallet', 'chain', 'network'];

/** A document that is not an OpenRPC document. */
export class OpenRpcError extends UserError {
  override readonly name = 'OpenRpcError';
}

export interface ImportedOpenRpc extends Pick<Compiled, 'spec' | 'branded'> {
  /** What was left out, with its place; each once. */
  readonly leftOut: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/**
 * A specification from an OpenRPC document (1.x). A document that Pyx exported comes back whole, but for its tables of
 * limits, states and statuses, and the headings of its documents. In others a method has one variant, of unknown effect, and what the specification has no
 * place for is listed in `leftOut`. Throws `OpenRpcError` if it is no OpenRPC document.
 */
export function importOpenRpc(document: unknown): ImportedOpenRpc {
  const { openrpc, info, methods, components } = membersOf(document);
  if (typeof openrpc !== 'string' || !Array.isArray(methods))
    throw new OpenRpcError('this is not an OpenRPC document: it has no members "openrpc" and "methods"');
  const { title, version } = membersOf(info);
  const leftOut = new Set<string>();
  const note: Note = (place, what) => void leftOut.add(`${place}: ${what}`);
  const descriptors = membersOf(membersOf(components)['contentDescriptors']);
  const shapes: Record<string, Shape> = {};
  for (const [name, schema] of Object.entries(membersOf(membersOf(components)['schemas']))) shapes[name] = shapeOf(name, schema, note);
  const read = methods.flatMap((entry) => methodsOf(membersOf(entry), descriptors, note));
  const errors = new Map<string, ErrorRow>();
  const using = new Map<string, string[]>();
  for (const row of methods.flatMap((entry) => errorsOf(membersOf(entry), note))) {
    const names = using.get(row.id) ?? [];
    using.set(row.id, names);
    names.push(...row.methods);
    errors.set(row.id, { ...row, methods: names });
  }
  const spec = {
    edition: { title: textOf(title) ?? 'A service', edition: textOf(version) ?? 'unknown' },
    documents: [],
    methods: read.sort((a, b) => (a.id < b.id ? -1 : 1)),
    shapes,
    states: [],
    statuses: [],
    limits: [],
    errors: [...errors.values()],
    envelope: [],
  };
  for (const [place, name] of danglingReferences(spec.methods, shapes))
    throw new OpenRpcError(`${place}: the document has no schema ${name}`);
  return { spec, branded: [], leftOut: [...leftOut] };
}

function shapeOf(name: string, schema: unknown, note: Note): Shape {
  const { description, 'x-pyx-secret': secret, 'x-pyx-source': source } = membersOf(schema);
  const { description: _, ...read } = importSchema(schema, name, note);
  return { name, summary: textOf(description) ?? name, source: sourceOf(source), secret: secret === true, schema: read };
}

function methodsOf(entry: Members, descriptors: Members, note: Note): Method[] {
  const name = textOf(entry['name']);
  if (name === undefined) throw new OpenRpcError('a method of the document has no name');
  const tags = listOf(entry['tags']).map((tag) => textOf(membersOf(tag)['name']) ?? '');
  const family = tags.find(isFamily) ?? 'control';
  const subcommands = listOf(entry['x-pyx-subcommands']).map(membersOf);
  for (const key of ['servers', 'links', 'externalDocs', 'examples', 'security']) if (entry[key] !== undefined) note(name, key);
  if (entry['paramStructure'] === 'by-name') note(name, 'paramStructure by-name: arguments are sent by position');
  if (subcommands.length === 0) return [methodOf(entry, { wire: { method: name, prefix: [] }, family }, descriptors, note)];
  return subcommands.map((subcommand) =>
    methodOf(subcommand, { wire: { method: name, prefix: listOf(subcommand['prefix']) as string[] }, family }, descriptors, note),
  );
}

function methodOf(entry: Members, { wire, family }: Pick<Method, 'wire' | 'family'>, descriptors: Members, note: Note): Method {
  const id = textOf(entry['name']) ?? wire.method;
  const descriptor = (value: unknown): Members => {
    const reference = textOf(membersOf(value)['$ref']);
    return membersOf(reference === undefined ? value : descriptors[reference.replace('#/components/contentDescriptors/', '')]);
  };
  const deprecated = entry['deprecated'] === true ? (textOf(entry['description']) ?? 'It is deprecated.') : undefined;
  const examples = listOf(entry['x-pyx-examples']) as NonNullable<Method['examples']>;
  return {
    id,
    family,
    summary: textOf(entry['summary']) ?? textOf(entry['description']) ?? id,
    source: sourceOf(entry['x-pyx-source']),
    wire,
    params: listOf(entry['params']).map((param, index) => paramOf(descriptor(param), `${id} argument ${index + 1}`, note)),
    variants: variantsOf(descriptor(entry['result']), id, note),
    rules: listOf(entry['x-pyx-rules']) as Rule[],
    unstated: listOf(entry['x-pyx-unstated']) as string[],
    ...defined({ deprecated, requiresOption: textOf(entry['x-pyx-requires-option']) }),
    ...(examples.length > 0 && { examples }),
    beyond: false,
  };
}

function paramOf(descriptor: Members, place: string, note: Note): Param {
  const name = textOf(descriptor['name']);
  if (name === undefined) throw new OpenRpcError(`${place} has no name`);
  const { default: value, defaultText, ...schema } = importSchema(descriptor['schema'], place, note);
  return {
    name,
    required: descriptor['required'] === true,
    schema,
    ...(value !== undefined && { default: value }),
    ...defined({
      defaultText,
      description: textOf(descriptor['description']) ?? textOf(descriptor['summary']),
      onInvalidText: textOf(descriptor['x-pyx-on-invalid-text']),
      reading: textOf(descriptor['x-pyx-reading']),
    }),
    onInvalid: (textOf(descriptor['x-pyx-on-invalid']) ?? 'unstated') as Param['onInvalid'],
  };
}

function variantsOf(result: Members, id: string, note: Note): Variant[] {
  const variants = listOf(result['x-pyx-variants']).map(membersOf);
  const resultOf = (schema: unknown): Schema | null =>
    schema === undefined || schema === null ? null : importSchema(schema, `${id} result`, note);
  if (variants.length === 0) {
    note(id, 'its effect is not stated, so a trial that only reads leaves it out');
    return [{ id: 'default', effect: ANY_EFFECT, result: resultOf(result['schema']) }];
  }
  return variants.map(({ id: variant, summary, when, effect, result: schema }) => ({
    id: textOf(variant) ?? 'default',
    ...defined({ summary: textOf(summary) }),
    ...(when !== undefined && { when: when as NonNullable<Variant['when']> }),
    effect: listOf(effect) as Effect[],
    result: resultOf(schema),
  }));
}

function errorsOf(entry: Members, note: Note): ErrorRow[] {
  const name = textOf(entry['name']) ?? '';
  const parts = [entry, ...listOf(entry['x-pyx-subcommands']).map(membersOf)];
  const rows = parts.flatMap((part) =>
    listOf(part['x-pyx-errors']).map((row) => ({ methods: [textOf(part['name']) ?? name], ...(row as Omit<ErrorRow, 'methods'>) })),
  );
  const codes = listOf(entry['errors']).flatMap((error) => {
    const { code, message, $ref } = membersOf(error);
    if ($ref !== undefined) note(name, `error ${String($ref)}`);
    if (code === undefined) return [];
    const untestable = 'The document does not say which call is refused with it.';
    return [
      { id: `${name}${String(code)}`, text: `${String(code)} ${textOf(message) ?? ''}`, methods: [name], source: SOURCE, untestable },
    ];
  });
  return [...rows, ...codes];
}

function danglingReferences(methods: readonly Method[], shapes: Readonly<Record<string, Shape>>): [string, string][] {
  const found: [string, string][] = [];
  const visit = (place: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(place, item);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === '$ref' && typeof member === 'string' && !Object.hasOwn(shapes, member)) found.push([place, member]);
      visit(place, member);
    }
  };
  for (const { id, params, variants } of methods) visit(id, [params.map(({ schema }) => schema), variants.map(({ result }) => result)]);
  for (const { name, schema } of Object.values(shapes)) visit(name, schema);
  return found;
}

function sourceOf(source: unknown): Source {
  const { document, section } = membersOf(source);
  return typeof document === 'number' && typeof section === 'string' ? { document: document as Source['document'], section } : SOURCE;
}

const membersOf = (value: unknown): Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
