import type { Names } from './names.ts';

/** Letters that the documents and the names of a node must have in common; `burn` and `mint` alone may be a coincidence: `assetburn`. */
const LEAST_LETTERS = 12;
const LEAST_NAMES = 2;
const WORD = /^[a-z][a-z0-9]{0,30}$/;
const TOKEN = /\{(coin|ext|extclient)\}/;

/** Names with brands: of methods, of arguments and of fields. */
export interface NamesByUse {
  readonly methods: readonly string[];
  readonly arguments: readonly string[];
  readonly fields: readonly string[];
}

/** A brand, with the names of the node that have it. */
export interface SpokenName {
  readonly token: keyof Names;
  readonly word: string;
  /** `acmesetfoostatus`, `foo_destination_address`. */
  readonly by: readonly string[];
}

/** The words that one name of the node has in the places of the tokens of a template. */
interface Match {
  readonly template: string;
  readonly name: string;
  readonly words: Partial<Names>;
}

/**
 * The brands of a node, guessed from the names that the documents write with tokens (`{coin}set{ext}status`). All templates count, of
 * methods first: a node may have kept few of them. A brand needs several names that agree; one that no name shows is left out. Empty
 * if the node shows none.
 */
export function guessNames(templates: NamesByUse, own: NamesByUse): readonly SpokenName[] {
  const methods = matchesOf(templates.methods, own.methods);
  const others = [...matchesOf(templates.arguments, own.arguments), ...matchesOf(templates.fields, own.fields)];
  const guesses = distinct(methods.map(({ words }) => words.coin)).map((coin) => withCoin(coin, methods, others));
  const best = strongest(guesses) ?? [];
  if (isEnough(best)) return spokenBy(best);
  // A node without any of these methods may still show the others in its fields.
  const without = (['ext', 'extclient'] as const).flatMap((token) => strongest(byWord(others, token)) ?? []);
  return isEnough(without) ? spokenBy(without) : [];
}

/** What speaks for this coin: its methods with one word for each other token, and the names that agree with those. */
function withCoin(coin: string, methods: readonly Match[], others: readonly Match[]): Match[] {
  let agreeing = methods.filter(({ words }) => words.coin === coin);
  for (const token of ['ext', 'extclient'] as const) {
    // Of the words in methods that which most names have; without any, the arguments and fields of a node that has the coin show it.
    const having = (word: string): Match[] => [...agreeing, ...others].filter(({ words }) => words[token] === word);
    const inMethods = distinct(agreeing.map(({ words }) => words[token])).map(having);
    const chosen = strongest(inMethods.length > 0 ? inMethods : byWord(others, token)) ?? [];
    agreeing = [...agreeing.filter(({ words }) => words[token] === undefined), ...chosen];
  }
  return agreeing;
}

function byWord(matches: readonly Match[], token: keyof Names): Match[][] {
  return distinct(matches.map(({ words }) => words[token])).map((word) => matches.filter(({ words }) => words[token] === word));
}

function strongest(groups: readonly Match[][]): Match[] | undefined {
  return groups.toSorted((a, b) => letters(b) - letters(a))[0];
}

/** Letters that the names have in common with the documents: the longer, the less likely is a coincidence. Each template counts once. */
function letters(matches: readonly Match[]): number {
  return distinct(matches.map(({ template }) => template)).reduce((sum, template) => sum + partsOf(template).join('').length, 0);
}

const isEnough = (matches: readonly Match[]): boolean =>
  letters(matches) >= LEAST_LETTERS && distinct(matches.map(({ template }) => template)).length >= LEAST_NAMES;

function spokenBy(matches: readonly Match[]): SpokenName[] {
  return (['coin', 'ext', 'extclient'] as const).flatMap((token) => {
    const having = matches.filter(({ words }) => words[token] !== undefined);
    const word = having[0]?.words[token];
    return word === undefined ? [] : [{ token, word, by: distinct(having.map(({ name }) => name)).sort() }];
  });
}

function matchesOf(templates: readonly string[], names: readonly string[]): Match[] {
  return templates.flatMap((template) =>
    names.flatMap((name) => wordsIn(template, name).map((words): Match => ({ template, name, words }))),
  );
}

/** Whether a name can be read as this template, with any brands. */
export const readsAs = (template: string, name: string): boolean => wordsIn(template, name).length > 0;

/** The words in the places of the tokens, each way in which the name can be read as the template. */
function wordsIn(template: string, name: string): Partial<Names>[] {
  const tokens = [...template.matchAll(new RegExp(TOKEN, 'g'))].map(([, token]) => token as keyof Names);
  const [start = '', ...rest] = partsOf(template);
  if (!name.startsWith(start)) return [];
  const readings = (from: number, index: number): Partial<Names>[] => {
    const token = tokens[index];
    if (token === undefined) return from === name.length ? [{}] : [];
    const literal = rest[index] ?? '';
    const found: Partial<Names>[] = [];
    for (let end = from + 1; end <= name.length - literal.length; end++) {
      const word = name.slice(from, end);
      if (!WORD.test(word)) break;
      if (name.startsWith(literal, end))
        for (const others of readings(end + literal.length, index + 1))
          if ((others[token] ?? word) === word) found.push({ ...others, [token]: word });
    }
    return found;
  };
  return readings(start.length, 0);
}

/** The literal parts of a template: `['', 'set', 'status']`. */
const partsOf = (template: string): string[] => template.replace(new RegExp(TOKEN, 'g'), '\0').split('\0');

const distinct = <T>(values: readonly (T | undefined)[]): T[] => [...new Set(values)].filter((value) => value !== undefined);
