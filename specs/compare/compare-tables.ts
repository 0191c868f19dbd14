import type { Limit, Spec, StatusValues } from '../model/types.ts';
import { byId, same, shown, type Change, type Difference } from './change.ts';

type ReportRow = (difference: Difference & Pick<Change, 'subject' | 'methods'>) => void;

/** Reports the differences between the tables of two specifications: limits, errors, states, statuses, envelope. */
export function compareTables(before: Spec, after: Spec, report: ReportRow): void {
  compareRows(before.errors, after.errors, { name: 'error', methods: (row) => row.methods, text: (row) => row.text }, report);
  compareRows(before.envelope, after.envelope, { name: 'envelope', methods: () => [], text: (row) => row.text }, report);
  compareRows(
    before.states,
    after.states,
    {
      name: 'state',
      methods: (row) => row.methods,
      text: ({ state, trigger, condition, next, also }) => [state, trigger, condition, next, also].filter(Boolean).join(' · '),
    },
    report,
  );
  compareRows(before.limits, after.limits, { name: 'limit', methods: (row) => row.appliesTo, text: (row) => row.limit }, (row) =>
    report(row),
  );
  const limits = byId(before.limits);
  for (const limit of after.limits) compareLimit(limits.get(limit.id), limit, report);
  const statuses = byId(after.statuses);
  for (const list of before.statuses) compareStatuses(list, statuses.get(list.id), report);
}

interface RowTexts<T> {
  readonly name: string;
  readonly methods: (row: T) => readonly string[];
  readonly text: (row: T) => string;
}

function compareRows<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
  { name, methods, text }: RowTexts<T>,
  report: ReportRow,
): void {
  const at = (row: T): Pick<Change, 'subject' | 'path' | 'methods'> => ({ subject: `${name} ${row.id}`, path: '', methods: methods(row) });
  const [earlier, later] = [byId(before), byId(after)];
  for (const row of before) {
    const other = later.get(row.id);
    if (!other) report({ rule: 'statement-removed', ...at(row), before: text(row) });
    else if (text(row) !== text(other)) report({ rule: 'statement-changed', ...at(other), before: text(row), after: text(other) });
  }
  for (const row of after) if (!earlier.has(row.id)) report({ rule: 'statement-added', ...at(row), after: text(row) });
}

function compareLimit(before: Limit | undefined, after: Limit, report: ReportRow): void {
  if (!before || same(before.value, after.value)) return;
  const { id, appliesTo } = after;
  report({
    rule: 'limit-changed',
    subject: `limit ${id}`,
    path: '',
    methods: appliesTo,
    before: shown(before.value),
    after: shown(after.value),
  });
}

function compareStatuses(before: StatusValues, after: StatusValues | undefined, report: ReportRow): void {
  const [method = ''] = before.field.split(/[[.{ ]/);
  const at = { subject: `status ${before.id}`, path: before.field, methods: [method] };
  const has = (list: StatusValues, value: string): boolean => list.values.some((entry) => entry.value === value);
  for (const { value } of before.values) if (!after || !has(after, value)) report({ rule: 'status-removed', ...at, before: value });
  for (const { value } of after?.values ?? []) if (!has(before, value)) report({ rule: 'status-added', ...at, after: value });
}
