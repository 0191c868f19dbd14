import { changesForMarkdown } from './changes-text.ts';
import { statuses, type Digest } from './digest.ts';
import { dimensionNames, selectedDimensions } from './dimension-names.ts';
import { codeBlock, codeSpan } from './escape.ts';
import { capitalised, compact, count, counted, duration, percent, shortened } from './format.ts';
import { selfcheckOf, type JudgedCoverage } from './judged-coverage.ts';
import { acceptedBlock, placeOf, type FindingGroup } from './group-findings.ts';
import { commandOf, coverageTitle, originFacts, untriedTitle } from './run-origin.ts';
import { runVerdict } from './run-verdict.ts';
import { folded, foldedLog } from './markdown.ts';
import { signOf } from './verdict.ts';

/** Maximum number of causes in the table: one page. */
const CAUSES = 30;
/** Causes shown with calls and replay. */
const DETAILED = 4;
const LINES = 15;
/** Reasons why cases were not run: above the failures. */
const UNTRIED = 3;
/** CI services cut or refuse summaries above 1 MiB, which other steps share. */
const SAMPLE_CHARACTERS = 1_000;

/**
 * The run as GitHub-flavoured Markdown, most important parts first and limited in length; `index.html` has the rest.
 * Texts of the node or of users are in code spans and code blocks.
 */
export function summaryOf(digest: Digest): string {
  const verdict = runVerdict(digest);
  const { failures } = digest;
  return [
    `# ${signOf(verdict.title)} Pyx ${commandOf(digest.start)}: ${verdict.title}`,
    verdict.reasons.join(' '),
    target(digest),
    untried(digest),
    causes(failures),
    ...failures
      .slice(0, DETAILED)
      .map((group, index) => (group.absent === undefined ? details(group, index, digest) : absent(group, group.absent, index))),
    digest.history ? changesForMarkdown(digest.history.against, digest.history.changes) : '',
    totals(digest),
    coverage(digest),
    accepted(digest),
    times(digest),
    notes(digest),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function causes(groups: readonly FindingGroup[]): string {
  if (groups.length === 0) return '';
  return [
    `## Failures: ${counted(groups.length, 'cause')}, most serious first`,
    '',
    '| | severity | cases | what | where | evidence |',
    '| ---: | --- | ---: | --- | --- | --- |',
    ...groups
      .slice(0, CAUSES)
      .map(
        (group, index) =>
          `| ${index + 1} | ${group.severity} | ${count(group.cases)} | ${codeSpan(group.headline, { cell: true })} | ${codeSpan(placeOf(group), { cell: true })} | ${group.evidence} |`,
      ),
    ...(groups.length > CAUSES ? ['', `… and ${counted(groups.length - CAUSES, 'more cause')}: see \`index.html\`.`] : []),
  ].join('\n');
}

function absent({ headline }: FindingGroup, block: string, index: number): string {
  return folded(`${index + 1}. ${headline}`, ['If they are expected to be absent, add this to the target file:', codeBlock(block, 'yaml')]);
}

function target(digest: Digest): string {
  const { start, durationMs } = digest;
  const { name, subversion, chain, targetFile } = start.target;
  const facts: [string, string][] = [
    ['Target', name],
    ['Subversion', subversion],
    ['Chain', chain],
    ['Target file', targetFile ?? 'none'],
    ...originFacts(digest).map(([label, value]): [string, string] => [capitalised(label), value]),
    ['Started', start.startedAt],
    ['Took', duration(durationMs)],
  ];
  return facts.map(([label, value]) => `${label} ${codeSpan(value)}`).join(' · ');
}

function totals({ suites, totals }: Digest): string {
  const row = (name: string, cells: { readonly [status in (typeof statuses)[number]]: number }): string =>
    `| ${name} | ${statuses.map((status) => count(cells[status])).join(' | ')} |`;
  return [
    '## Totals',
    '',
    `| suite | ${statuses.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(statuses.length)}`,
    ...[...suites].map(([name, suite]) => row(codeSpan(name, { cell: true }), suite.totals)),
    row('**all**', totals),
  ].join('\n');
}

function coverage({ coverage, judged, start }: Digest): string {
  const shown = selectedDimensions(coverage);
  if (shown.length === 0) return '';
  return [
    `## ${coverageTitle(start)}`,
    '',
    '| | covered | total | % | untestable or absent |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...shown.map((dimension) => {
      const { covered, total, untestable } = coverage[dimension];
      return `| ${dimensionNames[dimension]} | ${count(covered)} | ${count(total)} | ${total === 0 ? '–' : percent(covered, total)} | ${count(untestable.length)} |`;
    }),
    ...(judged ? judgedLines(judged) : []),
  ].join('\n');
}

/** A row for what is covered and judged, then what is covered only. */
function judgedLines({ covered, total, missing, untestable, by }: JudgedCoverage): string[] {
  const rest = missing.length > LINES ? ` and ${count(missing.length - LINES)} more, in \`results.json\`` : '';
  const names = missing.slice(0, LINES).map((id) => codeSpan(id));
  return [
    `| judged | ${count(covered)} | ${count(total)} | ${total === 0 ? '–' : percent(covered, total)} | ${count(untestable.length)} |`,
    '',
    `Judged: of what is covered, that of which ${codeSpan(selfcheckOf(by))} found a fault.${missing.length === 0 ? '' : ` Not judged: ${names.join(', ')}${rest}.`}`,
  ];
}

/** One finding of a cause, folded. */
function details(group: FindingGroup, index: number, { start }: Digest): string {
  const sample = group.samples[0];
  const rest = group.cases > group.firstCases.length ? ' …' : '';
  const cases = `- cases: ${group.firstCases.map((id) => codeSpan(id)).join(', ')}${rest}`;
  const title = `${index + 1}. ${group.headline}`;
  if (!sample) return folded(title, [cases]);
  const accepting = acceptedBlock(group, start.target.subversion);
  const block = (text: string | undefined, language: 'json' | 'sh'): string[] =>
    text === undefined ? [] : [codeBlock(shortened(compact(text), SAMPLE_CHARACTERS), language)];
  return folded(title, [
    [
      `- severity: ${group.severity}, evidence: ${group.evidence}, ${codeSpan(sample.finding.source)}`,
      `- found: ${codeSpan(shortened(sample.finding.message, SAMPLE_CHARACTERS))}${sample.again === undefined ? '' : ` (${sample.again})`}${sample.unconfirmed ? ' (unconfirmed)' : ''}`,
      cases,
    ].join('\n'),
    ...block(sample.request, 'json'),
    ...block(sample.response, 'json'),
    ...block(sample.replay, 'sh'),
    ...(sample.nodeLog === undefined ? [] : [foldedLog(sample.nodeLog, 'while the case ran')]),
    ...(accepting === undefined || accepting.length > SAMPLE_CHARACTERS ? [] : [codeBlock(accepting, 'yaml')]),
  ]);
}

/** Selected cases that could not be run, by reason. */
function untried({ untried, totals, start }: Digest): string {
  const skipped = untried.filter(({ status }) => status === 'skipped');
  if (skipped.length === 0) return '';
  return bounded(
    `## ${untriedTitle(start)}: ${counted(totals.skipped, 'case')}`,
    skipped.map(
      ({ cases, reason, firstCases, called }) =>
        `- ${count(cases)}: ${codeSpan(shortened(reason, SAMPLE_CHARACTERS))}${called === undefined ? '' : `, called ${codeSpan(called)}`} (${firstCases.map((id) => codeSpan(id)).join(', ')}${cases > firstCases.length ? ', …' : ''})`,
    ),
    UNTRIED,
  );
}

function accepted({ waived, observed, totals }: Digest): string {
  const lines = [
    ...(observed.length > 0 ? [`- observed, left open by the documents: ${counted(observed.length, 'cause')}.`] : []),
    ...(totals.inapplicable > 0 ? [`- inapplicable: ${counted(totals.inapplicable, 'case')}.`] : []),
    ...waived.map(
      (group) =>
        `- waived, ${counted(group.cases, 'case')}: ${codeSpan(group.headline)}${group.samples[0]?.finding.waiver === undefined ? '' : `, because ${codeSpan(group.samples[0].finding.waiver)}`}`,
    ),
  ];
  return lines.length === 0 ? '' : bounded('## Accepted, observed, inapplicable', lines);
}

function bounded(title: string, lines: readonly string[], limit = LINES): string {
  const rest = lines.length > limit ? [`- … and ${count(lines.length - limit)} more in \`index.html\``] : [];
  return [title, '', ...lines.slice(0, limit), ...rest].join('\n');
}

function times({ times, slowest }: Digest): string {
  if (times.length === 0 && slowest.length === 0) return '';
  const table = [
    '| | |',
    '| --- | ---: |',
    ...times.slice(0, LINES).map(({ what, ms }) => `| ${codeSpan(what, { cell: true })} | ${duration(ms)} |`),
    ...slowest.map(({ id, durationMs }) => `| slow: ${codeSpan(id, { cell: true })} | ${duration(durationMs)} |`),
  ];
  return folded('Time', [table.join('\n')]);
}

function notes({ notes }: Digest): string {
  return notes.length === 0
    ? ''
    : bounded(
        '## Notes',
        notes.map((note) => `- ${codeSpan(shortened(note, SAMPLE_CHARACTERS))}`),
      );
}
