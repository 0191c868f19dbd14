import type { Source, Spec } from '../model/types.ts';
import type { KnownSentence } from './sentence-table.ts';

/** What a standard has from a sentence, and what may have to change with it. */
export interface Dependants {
  /** Rows of the tables of facts that it states: `arguments: bumpfee options`. Only Pyx's own standard has such. */
  readonly rows: readonly string[];
  readonly methods: readonly string[];
  /** Ids of rules, and of rows of the tables of states, statuses, limits, errors and the envelope. */
  readonly rules: readonly string[];
}

/**
 * What depends on a sentence: the methods that it is about, and the rules and rows with its section as their source that are about one
 * of these methods. For a sentence about no method these are all of its section.
 */
export function dependantsOf(spec: Spec, { document, section, methods }: KnownSentence, rows: readonly string[] = []): Dependants {
  const isAbout = (source: Source, about: readonly string[]): boolean =>
    source.document === document &&
    plainHeading(source.section) === section &&
    (methods.length === 0 || about.some((method) => methods.includes(method)));
  const documented = spec.methods.filter(({ beyond }) => !beyond);
  return {
    rows,
    methods: documented.map(({ id }) => id).filter((id) => methods.includes(id)),
    rules: [
      ...documented.flatMap((method) => method.rules.filter(({ source }) => isAbout(source, [method.id])).map(({ id }) => id)),
      ...spec.states.filter((row) => isAbout(row.source, row.methods)).map(({ id }) => `states: ${id}`),
      ...spec.statuses.filter((row) => isAbout(row.source, [/^[\w-]+/.exec(row.field)?.[0] ?? ''])).map(({ id }) => `statuses: ${id}`),
      ...spec.limits.filter((row) => isAbout(row.source, row.appliesTo)).map(({ id }) => `limits: ${id}`),
      ...spec.errors.filter((row) => isAbout(row.source, row.methods)).map(({ id }) => `errors: ${id}`),
      ...spec.envelope.filter((row) => isAbout(row.source, [])).map(({ id }) => `envelope: ${id}`),
    ],
  };
}

/** A heading as the sentences have it: without code marks. */
export const plainHeading = (heading: string): string => heading.replaceAll('`', '').trim();
