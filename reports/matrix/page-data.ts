import { visible } from '../escape.ts';
import { ageText } from './age-text.ts';
import type { MatrixFinding, MatrixResults, MatrixRow, RowChange, RowState } from './results.ts';
import { kindTitles, signs, stateTexts, type FamilyRows } from './states.ts';

const stateOrder = Object.keys(signs) as RowState[];
const changeOrder: readonly RowChange[] = ['lost', 'gained', 'changed'];

/** One digit a column: the place of the state or change; `-` for none. */
const digits = (values: readonly (string | null)[], order: readonly string[]): string =>
  values.map((value) => (value === null ? '-' : String(order.indexOf(value)))).join('');

/** A row as the script of the page gets it. */
type RowData = readonly [id: string, kind: string, name: string, states: string, changes: string, age: number, reason: string];

const rowData = ({ id, kind, name, states, changes, age, reason }: MatrixRow): RowData => [
  id,
  kind === 'method' ? '' : kindTitles[kind],
  name,
  digits(states, stateOrder),
  digits(changes, changeOrder),
  age ?? -1,
  reason ?? '',
];

/** Everything that the script draws: the rows of each method, in the order of the table, and the findings by row. */
export function pageData(families: readonly FamilyRows[], { columns, findings }: MatrixResults): string {
  const byRow = new Map<string, Omit<MatrixFinding, 'row' | 'difference'>[]>();
  for (const { row, difference: _, ...finding } of findings) byRow.set(row, [...(byRow.get(row) ?? []), finding]);
  const data = {
    columns: columns.map(({ label, page }) => ({ label, page })),
    ages: columns.map((_, age) => ageText(age, columns)),
    signs: stateOrder.map((state) => signs[state]),
    states: stateOrder,
    texts: stateOrder.map((state) => stateTexts[state]),
    changes: changeOrder,
    methods: families.flatMap(({ family, methods }) =>
      methods.map(({ name, own, rows }) => ({ name, family: family ?? '', own: own && rowData(own), rows: rows.map(rowData) })),
    ),
    findings: [...byRow],
  };
  // Safe within a script element: no `<`, and no hidden characters.
  return visible(JSON.stringify(data)).replaceAll('<', '\\u003c');
}
