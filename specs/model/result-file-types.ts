import { comment, field, quote } from './type-text.ts';

/** A JSON Schema of a file of results, with the keywords that these use. */
export interface FileSchema {
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: FileSchema };
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly FileSchema[];
  readonly properties?: { readonly [name: string]: FileSchema | true };
  readonly required?: readonly string[];
  readonly additionalProperties?: FileSchema | boolean;
  readonly items?: FileSchema;
}

const HEAD = '/** Written by the build from the JSON Schemas of results. */\n';

/** Schemas by the name of their file: `fuzz.schema.json`. */
export type FileSchemas = ReadonlyMap<string, FileSchema>;

/**
 * TypeScript declarations of what the schema in `file` describes: `FuzzResults` of `fuzz.schema.json`, `RunResults` of
 * `results.schema.json`, and its `$defs`, which are named as there. Declarations of other schemas are imported from beside. Throws for
 * a reference that leads nowhere.
 */
export function resultFileTypes(file: string, schemas: FileSchemas): string {
  const schema = schemas.get(file);
  if (!schema) throw new Error(`there is no schema ${file}`);
  const printer = new Printer(schema, schemas);
  const { type, $defs = {} } = schema;
  const declarations = [...(type === undefined ? [] : [[rootName(file), schema] as const]), ...Object.entries($defs)]
    .filter(([, definition]) => isNamed(definition))
    .map(([name, definition]) => printer.declaration(name, definition));
  return [HEAD, ...printer.imports(), ...declarations].join('\n');
}

function rootName(file: string): string {
  const of = file.replace(/-?(?:results)?\.schema\.json$/, '') || 'run';
  return `${of.slice(0, 1).toUpperCase()}${of.slice(1)}Results`;
}

/** Numbers and texts need no name. */
const isNamed = ({ type, enum: values }: FileSchema): boolean =>
  values !== undefined || !['string', 'number', 'integer'].includes(String(type));

class Printer {
  readonly #own: FileSchema;
  readonly #schemas: FileSchemas;
  /** Names that are used, by the file with their declarations. */
  readonly #imported = new Map<string, Set<string>>();

  constructor(own: FileSchema, schemas: FileSchemas) {
    this.#own = own;
    this.#schemas = schemas;
  }

  declaration(name: string, schema: FileSchema): string {
    const head = comment(schema.description ?? '');
    const isInterface = schema.$ref === undefined && schema.type === 'object' && schema.properties !== undefined;
    return isInterface
      ? `${head}export interface ${name} ${this.#object(schema, '')}\n`
      : `${head}export type ${name} = ${this.#of(schema, '')};\n`;
  }

  imports(): string[] {
    return [...this.#imported].map(([file, names]) => `import type { ${[...names].sort().join(', ')} } from './${file}.d.ts';\n`);
  }

  #of(schema: FileSchema | true, indent: string): string {
    if (schema === true) return 'unknown';
    if (schema.$ref !== undefined) return this.#extended(schema.$ref, schema, indent);
    if (schema.oneOf) return schema.oneOf.map((branch) => this.#of(branch, indent)).join(' | ');
    if (schema.enum) return schema.enum.map(literal).join(' | ');
    if (schema.const !== undefined) return literal(schema.const);
    if (typeof schema.type === 'object') return schema.type.map((type) => this.#of({ ...schema, type }, indent)).join(' | ');
    switch (schema.type) {
      case 'integer':
        return 'number';
      case 'array':
        return schema.items ? `readonly (${this.#of(schema.items, indent)})[]` : 'readonly unknown[]';
      case 'object':
        return this.#object(schema, indent);
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return schema.type;
      default:
        return 'unknown';
    }
  }

  #object({ properties, required = [], additionalProperties }: FileSchema, indent: string): string {
    if (!properties)
      return `{ readonly [name: string]: ${typeof additionalProperties === 'object' ? this.#of(additionalProperties, indent) : 'unknown'} }`;
    const inner = `${indent}  `;
    const members = Object.entries(properties).map(([name, member]) => {
      const text = member === true ? '' : (member.description ?? '');
      return `${comment(text, inner)}${inner}${field(name, this.#of(member, inner), required.includes(name))}\n`;
    });
    return `{\n${members.join('')}${indent}}`;
  }

  /** A shape with what is said beside the reference: further members, and members that are optional there and present here. */
  #extended(ref: string, { properties, required = [] }: FileSchema, indent: string): string {
    const name = this.#reference(ref, indent);
    const present = required.filter((key) => properties?.[key] === undefined);
    return [
      name,
      ...(present.length > 0 ? [`Required<Pick<${name}, ${present.map(quote).join(' | ')}>>`] : []),
      ...(properties ? [this.#object({ properties, required }, indent)] : []),
    ].join(' & ');
  }

  #reference(ref: string, indent: string): string {
    const [, path = '', name = ''] = /^([^#]*)#\/\$defs\/(\w+)$/.exec(ref) ?? [];
    const file = path.split('/').at(-1) ?? '';
    const target = (file === '' ? this.#own : this.#schemas.get(file))?.$defs?.[name];
    if (!target) throw new Error(`the reference ${ref} leads to no schema of results`);
    if (!isNamed(target)) return this.#of(target, indent);
    if (file !== '') this.#import(file.replace(/\.schema\.json$/, ''), name);
    return name;
  }

  #import(file: string, name: string): void {
    this.#imported.set(file, (this.#imported.get(file) ?? new Set()).add(name));
  }
}

const literal = (value: unknown): string => (typeof value === 'string' ? quote(value) : JSON.stringify(value));
