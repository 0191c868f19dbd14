import { Composer, type Document, isScalar, LineCounter, Parser, visit, type CST } from 'yaml';
import { isPlausibleName } from './plausible-name.ts';
import { MAX_NESTING, unusableJson } from './nesting.ts';
import { readUserFile } from './user-file.ts';

/** More than any file that people write has; a text of this size is read in seconds. */
const MAX_YAML_BYTES = 4 * 1024 * 1024;

/** A YAML text. */
export interface YamlText {
  readonly content: string;
  /** Its value: objects, lists, texts, numbers; null if it has only comments. */
  readonly data: unknown;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** A text that is not YAML, or that nobody writes: nested too deeply, or with too many aliases. The message says where. */
export class YamlTextError extends Error {
  override readonly name = 'YamlTextError';
}

/** The content of a YAML file that a user named. Throws `UserFileError`. */
export function readYamlContent(file: string): string {
  return readUserFile(file, MAX_YAML_BYTES);
}

/** Reads a YAML text of a user. Takes time in proportion to its length. Throws `YamlTextError`. */
export function parseYamlText(content: string): YamlText {
  const lines = new LineCounter();
  const fail = (problem: string, offset?: number, cause?: unknown): never => {
    const { line, col } = lines.linePos(offset ?? 0);
    throw new YamlTextError(`${problem}${offset === undefined ? '' : ` at line ${line}, column ${col}`}`, { cause });
  };
  const tokens = [...new Parser(lines.addNewLine).parse(content)];
  const deep = tooDeep(tokens);
  if (deep !== undefined) fail(`it is nested deeper than ${MAX_NESTING} levels`, deep);
  // The library compares each key with each other one; `repeatedKey` does not.
  const documents = [...new Composer({ uniqueKeys: false }).compose(tokens, true, content.length)];
  const document = documents[0] as Document.Parsed;
  // A tag that is not known is a warning for the library: its value would be read as a text.
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) fail(withoutContent(fault), fault.pos[0], fault);
  const second = documents[1];
  if (second) fail('a second document begins, and one is expected', second.range[0]);
  const repeated = repeatedKey(document);
  if (repeated !== undefined) fail('Map keys must be unique', repeated);
  const data = valueOf(document);
  // Aliases nest deeper than the text does, and a double does not hold every number.
  const problem = unusableJson(data);
  return problem === undefined ? { content, data, document, lines } : fail(problem);
}

/** The offset of the first collection that is nested too deeply. The library visits collections recursively, this does not. */
function tooDeep(tokens: readonly CST.Token[]): number | undefined {
  const open: { readonly token: CST.Token; readonly depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    if (depth >= MAX_NESTING) return token.offset;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, depth: depth + 1 });
      if (value) open.push({ token: value, depth: depth + 1 });
    }
  }
  return undefined;
}

/** The offset of a key that a map has twice. */
function repeatedKey(document: Document.Parsed): number | undefined {
  let repeated: number | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          repeated = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return repeated;
}

/** Throws `YamlTextError` for aliases that lead nowhere, or that multiply their anchors beyond any use. */
function valueOf(document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const isBomb = error.message.startsWith('Excessive alias count');
    throw new YamlTextError(
      isBomb ? 'it has too many aliases: an anchor is repeated over 100 times' : 'it has an alias without an anchor',
      {
        cause: error,
      },
    );
  }
}

/** The message of the library without what it quotes: the text may be of any file. */
function withoutContent({ code, message }: { readonly code: string; readonly message: string }): string {
  if (code === 'TAG_RESOLVE_FAILED') return 'there is a tag that is not known';
  if (code === 'BAD_DIRECTIVE') return 'there is a directive that is not known';
  const [text = '', quoted] = message.split(/(?<! or): (.*)/s);
  return quoted === undefined || isPlausibleName(quoted) ? message : text;
}
