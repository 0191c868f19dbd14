import type { MatrixRow, RowKind, RowState } from './results.ts';

/** A sign in addition to the colour. */
export const signs: { readonly [state in RowState]: string } = {
  passed: '✓',
  failed: '✗',
  unstable: '≈',
  waived: '~',
  observed: '·',
  inapplicable: '–',
  untried: '○',
  outside: '∅',
};

export const stateTexts: { readonly [state in RowState]: string } = {
  passed: 'passed',
  failed: 'failed',
  unstable: 'unstable: failed by circumstance, and not when tried again',
  waived: 'waived: a difference that the target file accepts',
  observed: 'observed: the documents leave it open',
  inapplicable: 'absent, or not testable',
  untried: 'not tried',
  outside: 'not in the standard of this run',
};

/** The kinds of rows of a method, in the order in which they are shown, and those about no method. */
export const kindTitles: { readonly [kind in Exclude<RowKind, 'method'>]: string } = {
  argument: 'arguments',
  value: 'values',
  field: 'result fields',
  undocumented: 'undocumented fields',
  rule: 'rules',
  relation: 'relations',
  state: 'states',
  limit: 'limits',
  error: 'errors',
  envelope: 'calls (HTTP, JSON, JSON-RPC)',
  service: 'service',
};

/** A family, or what is about no method. */
export interface FamilyRows {
  /** Null: about no method. */
  readonly family: string | null;
  readonly methods: readonly MethodRows[];
}

/** A method with what is stated of it; `own` is null for what is about no method, by kind. */
export interface MethodRows {
  readonly name: string;
  readonly own: MatrixRow | null;
  readonly rows: readonly MatrixRow[];
}

const BEYOND = 'beyond the documents';

/** Rows by family and method, in their order. */
export function byFamily(rows: readonly MatrixRow[]): FamilyRows[] {
  const families = new Map<string | null, Map<string, { own: MatrixRow | null; rows: MatrixRow[] }>>();
  for (const row of rows) {
    const family = row.method === null ? null : (row.family ?? BEYOND);
    const methods = families.get(family) ?? new Map<string, { own: MatrixRow | null; rows: MatrixRow[] }>();
    families.set(family, methods);
    const name = row.method ?? kindTitles[row.kind as keyof typeof kindTitles];
    const method = methods.get(name) ?? { own: null, rows: [] };
    methods.set(name, method);
    if (row.kind === 'method') method.own = row;
    else method.rows.push(row);
  }
  return [...families].map(([family, methods]) => ({
    family,
    methods: [...methods].map(([name, { own, rows: ofMethod }]) => ({ name, own, rows: ofMethod })),
  }));
}
