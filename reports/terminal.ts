import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage, Dimension } from '../engine/coverage.ts';
import { bar } from './bar.ts';
import { changesForTerminal } from './changes-text.ts';
import { colourOf, coloursFor, type Colours, type TerminalStream } from './colours.ts';
import { statuses, type Digest } from './digest.ts';
import { dimensionNames, selectedDimensions } from './dimension-names.ts';
import { copied, TO_ACCEPT } from './entry-block.ts';
import { forTerminal } from './escape.ts';
import { compact, count, counted, duration, percentText, shortened } from './format.ts';
import { selfcheckOf, type JudgedCoverage } from './judged-coverage.ts';
import { acceptedBlock, placeOf, type FindingGroup, type Sample } from './group-findings.ts';
import { coverageTitle, originText, untriedTitle } from './run-origin.ts';
import { runVerdict } from './run-verdict.ts';
import { paintedTitle } from './verdict.ts';

/** Maximum number of causes listed one per line: one screen. */
const CAUSES = 30;
/** Causes shown with calls and replay: all if there are few, otherwise the first ones. */
const FEW = 5;
const FIRST = 3;
/** Reasons why cases were not run: above the failures. */
const UNTRIED = 5;
/** Listed items that are covered and not judged. */
const NOT_JUDGED = 10;
const TIMES = 8;
const LINE_CHARACTERS = 150;
/** The most useful first. */
const REPORT_FILES = ['index.html', 'summary.md', 'results.json', 'junit.xml', 'allure-results/'];
const TEXT_CHARACTERS = 600;
/** Space for remarks on a cut text or an unconfirmed finding. */
const REMARK_CHARACTERS = 100;

export interface TerminalOptions {
  readonly stream: TerminalStream;
  readonly environment?: NodeJS.ProcessEnv;
  /** The folder with the reports, printed at the end. */
  readonly outDir?: string;
}

/** Prints the result of a run: cases that were not run, failures by cause, totals, coverage, time, verdict. Its length is limited. */
export function printReport(digest: Digest, { stream, environment = process.env, outDir }: TerminalOptions): void {
  const colours = coloursFor(stream, environment);
  const { failures } = digest;
  const shown = failures.slice(0, failures.length > FEW ? FIRST : FEW);
  const sections = [
    untriedText(digest, colours),
    failures.length > FEW ? causesText(failures, colours) : '',
    ...shown.map((group, index) =>
      groupText(group, index + 1, { colours, accepting: acceptedBlock(group, digest.start.target.subversion) }),
    ),
    digest.history ? changesForTerminal(digest.history.against, digest.history.changes, colours) : '',
    digest.unstable.length > 0 ? unstableText(digest.unstable, colours) : '',
    totalsText(digest, colours),
    coverageText(digest, colours),
    timesText(digest, colours),
    digest.notes.map((note) => `${colours.yellow('note')}  ${forTerminal(note)}`).join('\n'),
    verdictText(digest, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

/** One line for each cause. */
function causesText(groups: readonly FindingGroup[], colours: Colours): string {
  const width = count(groups[0]?.cases ?? 0).length + 2;
  const lines = groups.slice(0, CAUSES).map((group, index) => {
    const cases = `${count(group.cases)}×`.padStart(Math.max(width, 5));
    return `${String(index + 1).padStart(4)}) ${colours.dim(cases)}  ${headline(group, colours)}`;
  });
  const rest =
    groups.length > CAUSES ? [colours.dim(`      … and ${counted(groups.length - CAUSES, 'more cause')}, all in index.html`)] : [];
  return [colours.bold(`Failures: ${counted(groups.length, 'cause')}, most serious first`), ...lines, ...rest].join('\n');
}

function unstableText(groups: readonly FindingGroup[], colours: Colours): string {
  const cases = groups.reduce((sum, group) => sum + group.cases, 0);
  return [
    colours.bold(`Unstable: ${counted(cases, 'case')} failed by circumstance, and not when tried again`),
    ...groups.slice(0, FIRST).map((group, index) => groupText(group, index + 1, { colours })),
    ...(groups.length > FIRST ? [colours.dim(`… and ${counted(groups.length - FIRST, 'more cause')}, all in index.html`)] : []),
  ].join('\n');
}

function headline(group: FindingGroup, colours: Colours): string {
  return `${colours.bold(forTerminal(group.headline, LINE_CHARACTERS))}${colours.dim(` · ${forTerminal(placeOf(group), LINE_CHARACTERS)} · `)}${severityText(group, colours)}`;
}

const colourOfSeverity = { breaking: 'red', minor: 'yellow', pedantic: 'gray' } as const;

function severityText({ severity }: FindingGroup, colours: Colours): string {
  return colours[colourOfSeverity[severity]](severity);
}

function groupText(
  group: FindingGroup,
  number: number,
  { colours, accepting }: { readonly colours: Colours; readonly accepting?: string | undefined },
): string {
  const more = group.cases > group.firstCases.length ? ', …' : '';
  const sample = group.samples[0];
  return [
    `${colours.red(colours.bold(`${number})`))} ${headline(group, colours)}${colours.dim(` · ${counted(group.cases, 'case')}`)}`,
    ...(sample ? sampleLines(group, sample, colours) : []),
    ...(group.paths.length > 1 ? [field('at', group.paths.join(', '), colours)] : []),
    field('cases', group.firstCases.join(', ') + more, colours),
    // Without indent, to be copied unchanged.
    ...copied('If they are expected to be absent, add this to the target file:', group.absent),
    ...copied(TO_ACCEPT, accepting),
  ].join('\n');
}

function sampleLines(group: FindingGroup, sample: Sample, colours: Colours): string[] {
  const { finding, request, response, replay, again, unconfirmed } = sample;
  const doubt = again !== undefined ? ` (${again})` : unconfirmed ? ' (unconfirmed: the run ended first)' : '';
  return [
    field('evidence', `${group.evidence}, ${finding.source}${finding.path === undefined ? '' : `, at ${finding.path}`}`, colours),
    ...(finding.row === undefined ? [] : [field('documented', shortened(finding.row, TEXT_CHARACTERS), colours)]),
    field('found', shortened(`${finding.check}: ${finding.message}`, TEXT_CHARACTERS) + doubt, colours),
    ...(request === undefined || group.absent !== undefined ? [] : [field('request', compact(request), colours)]),
    ...(response === undefined || group.absent !== undefined ? [] : [field('response', compact(response), colours)]),
    ...(replay === undefined ? [] : [field('replay', replay, colours, colours.cyan)]),
  ];
}

function field(label: string, text: string, colours: Colours, paint: (text: string) => string = (plain) => plain): string {
  return `   ${colours.dim(label.padEnd(10))} ${paint(forTerminal(text, TEXT_CHARACTERS + REMARK_CHARACTERS))}`;
}

/** Selected cases that could not be run, by reason, with the call that was refused. Inapplicable cases are only counted. */
function untriedText({ untried, totals, start }: Digest, colours: Colours): string {
  const skipped = untried.filter(({ status }) => status === 'skipped');
  if (skipped.length === 0) return '';
  return [
    colours.bold(
      `${untriedTitle(start)}: ${counted(totals.skipped, 'case')}${skipped.length === 1 ? '' : `, for ${counted(skipped.length, 'reason')}`}`,
    ),
    ...skipped
      .slice(0, UNTRIED)
      .flatMap(({ reason, cases, firstCases, called }) => [
        `   ${colours.dim(`${count(cases)}×`)} ${forTerminal(reason, TEXT_CHARACTERS)}`,
        ...(called === undefined ? [] : [field('called', called, colours)]),
        field('cases', `${firstCases.join(', ')}${cases > firstCases.length ? ', …' : ''}`, colours),
      ]),
    ...(skipped.length > UNTRIED ? [`   … and for ${counted(skipped.length - UNTRIED, 'more reason')}, in index.html`] : []),
  ].join('\n');
}

function totalsText({ totals, suites }: Digest, colours: Colours): string {
  const width = Math.max(6, ...[...suites.keys()].map((name) => forTerminal(name).length));
  const line = (name: string, cells: Digest['totals']): string => {
    const shown = statuses
      .filter((status) => cells[status] > 0)
      .map((status) => colours[colourOf[status]](`${count(cells[status])} ${status}`));
    return `   ${name.padEnd(width)}  ${shown.length > 0 ? shown.join(', ') : 'no case run'}`;
  };
  return [colours.bold('Totals'), ...[...suites].map(([name, suite]) => line(forTerminal(name), suite.totals)), line('all', totals)].join(
    '\n',
  );
}

function coverageText({ coverage, judged, start }: Digest, colours: Colours): string {
  const rows: string[] = selectedDimensions(coverage).map((dimension) => {
    const { covered, total } = coverage[dimension];
    if (total === 0) return `   ${dimensionNames[dimension].padEnd(14)}  ${colours.dim(`none to cover${outsideOf(coverage, dimension)}`)}`;
    const share = percentText(covered, total).padStart(5);
    return `   ${dimensionNames[dimension].padEnd(14)}  ${bar(covered, total, colours)}  ${share}  ${count(covered)}/${count(total)}${colours.dim(outsideOf(coverage, dimension))}`;
  });
  if (rows.length === 0) return '';
  if (judged) rows.push(...judgedLines(judged, colours));
  return [colours.bold(coverageTitle(start)), ...rows].join('\n');
}

/** What is covered and judged, and what is covered only. */
function judgedLines({ covered, total, missing, untestable, by }: JudgedCoverage, colours: Colours): string[] {
  const share = percentText(covered, total).padStart(5);
  const outside = untestable.length === 0 ? '' : `  ${count(untestable.length)} untestable`;
  const rest = missing.length > NOT_JUDGED ? ` and ${count(missing.length - NOT_JUDGED)} more, in results.json` : '';
  return [
    `   ${'judged'.padEnd(14)}  ${bar(covered, total, colours)}  ${share}  ${count(covered)}/${count(total)}${colours.dim(`${outside}  by ${forTerminal(selfcheckOf(by))}`)}`,
    ...(missing.length === 0
      ? []
      : [`   ${colours.yellow('not judged')}      ${forTerminal(missing.slice(0, NOT_JUDGED).join(', '), TEXT_CHARACTERS)}${rest}`]),
  ];
}

/** The part outside the total of a dimension, with the reason. */
function outsideOf(coverage: Coverage, dimension: Dimension): string {
  const { total, untestable } = coverage[dimension];
  if (untestable.length === 0) return '';
  if (dimension !== 'methods') return `  ${count(untestable.length)} untestable`;
  return `  ${count(untestable.length)} of ${count(total + untestable.length)} documented methods are absent according to the target file`;
}

function timesText({ times, slowest }: Digest, colours: Colours): string {
  if (times.length === 0) return '';
  const longest = times[0]?.ms ?? 0;
  const shown = times.slice(0, TIMES);
  const width = Math.max(...shown.map(({ what }) => forTerminal(what).length));
  return [
    `${colours.bold('Time')}${colours.dim('  sums over nodes that ran at the same time')}`,
    ...shown.map(({ what, ms }) => `   ${forTerminal(what).padEnd(width)}  ${bar(ms, longest, colours)}  ${duration(ms)}`),
    ...(slowest[0] ? [colours.dim(`   slowest case: ${forTerminal(slowest[0].id)}, ${duration(slowest[0].durationMs)}`)] : []),
  ].join('\n');
}

function verdictText(digest: Digest, colours: Colours, outDir: string | undefined): string {
  const verdict = runVerdict(digest);
  const { target } = digest.start;
  const file = target.targetFile === null ? 'no target file' : `target file ${target.targetFile}`;
  return [
    `${paintedTitle(verdict, colours)}  ${verdict.reasons.join(' ')}`,
    colours.dim(forTerminal(`${target.name} ${target.subversion}, ${file}, ${originText(digest.start)}, ${duration(digest.durationMs)}`)),
    ...(outDir === undefined
      ? []
      : [`Reports: ${forTerminal(outDir)}/${REPORT_FILES.filter((name) => existsSync(join(outDir, name))).join(', ')}`]),
  ].join('\n');
}
