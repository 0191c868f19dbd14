import type { LoadResults, MethodResult } from '../../../load/results.ts';
import { count } from '../../format.ts';
import { bar } from '../../html/bars.ts';
import { answerColumns } from '../answers-text.ts';
import { latency } from '../units.ts';
import { figuresTable, type Column } from './figures-table.ts';

type Cell = readonly [Column, (method: MethodResult) => string];

/** Figures of each method, those with the longest p99 first. */
export function methodsSection(results: LoadResults): string {
  const { methods } = results;
  if (methods.length < 2) return '';
  const longest = Math.max(1, ...methods.map((method) => method.latency.p99Us));
  const ordered = methods.toSorted((a, b) => b.latency.p99Us - a.latency.p99Us);
  const refused = ({ calls, results, errors }: MethodResult): number => Math.max(0, calls - results - errors);
  const answers = answerColumns(results);
  const cells: readonly Cell[] = [
    [{ name: 'method', look: 'text' }, ({ method }) => method],
    [{ name: 'calls' }, ({ calls }) => count(calls)],
    ...(methods.some(({ errors }) => errors > 0) ? [[{ name: 'errors', look: 'wide' }, ({ errors }) => count(errors)] as Cell] : []),
    ...(methods.some((method) => refused(method) > 0)
      ? [[{ name: 'refused', look: 'wide' }, (method) => count(refused(method))] as Cell]
      : []),
    [{ name: 'p50' }, (method) => latency(method.latency.p50Us)],
    [{ name: 'p90', look: 'wide' }, (method) => latency(method.latency.p90Us)],
    [{ name: 'p99' }, (method) => latency(method.latency.p99Us)],
    [{ name: 'max', look: 'wide' }, (method) => latency(method.latency.maxUs)],
    ...(answers ? answers.heads.map((name, index): Cell => [{ name, look: 'wide' }, (method) => answers.cells(method)[index] ?? '']) : []),
    [
      { name: 'p99', look: 'graph' },
      (method) => bar([{ name: 'plain', value: method.latency.p99Us }], longest, `p99 ${latency(method.latency.p99Us)}`),
    ],
  ];
  const table = figuresTable(
    cells.map(([column]) => column),
    ordered.map((method) => cells.map(([, cell]) => cell(method))),
  );
  const answersText = answers ? '; how many answers were looked at, and how rare a fault in them would have been found' : '';
  return `<section><h2>Methods <small>longest p99 first${answersText}</small></h2>${table}</section>`;
}
