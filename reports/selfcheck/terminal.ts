import type { FaultResult, SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { coloursFor, type Colours } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { count, counted, duration } from '../format.ts';
import { listIn } from '../list-text.ts';
import type { PrintOptions } from '../print.ts';
import { countsText, shareRows } from '../share-rows.ts';
import { paintedTitle, type Verdict } from '../verdict.ts';
import { sharePercent } from './share-percent.ts';
import { foundShare, judgedIds, outOfScopeRows, talliesBy, tallyOf, type Tally } from './tally.ts';

/** Maximum number of methods. */
const LISTED = 20;
const listText = listIn('selfcheck.json');
/** Of a rule that is not judged. */
const NO_STATEMENT = 'with no fault a case of it fails by a statement of its own';

/** Prints which faults were found, by operator and method, and what is not really judged. Its length is limited. */
export function printSelfcheck(
  results: SelfcheckResults,
  verdict: Verdict,
  { stream, environment = process.env, outDir }: PrintOptions,
): void {
  const colours = coloursFor(stream, environment);
  const { faults } = results;
  const ofMethods = talliesBy('method', faults).filter(([, { missed }]) => missed > 0);
  const sections = [
    talliesText('By operator', talliesBy('operator', faults), colours),
    talliesText('Methods with missed faults', mostMissed(ofMethods), colours),
    missedText(faults, colours),
    notJudgedText(results, colours),
    outOfScopeText(faults, colours),
    problemsText(results, colours),
    verdictText(results, verdict, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function mostMissed(tallies: [string, Tally][]): [string, Tally][] {
  return tallies.toSorted(([, a], [, b]) => b.missed - a.missed).slice(0, LISTED);
}

function talliesText(title: string, tallies: readonly (readonly [string, Tally])[], colours: Colours): string {
  const rows = tallies.map(([name, tally]) => ({
    name,
    found: tally.found,
    of: tally.found + tally.missed + tally.excepted,
    rest: restText(tally),
  }));
  return shareRows(title, rows, colours);
}

const restText = ({ missed, excepted, notReached, untried }: Tally): string =>
  countsText([
    [missed, 'missed'],
    [excepted, 'excepted'],
    [notReached, 'not reached'],
    [untried, 'untried'],
  ]);

const shareText = (share: number | null): string => (share === null ? '–' : sharePercent(share));

function missedText(faults: readonly FaultResult[], colours: Colours): string {
  const missed = faults.filter(
    ({ status, outOfScope, exception }) => status === 'missed' && outOfScope === undefined && exception === undefined,
  );
  return listText(
    `Missed: ${counted(missed.length, 'fault')}`,
    missed.map(({ id, sentence, passed }) => [id, `${sentence.text} (${sentence.source}); ${counted(passed.length, 'case')} passed`]),
    colours,
  );
}

function notJudgedText(results: SelfcheckResults, colours: Colours): string {
  const { judged, notJudged, notReached } = judgedIds(results);
  const total = judged.length + notJudged.length;
  return [
    listText(
      `Not really judged: ${count(notJudged.length)} of ${counted(total, 'item')} of the documents, none of whose faults was found`,
      notJudged.map(({ id, faults: of }) => [id, of[0] ? `${counted(of.length, 'fault')}; ${of[0].sentence.text}` : NO_STATEMENT]),
      colours,
    ),
    listText(
      `Not reached: ${counted(notReached.length, 'item')}, none of whose faults altered a call of a case`,
      notReached.map((id) => [id, '']),
      colours,
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function outOfScopeText(faults: readonly FaultResult[], colours: Colours): string {
  const rows = outOfScopeRows(faults);
  const total = rows.reduce((sum, row) => sum + row.faults, 0);
  return listText(
    `Left out: ${counted(total, 'fault')} that contradict no sentence, or one that the target file waives, by rule`,
    rows.map(({ rule, faults: of, found }) => [rule, `${count(of)}${found > 0 ? `, ${count(found)} found all the same` : ''}`]),
    colours,
  );
}

function problemsText({ cases, internalErrors, lostNodes, staleExceptions }: SelfcheckResults, colours: Colours): string {
  return [
    listText(
      `Cases that failed without a fault: ${count(cases.failed.length)}`,
      cases.failed.map(({ id, message }) => [id, message]),
      colours,
    ),
    listText(
      `Internal errors in Pyx (please report them): ${count(internalErrors.length)}`,
      internalErrors.map(({ case: id, fault, reason }) => [`${id} with ${fault}`, reason]),
      colours,
    ),
    listText(
      `Nodes that ended: ${count(lostNodes.length)}; these runs show nothing`,
      lostNodes.map(({ case: id, message }) => [id, message]),
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

function verdictText(results: SelfcheckResults, verdict: Verdict, colours: Colours, outDir: string): string {
  const { cases, faults, target, seed, durationMs, complete } = results;
  const tally = tallyOf(faults);
  const share = foundShare(tally);
  const attempted = tally.found + tally.missed + tally.excepted;
  const rest = restText(tally);
  const found =
    share === null
      ? 'No fault was planted'
      : `Found  ${shareText(share)}: ${count(tally.found)} of ${counted(attempted, 'fault')}${rest === '' ? '' : `; ${rest}`}`;
  const early = complete ? '' : ' Not all faults were tried.';
  return [
    `${colours.bold(`${found}.`)}${early}`,
    `${count(cases.passed)} cases pass without a fault, ${count(cases.failed.length)} fail, ${count(cases.inapplicable)} inapplicable, ${count(cases.skipped)} skipped (${duration(cases.durationMs)})`,
    `${forTerminal(target.name)} ${forTerminal(target.subversion)}, seed ${seed}, ${duration(durationMs)}`,
    `${paintedTitle(verdict, colours)}  ${verdict.reasons.map((reason) => forTerminal(reason)).join(' ')}`,
    `Reports: ${forTerminal(outDir)}/index.html, summary.md, selfcheck.json`,
  ].join('\n');
}
