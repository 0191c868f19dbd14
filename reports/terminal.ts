import { dimensions } from '../suites/engine/coverage.ts';
import { colourOf, coloursFor, type Colours, type TerminalStream } from './colours.ts';
import { statuses, type Digest } from './digest.ts';
import { dimensionNames } from './dimension-names.ts';
import { forTerminal } from './escape.ts';
import { count, counted, duration, percent, shortened } from './format.ts';
import type { FindingGroup, Sample } from './group-findings.ts';
import { verdictOf } from './verdict.ts';

const GROUPS = 20;
const TIMES = 8;
const TEXT_CHARACTERS = 600;
/** What is said of a text that was cut, or was not confirmed. */
const REMARK_CHARACTERS = 100;
const BAR = 24;

export interface TerminalOptions {
  readonly stream: TerminalStream;
  readonly environment?: NodeJS.ProcessEnv;
  /** Where the documents lie, to be named at the end. */
  readonly outDir?: string;
}

/** Prints the end of a run: failures by cause with request, response and replay; totals, coverage, time, verdict. */
export function printReport(digest: Digest, { stream, environment = process.env, outDir }: TerminalOptions): void {
  const colours = coloursFor(stream, environment);
  const groups = digest.failures.sorted();
  const sections = [
    ...groups.slice(0, GROUPS).map((group, index) => groupText(group, index + 1, colours)),
    ...(groups.length > GROUPS ? [`… and ${counted(groups.length - GROUPS, 'more cause')}, in the reports.`] : []),
    totalsText(digest, colours),
    coverageText(digest, colours),
    timesText(digest, colours),
    digest.notes.map((note) => `${colours.yellow('note')}  ${forTerminal(note)}`).join('\n'),
    verdictText(digest, colours, outDir),
  ];
  stream.write(`\n${sections.filter((section) => section !== '').join('\n\n')}\n`);
}

function groupText(group: FindingGroup, number: number, colours: Colours): string {
  const title = [
    colours.red(colours.bold(`${number}) ${forTerminal(group.check)}`)),
    colours.bold(forTerminal(group.about)),
    ...(group.path === undefined ? [] : [forTerminal(group.path)]),
    colours.dim(counted(group.cases, 'case')),
  ].join(colours.dim(' · '));
  const more = group.cases > group.firstCases.length ? ', …' : '';
  const sample = group.samples[0];
  return [
    title,
    ...(sample ? sampleLines(group, sample, colours) : []),
    field('cases', group.firstCases.join(', ') + more, colours),
  ].join('\n');
}

function sampleLines(group: FindingGroup, sample: Sample, colours: Colours): string[] {
  const { finding, request, response, replay, flaky, unconfirmed } = sample;
  const doubt = flaky ? ' (flaky: not again on a fresh world)' : unconfirmed ? ' (unconfirmed: the run ended first)' : '';
  return [
    field('stands on', `${group.evidence}, ${finding.source}${finding.path === undefined ? '' : `, at ${finding.path}`}`, colours),
    field('found', shortened(finding.message, TEXT_CHARACTERS) + doubt, colours),
    ...(request === undefined ? [] : [field('request', compact(request), colours)]),
    ...(response === undefined ? [] : [field('response', compact(response), colours)]),
    ...(replay === undefined ? [] : [field('replay', replay, colours, colours.cyan)]),
  ];
}

function field(label: string, text: string, colours: Colours, paint: (text: string) => string = (plain) => plain): string {
  return `   ${colours.dim(label.padEnd(10))} ${paint(forTerminal(text, TEXT_CHARACTERS + REMARK_CHARACTERS))}`;
}

/** Samples are laid out over many lines; a terminal shows them on one. Strings in JSON hold no line feeds. */
function compact(text: string): string {
  return text.replace(/\n\s*/g, ' ');
}

function totalsText({ totals, suites, flaky }: Digest, colours: Colours): string {
  const width = Math.max(6, ...[...suites.keys()].map((name) => forTerminal(name).length));
  const line = (name: string, cells: Digest['totals']): string => {
    const shown = statuses.filter((status) => cells[status] > 0).map((status) => colours[colourOf[status]](`${count(cells[status])} ${status}`));
    return `   ${name.padEnd(width)}  ${shown.length > 0 ? shown.join(', ') : 'nothing tried'}`;
  };
  return [
    colours.bold('Totals'),
    ...[...suites].map(([name, suite]) => line(forTerminal(name), suite.totals)),
    line('all', totals),
    ...(flaky > 0 ? [`   ${colours.yellow(`${counted(flaky, 'case')} failed once and not again (flaky)`)}`] : []),
  ].join('\n');
}

function coverageText({ coverage }: Digest, colours: Colours): string {
  return [
    colours.bold('Coverage'),
    ...dimensions.map((dimension) => {
      const { covered, total, untestable } = coverage[dimension];
      const outside = untestable.length === 0 ? '' : colours.dim(`  ${count(untestable.length)} untestable`);
      const share = `${String(percent(covered, total)).padStart(3)} %`;
      return `   ${dimensionNames[dimension].padEnd(14)}  ${bar(covered, total, colours)}  ${share}  ${count(covered)}/${count(total)}${outside}`;
    }),
  ].join('\n');
}

function timesText({ times, slowest }: Digest, colours: Colours): string {
  if (times.length === 0) return '';
  const longest = times[0]?.ms ?? 0;
  const shown = times.slice(0, TIMES);
  const width = Math.max(...shown.map(({ what }) => forTerminal(what).length));
  return [
    colours.bold('Where the time went'),
    ...shown.map(({ what, ms }) => `   ${forTerminal(what).padEnd(width)}  ${bar(ms, longest, colours)}  ${duration(ms)}`),
    ...(slowest[0] ? [colours.dim(`   slowest case: ${forTerminal(slowest[0].id)}, ${duration(slowest[0].durationMs)}`)] : []),
  ].join('\n');
}

function bar(part: number, whole: number, colours: Colours): string {
  // Full means all of it, and something is never nothing.
  const filled = part === 0 ? 0 : Math.max(1, Math.floor((part / whole) * BAR));
  return `${colours.cyan('█'.repeat(filled))}${colours.dim('░'.repeat(BAR - filled))}`;
}

function verdictText(digest: Digest, colours: Colours, outDir: string | undefined): string {
  const { code, title, reasons } = verdictOf(digest);
  const { seed, target } = digest.start;
  const head = (code === 0 ? colours.green : colours.red)(colours.bold(title));
  const file = target.targetFile === null ? 'no target file' : `target file ${target.targetFile}`;
  return [
    `${head}  ${reasons.join(' ')}`,
    colours.dim(forTerminal(`${target.name} ${target.subversion}, ${file}, seed ${seed}, ${duration(digest.durationMs)}`)),
    ...(outDir === undefined ? [] : [`Reports: ${forTerminal(outDir)}/index.html, summary.md, results.json, junit.xml, allure-results/`]),
  ].join('\n');
}
