import type { TpsResults } from '../../load/tps/results.ts';
import { table as textTable } from '../../specs/model/text-table.ts';
import type { PrintOptions } from '../print.ts';
import { coloursFor, type Colours } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { duration } from '../format.ts';
import { releaseText } from './tps-release-text.ts';
import type { TpsTable } from './tps-table.ts';
import { tpsTables } from './tps-tables.ts';
import type { TpsVerdict } from './tps-verdict.ts';
import { paintedTitle } from '../verdict.ts';

const LISTED = 10;
const LAST_LINES = 5;

/** Prints the result of a throughput test: figures, faults, warnings, verdict. */
export function printTpsReport(
  results: TpsResults,
  verdict: TpsVerdict,
  { stream, outDir, environment = process.env }: PrintOptions,
): void {
  const colours = coloursFor(stream, environment);
  const sections = [
    ...tpsTables(results).map((table) => tableText(table, colours)),
    lastLinesText(results, colours),
    results.notes.map((note) => colours.dim(`note  ${forTerminal(note)}`)).join('\n'),
    results.warnings.map((warning) => `${colours.yellow('warning')}  ${forTerminal(warning)}`).join('\n'),
    verdictText(results, verdict, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function tableText({ title, head, rows }: TpsTable, colours: Colours): string {
  const safe = rows.map((row) => row.map((cell) => forTerminal(cell)));
  const [first = '', ...lines] = textTable(head, safe).split('\n');
  return [colours.bold(title), colours.dim(first), ...lines].join('\n');
}

function lastLinesText({ faults }: TpsResults, colours: Colours): string {
  return faults
    .flatMap((fault) =>
      fault.kind === 'node-ended' && fault.lastLines.length > 0
        ? [
            [
              colours.bold(`Last lines of ${forTerminal(fault.node)}`),
              ...fault.lastLines.slice(-LAST_LINES).map((line) => `  ${colours.dim(forTerminal(line))}`),
            ].join('\n'),
          ]
        : [],
    )
    .join('\n\n');
}

function verdictText(results: TpsResults, verdict: TpsVerdict, colours: Colours, outDir: string): string {
  const { senders, receivers, via } = results.options;
  const { headline, reasons } = verdict;
  const shown = reasons.slice(0, LISTED).map((reason) => forTerminal(reason));
  if (reasons.length > LISTED) shown.push(`… and ${reasons.length - LISTED} more, all in results.json`);
  const release = releaseText(results);
  return [
    `${forTerminal(results.target.subversion || results.target.name)}, ${senders} to ${receivers} by ${via}: ${colours.bold(headline)}`,
    ...(release === '' ? [] : [release]),
    `${paintedTitle(verdict, colours)}  ${shown.join('\n  ')}`,
    colours.dim(
      `${duration(results.durationMs)}, seed ${results.seed}, reports: ${forTerminal(outDir)}/index.html, summary.md, results.json`,
    ),
  ].join('\n');
}
