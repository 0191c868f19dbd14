import { coloursFor, type Colours } from '../colours.ts';
import { copied, TO_ACCEPT } from '../entry-block.ts';
import { forTerminal } from '../escape.ts';
import { counted, duration } from '../format.ts';
import { lossText } from '../lost-nodes.ts';
import type { PrintOptions } from '../print.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import { evidenceLines } from './evidence-lines.ts';
import type { DriftResults, ReportedDrift } from './results.ts';
import { openFindings } from './verdict.ts';

/** Findings shown; drift.json has all. */
const LISTED = 30;
const LINE_CHARACTERS = 700;

/** Prints the differences that are not accepted, with their evidence, and the verdict. */
export function printDriftReport(
  results: DriftResults,
  verdict: Verdict,
  { stream, outDir, environment = process.env }: PrintOptions,
): void {
  const colours = coloursFor(stream, environment);
  const open = openFindings(results);
  const more = open.length - LISTED;
  const sections = [
    ...open.slice(0, LISTED).map((finding, index) => findingText(finding, index + 1, colours)),
    more > 0 ? `… and ${counted(more, 'more finding')} in drift.json` : '',
    ...results.lost.map((loss) => lossText(loss, colours)),
    untriedText(results),
    goneText(results),
    verdictText(results, verdict, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function findingText(finding: ReportedDrift, number: number, colours: Colours): string {
  const look = finding.class === 'breaking' ? colours.red : colours.yellow;
  return [
    `${number}) ${look(finding.class.toUpperCase())} ${forTerminal(finding.headline)} (${finding.change})`,
    ...evidenceLines(finding).map(([label, text]) => `   ${label.padEnd(10)} ${forTerminal(text, LINE_CHARACTERS)}`),
    ...copied(TO_ACCEPT, finding.block),
  ].join('\n');
}

function untriedText({ untried }: DriftResults): string {
  return Object.entries(untried)
    .map(([reason, cases]) => `Not compared: ${counted(cases, 'case')}, ${forTerminal(reason, LINE_CHARACTERS)}`)
    .join('\n');
}

function goneText({ gone }: DriftResults): string {
  if (gone.length === 0) return '';
  return [
    'Accepted in the target file, and no longer seen (remove them):',
    ...gone.map(
      ({ change, methods, reason, source }) =>
        `   ${change} ${forTerminal(methods.join(', '))} (${forTerminal(reason)})${source === undefined ? '' : ` at ${forTerminal(source)}`}`,
    ),
  ].join('\n');
}

function verdictText(results: DriftResults, verdict: Verdict, colours: Colours, outDir: string): string {
  const { target, seed, cases, durationMs, listed, standard, errorsCompared } = results;
  const facts = [
    `${target.name} ${target.subversion} against ${standard.title} ${standard.edition}, target file ${target.targetFile ?? 'none'}`,
    `${listed === null ? 'the node has no help' : `help lists ${counted(listed, 'method')}`}, ${counted(cases, 'case')} probed, seed ${seed}, ${duration(durationMs)}`,
    errorsCompared
      ? ''
      : 'Codes and messages of errors were not compared: no earlier observation is in the target file; --accept stores one.',
    `Reports: ${outDir}/index.html, drift.json`,
  ];
  return [
    `${paintedTitle(verdict, colours)}  ${verdict.reasons.join(' ')}`,
    ...facts.filter((fact) => fact !== '').map((fact) => forTerminal(fact)),
  ].join('\n');
}
