import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { defined } from './defined.ts';
import { exampleFaults } from './example.ts';
import { families, isFamily } from './families.ts';
import { neutralNames, render } from './names.ts';
import type { FileKind } from './meta-schema.ts';
import { validateFile } from './validate-file.ts';
import type {
  Conflict,
  DocumentSections,
  Edition,
  EnvelopeRow,
  ErrorRow,
  Example,
  Limit,
  Method,
  MethodError,
  OwnChoices,
  Param,
  Rule,
  Schema,
  Shape,
  Source,
  Spec,
  StateRow,
  StatusValues,
  Variant,
} from './types.ts';
import { UserError } from './user-error.ts';
import { UserFileError } from './user-file.ts';
import { placedProblems } from './yaml-place.ts';
import { parseYamlText, readYamlContent, YamlTextError } from './yaml-text.ts';

/** The folders and files of a standard in which a specification is. */
export interface StandardFolder {
  /** Below the root: `standard`. */
  readonly name: string;
  /** Whether the tables must exist. A standard of a user may have methods only. */
  readonly complete: boolean;
}

/** A specification file that cannot be used. The message names the file and the problem. */
export class SpecError extends UserError {
  override readonly name = 'SpecError';
}

/** A method as written in its file. */
interface MethodFile {
  id: string;
  family: Method['family'];
  summary: string;
  source?: Source;
  wire?: { method: string; prefix?: string[] };
  params?: (Partial<Param> & { name: string; schema: Schema })[];
  variants: (Omit<Variant, 'result'> & { result?: Schema | null })[];
  rules?: (RuleText | RuleGroup)[];
  conflicts?: (Omit<Conflict, 'source'> & { section?: string; source?: Source })[];
  unstated?: string[];
  deprecated?: string;
  requiresOption?: string;
  idempotent?: string;
  examples?: Example[];
  errors?: MethodError[];
}

type RuleText = Omit<Rule, 'source'>;

type OwnChoicesFile = Pick<MethodFile, 'id' | 'params'> & Omit<OwnChoices, 'params'>;

/** Rules from a different section or document than their method. */
interface RuleGroup {
  section?: string;
  source?: Source;
  rules: RuleText[];
}

/** A method with its file and its branded names, for the checker and the compiler. */
export interface LoadedMethod {
  readonly file: string;
  readonly method: Method;
}

export interface LoadedSpec {
  readonly spec: Spec;
  readonly methodFiles: readonly LoadedMethod[];
  /** The file of each method, shape and row, relative to the root. */
  readonly files: ReadonlyMap<object, string>;
  /** Every branded name in the specification, with tokens: `{coin}txfund`. */
  readonly branded: readonly string[];
}

/** Content that replaces a file, which need not exist. */
export interface OtherContent {
  /** Relative to the root. */
  readonly file: string;
  readonly content: string;
}

/**
 * Reads `specs/standard` and `specs/beyond` below `root`. Ids and names are neutral, except the wire name, which
 * keeps its brand tokens. `instead` replaces the content of one file, or adds a file. Throws `SpecError` for the first file
 * that does not fit the meta-schema.
 */
export function loadSpec(
  root: string,
  instead?: OtherContent,
  { name: standard, complete }: StandardFolder = { name: 'standard', complete: true },
): LoadedSpec {
  const branded = new Set<string>();
  const methodFiles: { readonly file: string; method: Method }[] = [];
  const files = new Map<object, string>();
  const reading: Reading = { root, branded, instead, closed: complete };
  const rows = <T extends object>(file: string, kind: FileKind): T[] => {
    const entries = readYaml<T[]>(file, kind, reading);
    for (const row of entries) files.set(row, relative(root, file));
    return entries;
  };
  const table = <T extends object>(name: string, kind: FileKind): T[] => {
    const file = join(root, standard, name);
    return complete || existsSync(file) ? rows<T>(file, kind) : [];
  };
  const documents = table<DocumentSections>('sections.yaml', 'sections');
  for (const [folder, beyond] of [[join(standard, 'methods'), false], ...(complete ? [['beyond/methods', true] as const] : [])] as const) {
    const listed = yamlFiles(join(root, folder));
    const added =
      instead?.file.startsWith(`${folder}/`) === true && !listed.includes(join(root, instead.file)) ? [join(root, instead.file)] : [];
    for (const file of [...listed, ...added]) {
      const data = readYaml<MethodFile>(file, beyond ? 'beyond' : 'method', reading);
      const method = toMethod(data, documents, beyond);
      const [fault] = exampleFaults(method);
      if (fault !== undefined) throw new SpecError(`${relative(root, file)}: ${fault}`);
      methodFiles.push({ file: relative(root, file), method });
      files.set(method, relative(root, file));
    }
  }
  for (const file of complete ? yamlFiles(join(root, 'beyond/unstated')) : []) {
    const { id, params, ...choices } = readYaml<OwnChoicesFile>(file, 'unstated', reading);
    const entry = methodFiles.find(({ method }) => method.id === id);
    if (!entry) throw new SpecError(`${relative(root, file)}: there is no method ${id}`);
    const own: OwnChoices = { ...defined({ params: params?.map(toParam) }), ...choices };
    const stated = statedChoice(entry.method, own);
    if (stated !== undefined) throw new SpecError(`${relative(root, file)}: ${stated} of ${id} is not unstated`);
    entry.method = { ...entry.method, own };
    files.set(entry.method, entry.file);
  }
  const shapes: Record<string, Shape> = {};
  for (const folder of [join(standard, 'shapes'), ...(complete ? ['beyond/shapes'] : [])]) {
    for (const file of yamlFiles(join(root, folder))) {
      const entries = readYaml<Record<string, Omit<Shape, 'name'>>>(file, 'shapes', reading);
      for (const [name, shape] of Object.entries(entries)) {
        if (shapes[name]) throw new SpecError(`${relative(root, file)}: shape ${name} is already defined elsewhere`);
        const named = { ...shape, name, secret: shape.secret === true };
        shapes[name] = named;
        files.set(named, relative(root, file));
      }
    }
  }
  const states: StateRow[] = [];
  const statuses: StatusValues[] = [];
  for (const file of yamlFiles(join(root, standard, 'states'))) {
    if (/[/\\]statuses-[^/\\]+$/.test(file)) statuses.push(...rows<StatusValues>(file, 'statuses'));
    else states.push(...rows<StateRow>(file, 'states'));
  }
  return {
    spec: {
      edition: readYaml<Edition>(join(root, standard, 'edition.yaml'), 'edition', reading),
      documents,
      methods: methodFiles.map((entry) => entry.method).sort((a, b) => (a.id < b.id ? -1 : 1)),
      shapes,
      states,
      statuses,
      limits: table<Limit>('limits.yaml', 'limits'),
      errors: table<ErrorRow>('errors.yaml', 'errors'),
      envelope: table<EnvelopeRow>('envelope.yaml', 'envelope'),
    },
    methodFiles,
    files,
    branded: [...branded].sort(),
  };
}

/** The name of an own choice that is not among the unstated parts of a method; undefined if there is none. */
function statedChoice({ unstated }: Method, { params, result, requiresOption, questions }: OwnChoices): string | undefined {
  const chosen = { arguments: params, result, state: requiresOption ?? questions };
  return Object.entries(chosen).find(([word, choice]) => choice !== undefined && !unstated.includes(word))?.[0];
}

function toMethod(data: MethodFile, documents: readonly DocumentSections[], beyond: boolean): Method {
  const source: Source = data.source ?? { document: 1, section: 'What the service does' };
  return {
    id: render(data.id, neutralNames),
    family: data.family,
    summary: data.summary,
    source,
    wire: { method: data.wire?.method ?? data.id, prefix: data.wire?.prefix ?? [] },
    params: (data.params ?? []).map(toParam),
    variants: data.variants.map((variant) => ({ ...variant, result: variant.result ?? null })),
    rules: (data.rules ?? []).flatMap((item) => rulesOf(item, source)),
    ...(data.conflicts && { conflicts: data.conflicts.map((conflict) => toConflict(conflict, source)) }),
    unstated: data.unstated ?? [],
    ...defined({
      deprecated: data.deprecated,
      requiresOption: data.requiresOption,
      idempotent: data.idempotent,
      examples: data.examples,
      errors: data.errors,
      nullArguments: documents.find(({ document }) => document === source.document)?.nullArguments,
    }),
    beyond,
  };
}

function rulesOf(item: RuleText | RuleGroup, usual: Source): Rule[] {
  if (!('rules' in item)) return [{ ...item, source: usual }];
  const source = sourceOf(item, usual);
  return item.rules.map((rule) => ({ ...rule, source }));
}

function toConflict({ section, source, ...conflict }: NonNullable<MethodFile['conflicts']>[number], usual: Source): Conflict {
  return { ...conflict, source: sourceOf({ section, source }, usual) };
}

/** A rule has the source of its method unless it names a different section or document. */
function sourceOf({ section, source }: { section?: string | undefined; source?: Source | undefined }, usual: Source): Source {
  return source ?? { document: usual.document, section: section ?? usual.section };
}

function toParam(param: NonNullable<MethodFile['params']>[number]): Param {
  return { ...param, required: param.required ?? false, onInvalid: param.onInvalid ?? 'unstated' };
}

interface Reading {
  /** The folder of the specification. */
  readonly root: string;
  /** Collects the branded names. */
  readonly branded: Set<string>;
  readonly instead?: OtherContent | undefined;
  /** Whether only the families of Pyx's own standard exist. */
  readonly closed: boolean;
}

/** Reads one file, collects its branded names, and renders everything but wire names neutrally. */
function readYaml<T>(file: string, kind: FileKind, { root, branded, instead, closed }: Reading): T {
  const name = relative(root, file);
  let data: unknown;
  let content = '';
  try {
    content = instead?.file === name ? instead.content : readYamlContent(file);
    data = parseYamlText(content).data;
  } catch (error) {
    if (!(error instanceof UserFileError || error instanceof YamlTextError)) throw error;
    throw new SpecError(`${name}: ${error instanceof UserFileError ? error.reason : error.message}`, { cause: error });
  }
  const found = validateFile(kind, data, content);
  const isMethod = kind === 'method' || kind === 'beyond';
  const family = isMethod ? (data as { family?: unknown } | null)?.family : undefined;
  const folder = kind === 'method' ? basename(dirname(file)) : undefined;
  const problems = [...found, ...familyProblems(family, { folder, closed, content })];
  if (problems.length > 0) throw new SpecError(`${name}: ${problems.join('; ')}`);
  const wire = (data as { id?: string; wire?: { method: string } }).wire?.method ?? (data as { id?: string }).id;
  const neutral = renderTree(data, branded) as T;
  if (isMethod && wire !== undefined) {
    const method = neutral as MethodFile;
    method.wire = { ...method.wire, method: wire };
  }
  return neutral;
}

/** That a family does not exist, or is not the folder of its file. */
function familyProblems(
  family: unknown,
  { folder = String(family), closed, content }: { readonly folder: string | undefined; readonly closed: boolean; readonly content: string },
): string[] {
  if (typeof family !== 'string') return []; // the schema of the file says so
  const at = (message: string, params: object): string[] => placedProblems(content, [{ instancePath: '/family', message, params }]);
  if (closed && !isFamily(family)) return at('must be equal to one of the allowed values', { allowedValues: families });
  return folder === family ? [] : at(`must be the name of the folder of the file, which is ${folder}`, {});
}

function renderTree(value: unknown, branded: Set<string>): unknown {
  if (typeof value === 'string') {
    const neutral = render(value, neutralNames);
    if (neutral !== value) branded.add(value);
    return neutral;
  }
  if (Array.isArray(value)) return value.map((item) => renderTree(item, branded));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [renderTree(key, branded), renderTree(item, branded)]));
  }
  return value;
}

function yamlFiles(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
