import { defined } from '../defined.ts';
import type { Example, Json, MethodError, Param } from '../types.ts';
import type { Note } from './import-schema.ts';
import { listOf, membersOf, resolved, textOf, type Members } from './members.ts';

/** A part of a document and the components that it may refer to. */
interface Part {
  readonly entry: Members;
  readonly components: Members;
  readonly note: Note;
}

/**
 * The examples of a method in an OpenRPC document. Their values need not exist on a service, so they are illustrative; those that
 * Pyx exported are taken as they were.
 */
export function examplesOf(id: string, params: readonly Param[], { entry, components, note }: Part): Example[] {
  if (entry['x-pyx-examples'] !== undefined) return listOf(entry['x-pyx-examples']) as Example[];
  const names = new Set<string>();
  return listOf(entry['examples']).flatMap((pairing, index) => {
    const example = resolved(pairing, components);
    const place = `${id} example ${index + 1}`;
    if (!example) {
      note(place, 'a reference that leads nowhere');
      return [];
    }
    if (!Array.isArray(example['params'])) {
      note(place, 'no list of arguments');
      return [];
    }
    const values = listOf(example['params']).map((param) => resolved(param, components) ?? {});
    const result = example['result'] === undefined ? undefined : (resolved(example['result'], components) ?? {});
    const lacking = [...values, ...(result ? [result] : [])].some((one) => !Object.hasOwn(one, 'value'));
    if (lacking) {
      note(place, 'an argument or a result without a value');
      return [];
    }
    if (values.length > params.length) {
      note(place, `${values.length} arguments; the method takes ${params.length}`);
      return [];
    }
    const text = textOf(example['summary']) ?? textOf(example['description']) ?? textOf(example['name']);
    return [
      {
        name: freeName(textOf(example['name']) ?? String(index + 1), names),
        ...defined({ text }),
        params: argumentsOf(values, params),
        ...(result && { result: result['value'] as Json }),
        illustrative: true as const,
      },
    ];
  });
}

/** By name if each value has the name of an argument, else in order. */
function argumentsOf(values: readonly Members[], params: readonly Param[]): Example['params'] {
  const names = values.map(({ name }) => textOf(name));
  const areNamed = new Set(names).size === names.length && names.every((name) => params.some((param) => param.name === name));
  return areNamed
    ? Object.fromEntries(values.map(({ value }, index) => [names[index], value as Json]))
    : values.map(({ value }) => value as Json);
}

/** A name as the end of the id of a case, which no other example has. */
function freeName(name: string, names: Set<string>): string {
  const base = name.replace(/[^\w@%+=:,.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '') || 'example';
  let free = base;
  for (let count = 2; names.has(free); count++) free = `${base}-${count}`;
  names.add(free);
  return free;
}

/** The errors that a document lists for a method; of several with one code, the first. */
export function errorsOf(id: string, { entry, components, note }: Part): MethodError[] {
  const errors = new Map<number, MethodError>();
  for (const error of listOf(entry['errors'])) {
    const { code, message } = resolved(error, components) ?? {};
    if (typeof code !== 'number' || !Number.isInteger(code)) note(id, `an error without a code: ${JSON.stringify(membersOf(error))}`);
    else if (!errors.has(code)) errors.set(code, { code, message: textOf(message) ?? `error ${code}` });
  }
  return [...errors.values()];
}
