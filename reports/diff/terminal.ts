import { pyxCommand, shellCommand } from '../../engine/shell-command.ts';
import { coloursFor } from '../colours.ts';
import { copied, entryBlock } from '../entry-block.ts';
import { forTerminal } from '../escape.ts';
import { count, counted } from '../format.ts';
import { lossText } from '../lost-nodes.ts';
import type { PrintOptions } from '../print.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import { diffCauses } from './causes.ts';
import type { DiffResults } from './results.ts';

/** Maximum number of cases listed for one cause, and of causes. */
const CASES = 4;
const CAUSES = 60;
const TO_ACCEPT_OF_TWO = 'If it stays, add this to the file of --known (pyx accept --target-file FILE does it):';

/** Prints the result of a comparison: differences by cause, what was not compared, verdict. */
export function printDiffReport(results: DiffResults, verdict: Verdict, { stream, outDir, environment = process.env }: PrintOptions): void {
  const colours = coloursFor(stream, environment);
  const { disagreements, stale, left, lost, a, b, seed } = results;
  const causes = diffCauses(disagreements);
  const more = causes.length - CAUSES;
  const sections = [
    ...causes
      .slice(0, CAUSES)
      .map(({ method, difference, reason, cases, differences }) =>
        [
          `${colours.bold(forTerminal(`${method}: ${difference}`))}${reason === undefined ? '' : ' (known)'} · ${counted(cases.length, 'case')}`,
          ...(reason === undefined ? [] : [`   known: ${forTerminal(reason)}`]),
          ...cases.slice(0, CASES).map((id) => `   ${forTerminal(id)}`),
          ...(cases[0] === undefined ? [] : [`   replay: ${forTerminal(replayOf(results, cases[0]))}`]),
          ...(cases.length > CASES ? [`   … and ${count(cases.length - CASES)} more`] : []),
          ...copied(TO_ACCEPT_OF_TWO, reason === undefined ? entryBlock(differences, a.subversion) : undefined),
        ].join('\n'),
      ),
    more > 0 ? `… and ${counted(more, 'more cause')} in index.html` : '',
    ...lost.map((loss) => lossText(loss, colours)),
    stale
      .map(
        ({ cases, reason }) =>
          `listed difference that no longer occurs: ${forTerminal(cases)} (${forTerminal(reason)}); remove it from the file of known differences`,
      )
      .join('\n'),
    [
      `${paintedTitle(verdict, colours)}  ${verdict.reasons.join(' ')}`,
      ...Object.entries(left).map(([why, cases]) => `   not compared: ${counted(cases, 'case')}, ${forTerminal(why)}`),
      forTerminal(`first ${a.name}, second ${b.name}, seed ${seed}`),
      `Reports: ${forTerminal(`${outDir}/index.html, summary.md, diff.json`)}`,
    ].join('\n'),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

/** A command that compares both nodes by one case. */
function replayOf({ a, b, seed, options = [] }: DiffResults, id: string): string {
  return `${pyxCommand(['diff'])} ${shellCommand([a.name, b.name, '--case', id, '--seed', String(seed), ...options])}`;
}
