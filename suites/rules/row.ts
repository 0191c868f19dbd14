import type { Specification } from '../../specs/model/spec.ts';
import { specification as known } from '../../specs/model/specification.ts';
import type { ErrorRowId, JudgedId, LimitId, StateRowId } from '../../specs/model/generated/ids.d.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Effect, Source } from '../../specs/model/types.ts';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';

type Table = 'limits' | 'errors' | 'states';

/** The kind of the cases of a table, and the prefix of its row ids in `judges`. */
const KINDS: { readonly [table in Table]: readonly [kind: string, prefix: string] } = {
  limits: ['limit', 'l'],
  errors: ['error', 'x'],
  states: ['state', 's'],
};

/** A table and the id of one of its rows. */
type KnownRow =
  | { readonly table: 'limits'; readonly row: LimitId }
  | { readonly table: 'errors'; readonly row: ErrorRowId }
  | { readonly table: 'states'; readonly row: StateRowId };

/** A row of a table of any standard. */
export interface AnyRow {
  readonly table: Table;
  readonly row: string;
}

/** The ids are those of Pyx's standard, or any. */
export type RowOptions<Row extends AnyRow = KnownRow, Called extends string = MethodId, Judged extends string = JudgedId> = Row & {
  /** The main method of the case, one of those in the row. */
  readonly method?: Called;
  /** Other methods that it calls. */
  readonly uses?: readonly Called[];
  /** Other rules and rows that it judges. */
  readonly judges?: readonly Judged[];
  readonly effect: readonly Effect[];
  readonly profile?: ProfileName;
  readonly ownNode?: boolean;
  readonly timeoutMs?: number;
  readonly run: (trial: Trial) => Promise<void>;
};

/** A case that judges a row of the table of limits, of errors or of states. Throws when the row does not exist. */
export const row = (options: RowOptions): Case => rowOf(known, options);

/** As `row`, for any standard. */
export function rowOf(specification: Specification, options: RowOptions<AnyRow, string, string>): Case {
  const { text, methods, source } = find(specification, options);
  const [kind, prefix] = KINDS[options.table];
  const method = options.method ?? methods[0];
  if (method === undefined || !methods.includes(method))
    throw new Error(`${options.table} ${options.row} does not name the method ${method}`);
  return {
    id: `rules/${options.table}/${options.row}${options.method === undefined ? '' : `/${method.replaceAll(' ', '-')}`}`,
    suite: 'rules',
    method,
    kind,
    title: text,
    effect: options.effect,
    profile: options.profile ?? 'default',
    uses: [...new Set([specification.method(method).id, ...(options.uses ?? [])])],
    judges: [`${prefix}:${options.row}`, ...(options.judges ?? [])],
    about: { rule: options.row },
    evidence: 'document',
    source: `document ${source.document}, ${source.section}: ${text}`,
    ownNode: options.ownNode,
    timeoutMs: options.timeoutMs,
    run: options.run,
  };
}

function find({ spec }: Specification, { table, row: id }: AnyRow): { text: string; methods: readonly string[]; source: Source } {
  if (table === 'limits') {
    const limit = spec.limits.find((candidate) => candidate.id === id);
    if (limit) return { text: `${limit.limit}: ${String(limit.value)}`, methods: limit.appliesTo, source: limit.source };
  } else if (table === 'states') {
    const state = spec.states.find((candidate) => candidate.id === id);
    if (state) return { text: `${state.state}: ${state.trigger}`, methods: state.methods, source: state.source };
  } else {
    const error = spec.errors.find((candidate) => candidate.id === id);
    if (error) return error;
  }
  throw new Error(`no row ${id} in the table of ${table}`);
}
