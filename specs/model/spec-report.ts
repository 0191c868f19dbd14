import { fieldsOf } from './fields.ts';
import { allPlaces } from './schema-places.ts';
import { table } from './text-table.ts';
import { join, walk } from './walk.ts';
import type { Method, Schema, Source, Spec } from './types.ts';

/** Counts of the specification for one family of methods. */
export interface FamilyCounts {
  readonly family: string;
  readonly methods: number;
  readonly params: number;
  /** Members of option objects and of the items of lists. */
  readonly members: number;
  readonly variants: number;
  /** Variants with a documented result. */
  readonly results: number;
  /** Result fields, counted for each variant. */
  readonly fields: number;
  readonly rules: number;
  readonly untestable: number;
}

/** An item that no trial can judge, with the reason. */
export interface Untestable {
  readonly kind: 'field' | 'rule' | 'state' | 'limit' | 'error' | 'envelope';
  readonly id: string;
  readonly text: string;
  readonly reason: string;
  readonly source: Source;
}

/** Counts of the specification, without methods beyond the documents. */
export interface SpecCoverage {
  readonly families: readonly FamilyCounts[];
  readonly total: Omit<FamilyCounts, 'family'>;
  readonly shapes: number;
  readonly rows: {
    readonly states: number;
    readonly statusValues: number;
    readonly limits: number;
    readonly errors: number;
    readonly envelope: number;
  };
  readonly untestable: readonly Untestable[];
}

export function specCoverage(spec: Spec): SpecCoverage {
  const documented = spec.methods.filter((method) => !method.beyond);
  const families = [...new Set(documented.map((method) => method.family))].map((family) => ({
    family,
    ...countsOf(
      spec,
      documented.filter((method) => method.family === family),
    ),
  }));
  return {
    families,
    total: countsOf(spec, documented),
    shapes: Object.keys(spec.shapes).length,
    rows: {
      states: spec.states.length,
      statusValues: spec.statuses.reduce((sum, row) => sum + row.values.length, 0),
      limits: spec.limits.length,
      errors: spec.errors.length,
      envelope: spec.envelope.length,
    },
    untestable: untestableOf(spec, documented),
  };
}

function countsOf(spec: Spec, methods: readonly Method[]): Omit<FamilyCounts, 'family'> {
  const sum = (count: (method: Method) => number): number => methods.reduce((total, method) => total + count(method), 0);
  return {
    methods: methods.length,
    params: sum((method) => method.params.length),
    members: sum((method) => method.params.reduce((total, param) => total + membersOf(spec, param.schema).size, 0)),
    variants: sum((method) => method.variants.length),
    results: sum((method) => method.variants.filter((variant) => variant.result).length),
    fields: sum((method) => method.variants.reduce((total, { result }) => total + (result ? fieldsOf(spec, result).size : 0), 0)),
    rules: sum((method) => method.rules.length),
    untestable: sum((method) => method.rules.filter((rule) => rule.untestable !== undefined).length),
  };
}

/** The members of objects in an argument, each path once. */
function membersOf(spec: Spec, schema: Schema): Set<string> {
  const found = new Set<string>();
  walk(spec, schema, ({ schema: { properties = {} }, pattern }) => {
    for (const name of Object.keys(properties)) found.add(join(pattern, name));
  });
  return found;
}

function untestableOf(spec: Spec, methods: readonly Method[]): Untestable[] {
  const pick = <Row extends { id: string; untestable?: string; source: Source }>(
    kind: Untestable['kind'],
    rows: readonly Row[],
    text: (row: Row) => string,
  ): Untestable[] =>
    rows.flatMap((row) =>
      row.untestable === undefined ? [] : [{ kind, id: row.id, text: text(row), reason: row.untestable, source: row.source }],
    );
  return [
    ...methods.flatMap((method) =>
      method.variants.flatMap(({ id, untestable = {} }) =>
        Object.entries(untestable).map(([field, reason]): Untestable => ({
          kind: 'field',
          id: `${method.id}#${id}:${field}`,
          text: `The field ${field}.`,
          reason,
          source: method.source,
        })),
      ),
    ),
    ...pick(
      'rule',
      methods.flatMap((method) => method.rules),
      (row) => row.text,
    ),
    ...pick('state', spec.states, (row) => `${row.state}: ${row.trigger}`),
    ...pick('limit', spec.limits, (row) => row.limit),
    ...pick('error', spec.errors, (row) => row.text),
    ...pick('envelope', spec.envelope, (row) => row.text),
  ];
}

/** Coverage as text: a table by family, the rows, and what is untestable with its reason. Ends with a newline. */
export function formatSpecCoverage(coverage: SpecCoverage): string {
  const columns = ['methods', 'params', 'members', 'variants', 'results', 'fields', 'rules', 'untestable'] as const;
  const line = (name: string, counts: Omit<FamilyCounts, 'family'>): string[] => [name, ...columns.map((column) => String(counts[column]))];
  const { rows } = coverage;
  return [
    table(['family', ...columns], [...coverage.families.map((counts) => line(counts.family, counts)), line('all', coverage.total)]),
    '',
    table(
      ['also', 'count'],
      [
        ['shapes', coverage.shapes],
        ['state rows', rows.states],
        ['status values', rows.statusValues],
        ['limits', rows.limits],
        ['errors', rows.errors],
        ['envelope rows', rows.envelope],
      ].map((row) => row.map(String)),
    ),
    '',
    `Untestable: ${coverage.untestable.length}`,
    ...coverage.untestable.map(({ kind, id, text, reason }) => `  ${kind} ${id}\n    ${text}\n    ${reason}`),
    '',
  ].join('\n');
}

/** The reason for a reading of the documents that is not literal, and all places that use it. */
export interface Reading {
  readonly text: string;
  readonly places: readonly string[];
  readonly source: Source;
}

/** Every reading, in the order of sections. Equal texts with the same source are merged. */
export function specReadings(spec: Spec): Reading[] {
  const found = new Map<string, { text: string; places: Set<string>; source: Source }>();
  const add = (text: string | undefined, place: string, source: Source): void => {
    if (text === undefined) return;
    const key = `${source.document}\n${source.section}\n${text}`;
    const known = found.get(key);
    if (known) known.places.add(place);
    else found.set(key, { text, places: new Set([place]), source });
  };
  const documented = spec.methods.filter((method) => !method.beyond);
  for (const method of documented) {
    for (const param of method.params) add(param.reading, `${method.id} ${param.name}`, method.source);
    for (const rule of method.rules) add(rule.reading, rule.id, rule.source);
    for (const conflict of method.conflicts ?? [])
      add(conflict.reading, `${method.id} ${conflict.parts.map(({ param }) => param).join(' and ')}`, conflict.source);
  }
  for (const { owner, where, schema } of allPlaces({ ...spec, methods: documented })) add(schema.reading, where, owner.source);
  return [...found.values()]
    .map(({ text, places, source }) => ({ text, places: [...places], source }))
    .sort(
      (a, b) =>
        a.source.document - b.source.document || (a.source.section < b.source.section ? -1 : a.source.section > b.source.section ? 1 : 0),
    );
}

/** Readings as text, by document and section: places, then the reason. Ends with a newline. */
export function formatSpecReadings(readings: readonly Reading[]): string {
  let heading = '';
  const lines = readings.flatMap(({ text, places, source }) => {
    const own = `Document ${source.document}, ${source.section}`;
    const first = own === heading ? [] : [...(heading === '' ? [] : ['']), own];
    heading = own;
    return [...first, `  ${places.join(', ')}`, `    ${text}`];
  });
  return [...lines, '', `${readings.length} readings`, ''].join('\n');
}
