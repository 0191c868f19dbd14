import { escapeHtml } from '../escape.ts';
import { count, counted } from '../format.ts';
import { ageText } from './age-text.ts';
import type { MatrixResults, MatrixRow, RowState } from './results.ts';
import { stateOfAll } from './row-state.ts';
import { signs, stateTexts, type FamilyRows, type MethodRows } from './states.ts';

/** The cell of a method in one column. */
interface MethodCell {
  readonly state: RowState | null;
  /** Rows of this state, if it is not a good one. */
  readonly rows: number;
  readonly lost: number;
  readonly gained: number;
  /** It opens to findings, or to a reason. */
  readonly opens: boolean;
}

/** The rows of families and methods, which the page has without its script. Those of a method are drawn by the script when it is opened. */
export function familyBodies(families: readonly FamilyRows[], results: MatrixResults): string {
  let index = 0;
  return families
    .map(({ family, methods }) => {
      const rows = methods.map((method) => methodRow(method, index++, results));
      const cells = results.columns.map((_, column) => familyCell(methods, column)).join('');
      const name = family ?? 'the whole service';
      return `<tbody class="family" data-family="${escapeHtml(name)}"><tr class="head"><th scope="row">${escapeHtml(name)} <small>${family === null ? '' : counted(methods.length, 'method')}</small></th>${cells}</tr>
${rows.join('\n')}</tbody>`;
    })
    .join('\n');
}

/** How many methods of a family have no finding. */
function familyCell(methods: readonly MethodRows[], column: number): string {
  const states = methods
    .map((method) => stateIn(method, column))
    .filter((state) => state !== null && state !== 'untried' && state !== 'outside');
  if (states.length === 0) return '<td class="c"></td>';
  const good = states.filter((state) => state === 'passed' || state === 'observed').length;
  return `<td class="c${good === states.length ? '' : ' part'}">${count(good)}/${count(states.length)}</td>`;
}

function methodRow(method: MethodRows, index: number, results: MatrixResults): string {
  const { name, own, rows } = method;
  const ages = [...(own ? [own] : []), ...rows].flatMap(({ age }) => (age === null ? [] : [age]));
  const age = ages.length === 0 ? undefined : Math.min(...ages);
  const remark = age === undefined ? '' : ` <small>${escapeHtml(ageText(age, results.columns))}</small>`;
  const cells = results.columns.map((_, column) => cellHtml(methodCell(method, column, results), column)).join('');
  return `<tr class="method" data-index="${index}"><th scope="row"><button type="button" class="open" aria-expanded="false">${escapeHtml(name)}</button>${remark}</th>${cells}</tr>`;
}

function stateIn({ own, rows }: MethodRows, column: number): RowState | null {
  if (own) return own.states[column] ?? null;
  const states = rows.map((row) => row.states[column] ?? null).filter((state) => state !== null);
  return states.length === 0 ? null : stateOfAll(states.find((state) => state === 'untried') ?? (states[0] as RowState), states);
}

function methodCell(method: MethodRows, column: number, { findings }: MatrixResults): MethodCell {
  const { own, rows } = method;
  const state = stateIn(method, column);
  const all: readonly MatrixRow[] = own ? [own, ...rows] : rows;
  const changed = (change: string): number => (rows.length > 0 ? rows : all).filter(({ changes }) => changes[column] === change).length;
  const ids = new Set(all.map(({ id }) => id));
  const isBad = state === 'failed' || state === 'waived' || state === 'unstable';
  return {
    state,
    rows: isBad ? rows.filter(({ states }) => states[column] === state).length : 0,
    lost: changed('lost'),
    gained: changed('gained'),
    opens:
      (state === 'inapplicable' && (own?.reason ?? null) !== null) || findings.some(({ row, column: of }) => of === column && ids.has(row)),
  };
}

function cellHtml({ state, rows, lost, gained, opens }: MethodCell, column: number): string {
  if (state === null) return '<td class="c none"></td>';
  const sign = `${signs[state]}${rows > 1 ? ` ${count(rows)}` : ''}`;
  const marks = `${lost > 0 ? `<b class="lost">▼${count(lost)}</b>` : ''}${gained > 0 ? `<b class="gained">▲${count(gained)}</b>` : ''}`;
  const text = [
    stateTexts[state],
    ...(rows > 1 ? [counted(rows, 'row')] : []),
    ...(lost > 0 ? [`${count(lost)} lost`] : []),
    ...(gained > 0 ? [`${count(gained)} gained`] : []),
  ].join(', ');
  const content = `<span aria-hidden="true">${sign}${marks}</span><span class="sr">${escapeHtml(text)}</span>`;
  if (!opens) return `<td class="c ${state}" title="${escapeHtml(text)}">${content}</td>`;
  return `<td class="c ${state}" title="${escapeHtml(text)}"><button type="button" class="show" data-column="${column}" aria-expanded="false">${content}</button></td>`;
}
