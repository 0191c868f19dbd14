import type { MutationResults } from '../../engine/mutation-results.ts';
import { coloursFor, type Colours } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, counted, duration } from '../format.ts';
import { listIn } from '../list-text.ts';
import type { PrintOptions } from '../print.ts';
import { sharePercent } from '../selfcheck/share-percent.ts';
import { countsText, shareRows } from '../share-rows.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import {
  changeOf,
  documentsOf,
  judgedIn,
  killedShare,
  mutantsOf,
  roomOf,
  scoreOf,
  scoresBy,
  type PlacedMutant,
  type Score,
} from './scores.ts';

/** Maximum number of methods. */
const LISTED = 20;
const listText = listIn('mutation.json and index.html');

/** Prints the scores by room, document and method, and survivors with the changed line. Its length is limited. */
export function printMutation(
  results: MutationResults,
  verdict: Verdict,
  { stream, environment = process.env, outDir }: PrintOptions,
): void {
  const colours = coloursFor(stream, environment);
  const mutants = mutantsOf(results);
  const methods = scoresBy(mutants, (mutant) => mutant.methods)
    .filter(([, { survived }]) => survived > 0)
    .toSorted(([, a], [, b]) => b.survived - a.survived)
    .slice(0, LISTED);
  const sections = [
    scoresText(
      'By room',
      scoresBy(mutants, ({ file }) => [roomOf(file)]),
      colours,
    ),
    scoresText(
      'By document',
      scoresBy(mutants, ({ methods: of }) => documentsOf(of, results)),
      colours,
    ),
    scoresText('Methods with most survivors', methods, colours),
    survivorsText(results, mutants, colours),
    problemsText(results, colours),
    endText(results, scoreOf(mutants), colours),
    `${paintedTitle(verdict, colours)}  ${verdict.reasons.map((reason) => forTerminal(reason)).join(' ')}\nReports: ${forTerminal(outDir)}/index.html, summary.md, mutation.json`,
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function scoresText(title: string, scores: readonly (readonly [string, Score])[], colours: Colours): string {
  const rows = scores.map(([name, score]) => ({ name, found: score.killed, of: judgedIn(score), rest: restText(score) }));
  return shareRows(title, rows, colours);
}

/** What became of those that were not found. */
const restText = ({ survived, notReached, excepted, untried }: Score): string =>
  countsText([
    [survived, 'survived'],
    [notReached, 'not reached'],
    [excepted, 'excepted'],
    [untried, 'untried'],
  ]);

function survivorsText({ files }: MutationResults, mutants: readonly PlacedMutant[], colours: Colours): string {
  const survivors = mutants.filter(({ status }) => status === 'Survived');
  return listText(
    `Survived: ${counted(survivors.length, 'mutant')}`,
    survivors.map((mutant) => [
      `${mutant.file}:${mutant.location.start.line}`,
      `${changeOf(mutant, files[mutant.file]?.source ?? '')}${mutant.methods.length > 0 ? ` (${mutant.methods.join(', ')})` : ''}`,
    ]),
    colours,
  );
}

function problemsText({ cases, staleExceptions }: MutationResults, colours: Colours): string {
  return [
    listText(
      `Cases that failed without a mutant: ${count(cases.failed.length)}`,
      cases.failed.map(({ id, message }) => [id, message]),
      colours,
    ),
    listText(
      `Exceptions to correct: ${count(staleExceptions.length)}`,
      staleExceptions.map((text) => [text, '']),
      colours,
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function endText({ cases, target, seed, durationMs }: MutationResults, score: Score, colours: Colours): string {
  const share = killedShare(score);
  const rest = restText(score);
  return [
    colours.bold(
      share === null
        ? 'No mutant was tried.'
        : `Found  ${sharePercent(share)}: ${count(score.killed)} of ${counted(judgedIn(score), 'mutant')}${rest === '' ? '' : `; ${rest}`}.`,
    ),
    `${count(cases.passed)} cases pass without a mutant, ${count(cases.failed.length)} fail, ${count(cases.inapplicable)} inapplicable, ${count(cases.skipped)} skipped (${duration(cases.durationMs)})`,
    `${forTerminal(target.name)} ${forTerminal(target.subversion)}, seed ${seed}, ${duration(durationMs)}`,
  ].join('\n');
}
