/** What a text says at a place. */
export interface Quote {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Where a finding is: the heading that its source names, its method, and the path of the field. */
export interface QuotedPlace {
  readonly section: string;
  readonly method: string | null;
  readonly path?: string | undefined;
}

/** Longer lines are cut around what is quoted. */
const QUOTE_CHARACTERS = 300;

/**
 * The line of a document in Markdown that says most about a place: the field in a section about the method, else the row of the
 * method in the section, else the beginning of the section. Undefined if the text has no such heading.
 */
export function quoteIn(lines: readonly string[], { section, method, path }: QuotedPlace): Quote | undefined {
  const field = fieldOf(path);
  const name = method?.split(' ').at(-1);
  const own = linesOf(lines, (heading) => heading === plain(section));
  const ofMethod = method === null ? [] : linesOf(lines, (heading) => mentions(heading, method));
  const candidates = [
    ...(field === undefined
      ? []
      : [[...ofMethod, ...own].find(({ text }) => declares(text, field, ofMethod.length > 0 ? undefined : method))]),
    ...(name === undefined ? [] : [own.find(({ text }) => text.trimStart().startsWith('|') && firstCell(text) === method)]),
    ...(method === null ? [] : [own.find(({ text }) => mentions(text, method))]),
    own[0],
  ];
  const found = candidates.find((candidate) => candidate !== undefined);
  return found && { line: found.line, text: around(found.text.trim(), field === undefined ? undefined : `${field}:`) };
}

/** `transactions[3].label` → `label` */
function fieldOf(path: string | undefined): string | undefined {
  const name = path
    ?.replace(/\[\d*\]$/, '')
    .split('.')
    .at(-1);
  return name !== undefined && /^[\w-]+$/.test(name) ? name : undefined;
}

/** The lines below each heading that fits, up to the next heading, without empty ones. */
function linesOf(lines: readonly string[], fits: (heading: string) => boolean): Quote[] {
  let isIn = false;
  return lines.flatMap((text, index) => {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1];
    if (heading !== undefined) isIn = fits(plain(heading));
    return isIn && heading === undefined && text.trim() !== '' ? [{ line: index + 1, text }] : [];
  });
}

const plain = (heading: string): string => heading.replaceAll('`', '').trim();

/** Whether a text names a method, as a whole word. */
function mentions(text: string, method: string): boolean {
  return new RegExp(`(?<![\\w-])${escapeRegExp(method)}(?![\\w-])`).test(text);
}

/** Whether a line declares a field, as `label:str`; if `method` is given, only in a line about it. */
function declares(text: string, field: string, method: string | null | undefined): boolean {
  const isAbout = method === undefined || method === null || mentions(text, method);
  return isAbout && new RegExp(`(?<![\\w-])${escapeRegExp(field)}:`).test(text);
}

const firstCell = (row: string): string => plain(row.split('|')[1] ?? '');

function around(text: string, part: string | undefined): string {
  if (text.length <= QUOTE_CHARACTERS) return text;
  const at = part === undefined ? 0 : Math.max(0, text.indexOf(part));
  const from = Math.max(0, Math.min(at - 40, text.length - QUOTE_CHARACTERS));
  const to = from + QUOTE_CHARACTERS;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
