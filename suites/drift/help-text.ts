/** A line of `help` that lists a method. */
export interface HelpLine {
  readonly name: string;
  /** The whole line: `getblock "blockhash" ( verbosity )`. */
  readonly line: string;
}

/** An argument as the help text of a method describes it. */
export interface HelpArgument {
  /** Undefined if the text shows only its form: `["key",...]`. */
  readonly name?: string;
  readonly required: boolean;
  /** A default that is written as a JSON literal. */
  readonly default?: null | boolean | number | string;
  /** The text says that small and capital letters mean the same. */
  readonly anyCase?: boolean;
  /** The line that describes it. */
  readonly line: string;
}

/** The methods that `help` lists, in order; a method may be listed twice. */
export function helpLines(text: string): HelpLine[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('=='))
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', line }));
}

/** `1. blockhash    (string, required) The block hash` */
const ARGUMENT = /^ {0,2}(\d+)\. +"?([\w][\w. -]*?)"? +\((.*)$/;

/**
 * The arguments of a method, from its help text: from the list under `Arguments:`, else from the signature in the first
 * line. Undefined if the text has neither, such as one with subcommands.
 */
export function helpArguments(text: string): HelpArgument[] | undefined {
  const [signature = '', ...lines] = text.split('\n');
  if (/\n\s*Sub-?commands:|"command" \.\.\./i.test(text)) return undefined;
  const listed = lines.flatMap((line, at) => {
    const match = ARGUMENT.exec(line);
    return match ? [{ match, more: lines.slice(at + 1) }] : [];
  });
  const numbers = listed.map(({ match: [, number] }) => Number(number));
  if (numbers.length > 0 && numbers.every((number, index) => number === index + 1))
    return listed.map(({ match, more }) => argumentOf(match, more));
  return signatureArguments(signature);
}

/** `more`: the lines after that of the argument. Its description goes on until the next argument or an empty line. */
function argumentOf([line, , name = '', description = '']: RegExpExecArray, more: readonly string[]): HelpArgument {
  const end = more.findIndex((other) => other.trim() === '' || ARGUMENT.test(other));
  const text = [line, ...more.slice(0, end === -1 ? more.length : end)].join(' ');
  const terms = description.split(')', 1)[0] ?? '';
  const stated = /default(?:=|: ?)(.*)$/.exec(terms)?.[1];
  const value = stated === undefined ? undefined : literal(stated.trim());
  return {
    name,
    required: !/\boptional\b/.test(terms) && /\brequired\b/.test(terms),
    ...(value !== undefined && { default: value }),
    ...(/case[- ]insensitive/i.test(text) && { anyCase: true }),
    line: line.trim(),
  };
}

function literal(text: string): HelpArgument['default'] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? undefined : (value as HelpArgument['default']);
  } catch {
    return undefined; // words: `wallet default`
  }
}

/** `getblock "blockhash" ( verbosity )`: what stands in round brackets is optional. */
function signatureArguments(signature: string): HelpArgument[] | undefined {
  const [, ...words] = tokens(signature);
  const found: HelpArgument[] = [];
  let depth = 0;
  for (const word of words) {
    if (word === '(') depth++;
    else if (word === ')') depth--;
    else {
      const name = /^"?([A-Za-z][\w-]*)"?$/.exec(word)?.[1];
      found.push({ ...(name !== undefined && { name }), required: depth === 0, line: signature });
    }
  }
  return depth === 0 ? found : undefined;
}

/** Words of a signature; lists, objects and quoted texts are one word each. */
function tokens(signature: string): string[] {
  const found: string[] = [];
  let word = '';
  let nesting = 0;
  let quoted = false;
  for (const character of signature) {
    if (character === '"') quoted = !quoted;
    if (!quoted && '[{'.includes(character)) nesting++;
    if (!quoted && ']}'.includes(character)) nesting--;
    if (character === ' ' && nesting === 0 && !quoted) {
      if (word !== '') found.push(word);
      word = '';
    } else word += character;
  }
  return word === '' ? found : [...found, word];
}
