import { appendFileSync, writeFileSync } from 'node:fs';
import { dimensions } from '../suites/engine/coverage.ts';
import { statuses, type Digest } from './digest.ts';
import { dimensionNames } from './dimension-names.ts';
import { codeBlock, codeSpan } from './escape.ts';
import { count, counted, duration, percent } from './format.ts';
import type { FindingGroup } from './group-findings.ts';
import { verdictOf } from './verdict.ts';

const GROUPS = 20;
/** CI services cut or refuse summaries beyond 1 MiB, and other steps write there too. */
const SAMPLE_CHARACTERS = 2_000;

/** Writes `summary.md`, and appends the same to `githubStepSummary`, if there is one. */
export function writeSummary(file: string, digest: Digest, githubStepSummary?: string): void {
  const text = summaryOf(digest);
  writeFileSync(file, text);
  if (githubStepSummary !== undefined) appendFileSync(githubStepSummary, `${text}\n`);
}

/** The run as GitHub-flavoured Markdown. Whatever the node or a person wrote stands in code spans and code blocks. */
export function summaryOf(digest: Digest): string {
  const verdict = verdictOf(digest);
  const groups = digest.failures.sorted();
  return [
    `# ${['✅', '❌', '⛔'][verdict.code]} Pyx: ${verdict.title}`,
    verdict.reasons.join(' '),
    target(digest),
    totals(digest),
    coverage(digest),
    ...(groups.length > 0 ? [`## Failures by cause (${count(groups.length)})`, ...groups.slice(0, GROUPS).map(group)] : []),
    ...(groups.length > GROUPS ? [`… and ${counted(groups.length - GROUPS, 'more cause')}: see \`index.html\` or \`results.json\`.`] : []),
    accepted(digest),
    times(digest),
    ...(digest.notes.length > 0 ? ['## Notes', digest.notes.map((note) => `- ${codeSpan(note)}`).join('\n')] : []),
  ].filter((part) => part !== '').join('\n\n').concat('\n');
}

function target({ start, durationMs }: Digest): string {
  const { name, subversion, chain, targetFile } = start.target;
  const facts: [string, string][] = [
    ['Target', name], ['Subversion', subversion], ['Chain', chain], ['Target file', targetFile ?? 'none'], ['Seed', String(start.seed)],
    ['Started', start.startedAt], ['Took', duration(durationMs)],
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

function coverage({ coverage }: Digest): string {
  return [
    '## Coverage',
    '',
    '| | covered | total | % | untestable |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...dimensions.map((dimension) => {
      const { covered, total, untestable } = coverage[dimension];
      return `| ${dimensionNames[dimension]} | ${count(covered)} | ${count(total)} | ${percent(covered, total)} | ${count(untestable.length)} |`;
    }),
  ].join('\n');
}

function group(group: FindingGroup): string {
  const sample = group.samples[0];
  const title = `### ${counted(group.cases, 'case')}: ${codeSpan(group.key)}`;
  const rest = group.cases > group.firstCases.length ? ' …' : '';
  const cases = `- cases: ${group.firstCases.map((id) => codeSpan(id)).join(', ')}${rest}`;
  if (!sample) return `${title}\n\n${cases}`;
  const block = (label: string, text: string | undefined, language: 'json' | 'sh' | 'text'): string[] =>
    text === undefined ? [] : [`${label}:`, codeBlock(text.slice(0, SAMPLE_CHARACTERS), language)];
  return [
    title,
    [
      `- stands on: ${group.evidence}, ${codeSpan(sample.finding.source)}`,
      `- found: ${codeSpan(sample.finding.message.slice(0, SAMPLE_CHARACTERS))}${sample.flaky ? ' (flaky)' : ''}${sample.unconfirmed ? ' (unconfirmed)' : ''}`,
      cases,
    ].join('\n'),
    '<details><summary>Request, response, replay</summary>',
    ...block('Request', sample.request, 'json'),
    ...block('Response', sample.response, 'json'),
    ...block('Try it again', sample.replay, 'sh'),
    '</details>',
  ].join('\n\n');
}

function accepted({ waived, observed, untried, flaky }: Digest): string {
  const lines = [
    ...(flaky > 0 ? [`- ${counted(flaky, 'case')} failed once and not again (flaky).`] : []),
    ...waived.sorted().map((group) => `- waived, ${counted(group.cases, 'case')}: ${codeSpan(group.key)}${group.samples[0]?.finding.waiver === undefined ? '' : `, because ${codeSpan(group.samples[0].finding.waiver)}`}`),
    ...(observed.size > 0 ? [`- observed where the documents are silent: ${counted(observed.size, 'thing')}; they are in \`index.html\`.`] : []),
    ...untried.slice(0, GROUPS).map((one) => `- ${one.status}, ${counted(one.cases, 'case')}: ${codeSpan(one.reason)}`),
  ];
  const shown = lines.slice(0, 3 * GROUPS);
  if (lines.length > shown.length) shown.push(`- … and ${count(lines.length - shown.length)} more in \`index.html\``);
  return lines.length === 0 ? '' : `## Accepted, observed, not tried\n\n${shown.join('\n')}`;
}

function times({ times, slowest }: Digest): string {
  if (times.length === 0 && slowest.length === 0) return '';
  return [
    '## Where the time went',
    '',
    '| | |',
    '| --- | ---: |',
    ...times.map(({ what, ms }) => `| ${codeSpan(what, { cell: true })} | ${duration(ms)} |`),
    ...slowest.map(({ id, durationMs }) => `| slow: ${codeSpan(id, { cell: true })} | ${duration(durationMs)} |`),
  ].join('\n');
}
