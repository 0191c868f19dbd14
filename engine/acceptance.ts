import { dirname, isAbsolute, join } from 'node:path';
import { isMap, isNode, isSeq } from 'yaml';
import { validateFile } from '../specs/model/validate-file.ts';
import type { YamlText } from '../specs/model/yaml-text.ts';
import { covers, REFUSED, WORLD, type Difference, type What } from './difference.ts';

/** The reason of an entry that nobody has explained. */
export const UNEXPLAINED = 'not explained yet';

/** An entry of an `accepted` list, for one difference. */
export interface Acceptance {
  readonly what: What;
  readonly why: string;
  /** Last day on which it is valid: `2027-03-31`. */
  readonly until?: string;
  /** Where it is tracked. */
  readonly issue?: string | number;
  /** The release that showed it when it was accepted. */
  readonly seen?: string;
  /** `some`: it may match nothing with some seeds. */
  readonly seeds?: 'some';
  readonly file: string;
  /** The line of `what`, from 1. */
  readonly line: number;
}

/** An entry as it is written. */
export interface AcceptedEntry extends Omit<Acceptance, 'what' | 'file' | 'line'> {
  readonly what: WrittenWhat | readonly WrittenWhat[];
}

/** What YAML reads as another type is a text. */
type WrittenWhat = Omit<What, 'value' | 'found'> & { readonly [name in 'value' | 'found']?: string | number | boolean | null };

/**
 * The entries of a list in a YAML text, one for each difference. `list`: the node of the list, if that is not the whole text. `file`: as
 * it is shown. The data must be valid by the schema of its file.
 */
export function acceptancesIn({ document, lines }: YamlText, file: string, list: unknown = document.contents): Acceptance[] {
  if (!isSeq(list)) return [];
  const lineOf = (node: unknown): number => (isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1);
  const entries = list.toJS(document) as readonly AcceptedEntry[];
  return entries.flatMap(({ what, ...entry }, index) => {
    const item = list.items[index];
    const place = isMap(item) ? item.get('what', true) : undefined;
    const parts = isSeq(place) ? place.items : [];
    return [what].flat().map((written, part) => ({ ...entry, what: read(written), file, line: lineOf(parts[part] ?? place ?? item) }));
  });
}

function read({ value, found, ...what }: WrittenWhat): What {
  return { ...what, ...(value !== undefined && { value: String(value) }), ...(found !== undefined && { found: String(found) }) };
}

/** Reads a list in a file of its own. `parse` reads the file. Throws what `refuse` makes of the problems. */
export function acceptedFile(content: YamlText, file: string, refuse: (problem: string) => Error): Acceptance[] {
  const problems = validateFile('accepted', content.data, content.content);
  if (problems.length > 0) throw refuse(`${file}: ${problems.join('; ')}`);
  return acceptancesIn(content, file);
}

/** The path of a file that another one names. */
export const besideOf = (file: string, named: string): string => (isAbsolute(named) ? named : join(dirname(file), named));

/** The entries of all lists that apply. */
export class Acceptances {
  readonly all: readonly Acceptance[];
  readonly #today: string;
  readonly #byCheck = new Map<string, Acceptance[]>();

  /** `today` has the form `2026-11-20`: entries whose date has passed cover nothing. */
  constructor(all: readonly Acceptance[], today: string) {
    this.all = all;
    this.#today = today;
    for (const acceptance of all) {
      if (this.isExpired(acceptance)) continue;
      const key = keyOf(acceptance.what);
      this.#byCheck.set(key, [...(this.#byCheck.get(key) ?? []), acceptance]);
    }
  }

  /** The entry that covers a difference, the first of several; undefined if it is not accepted. */
  find(difference: Difference | undefined): Acceptance | undefined {
    if (!difference) return undefined;
    const keys = difference.check === WORLD ? [WORLD, REFUSED] : [difference.check];
    const near = keys.flatMap((check) => this.#byCheck.get(keyOf({ ...difference, check })) ?? []);
    return near.find(({ what }) => covers(what, difference));
  }

  isExpired({ until }: Acceptance): boolean {
    return until !== undefined && this.#today > until;
  }
}

const keyOf = ({ method = '', check }: What): string => `${check} ${method}`;
