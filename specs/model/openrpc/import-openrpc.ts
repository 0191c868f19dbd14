import { defined } from '../defined.ts';
import { familyOfTag, isFamily } from '../families.ts';
import type { Compiled } from '../spec.ts';
import type { Edition, Effect, ErrorRow, Method, Param, Rule, Schema, Shape, Source, Variant } from '../types.ts';
import { UserError } from '../user-error.ts';
import { validateFile } from '../validate-file.ts';
import { errorsOf, examplesOf } from './import-examples.ts';
import { importSchema, type Note } from './import-schema.ts';
import { listOf, membersOf, resolved, textOf, type Members } from './members.ts';

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

/** What the parts of a document are read with. */
interface Reading {
  readonly components: Members;
  readonly note: Note;
}

/**
 * A specification from an OpenRPC document (1.x). A document that Pyx exported comes back whole, but for its tables of
 * limits, states and statuses, and the headings of its documents. In others a method has one variant, of unknown effect, and what the specification has no
 * place for is listed in `leftOut`. Throws `OpenRpcError` if it is no OpenRPC document.
 */
export function importOpenRpc(document: unknown): ImportedOpenRpc {
  const { openrpc, info, methods, components: named, 'x-pyx-service': service } = membersOf(document);
  if (typeof openrpc !== 'string' || !Array.isArray(methods))
    throw new OpenRpcError('this is not an OpenRPC document: it has no members "openrpc" and "methods"');
  const { title, version } = membersOf(info);
  const leftOut = new Set<string>();
  const note: Note = (place, what) => void leftOut.add(`${place}: ${what}`);
  const components = membersOf(named);
  const shapes: Record<string, Shape> = {};
  for (const [name, schema] of Object.entries(membersOf(components['schemas']))) shapes[name] = shapeOf(name, schema, note);
  const read = methods.flatMap((entry) => methodsOf(membersOf(entry), { components, note }));
  const errors = new Map<string, ErrorRow>();
  const using = new Map<string, string[]>();
  for (const row of methods.flatMap((entry) => errorRowsOf(membersOf(entry)))) {
    const names = using.get(row.id) ?? [];
    using.set(row.id, names);
    names.push(...row.methods);
    errors.set(row.id, { ...row, methods: names });
  }
  const spec = {
    edition: editionOf({ title: textOf(title) ?? 'A service', edition: textOf(version) ?? 'unknown' }, service),
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

/** The edition, with what the document states of its service. OpenRPC has no place for it, and implies JSON-RPC 2.0, which coin nodes do not speak. */
function editionOf(edition: Edition, service: unknown): Edition {
  if (service === undefined) return edition;
  const whole = { ...edition, service };
  const [problem] = validateFile('edition', whole, '');
  if (problem !== undefined) throw new OpenRpcError(`x-pyx-service of the document: ${problem}`);
  return whole as Edition;
}

function shapeOf(name: string, schema: unknown, note: Note): Shape {
  const { description, 'x-pyx-secret': secret, 'x-pyx-source': source } = membersOf(schema);
  const { description: _, ...read } = importSchema(schema, name, note);
  return { name, summary: textOf(description) ?? name, source: sourceOf(source), secret: secret === true, schema: read };
}

function methodsOf(entry: Members, reading: Reading): Method[] {
  const { note } = reading;
  const name = textOf(entry['name']);
  if (name === undefined) throw new OpenRpcError('a method of the document has no name');
  const tags = listOf(entry['tags']).map((tag) => textOf(membersOf(tag)['name']) ?? '');
  const family = tags.find(isFamily) ?? tags.map(familyOfTag).find((tag) => tag !== undefined) ?? 'control';
  const subcommands = listOf(entry['x-pyx-subcommands']).map(membersOf);
  for (const key of ['servers', 'links', 'externalDocs', 'security']) if (entry[key] !== undefined) note(name, key);
  if (entry['paramStructure'] === 'by-name') note(name, 'paramStructure by-name: arguments are sent by position');
  if (subcommands.length === 0) return [methodOf(entry, { wire: { method: name, prefix: [] }, family }, reading)];
  return subcommands.map((subcommand) =>
    methodOf(subcommand, { wire: { method: name, prefix: listOf(subcommand['prefix']) as string[] }, family }, reading),
  );
}

function methodOf(entry: Members, { wire, family }: Pick<Method, 'wire' | 'family'>, { components, note }: Reading): Method {
  const id = textOf(entry['name']) ?? wire.method;
  const descriptor = (value: unknown): Members => resolved(value, components) ?? {};
  const deprecated = entry['deprecated'] === true ? (textOf(entry['description']) ?? 'It is deprecated.') : undefined;
  const params = listOf(entry['params']).map((param, index) => paramOf(descriptor(param), `${id} argument ${index + 1}`, note));
  const examples = examplesOf(id, params, { entry, components, note });
  const errors = errorsOf(id, { entry, components, note });
  return {
    id,
    family,
    summary: textOf(entry['summary']) ?? textOf(entry['description']) ?? id,
    source: sourceOf(entry['x-pyx-source']),
    wire,
    params,
    variants: variantsOf(descriptor(entry['result']), id, note),
    rules: listOf(entry['x-pyx-rules']) as Rule[],
    unstated: listOf(entry['x-pyx-unstated']) as string[],
    ...defined({ deprecated, requiresOption: textOf(entry['x-pyx-requires-option']) }),
    ...(examples.length > 0 && { examples }),
    ...(errors.length > 0 && { errors }),
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
    return [{ id: 'default', effect: ANY_EFFECT, effectUnstated: true, result: resultOf(result['schema']) }];
  }
  return variants.map(({ id: variant, summary, when, effect, result: schema }) => ({
    id: textOf(variant) ?? 'default',
    ...defined({ summary: textOf(summary) }),
    ...(when !== undefined && { when: when as NonNullable<Variant['when']> }),
    ...(effect === undefined ? { effect: ANY_EFFECT, effectUnstated: true as const } : { effect: listOf(effect) as Effect[] }),
    result: resultOf(schema),
  }));
}

/** Statements on errors in a document that Pyx exported. */
function errorRowsOf(entry: Members): ErrorRow[] {
  const name = textOf(entry['name']) ?? '';
  const parts = [entry, ...listOf(entry['x-pyx-subcommands']).map(membersOf)];
  return parts.flatMap((part) =>
    listOf(part['x-pyx-errors']).map((row) => ({ methods: [textOf(part['name']) ?? name], ...(row as Omit<ErrorRow, 'methods'>) })),
  );
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
