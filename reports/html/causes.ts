import { createHash } from 'node:crypto';
import type { ReportedTarget } from '../../engine/reported-target.ts';
import type { Severity } from '../../engine/severity.ts';
import { placeAnchor, type Documents } from '../documents/documents.ts';
import type { Finding, Status } from '../../engine/outcome.ts';
import { curlCommand } from '../curl.ts';
import { escapeHtml } from '../escape.ts';
import { count, counted } from '../format.ts';
import { foldedLog } from './folded-log.ts';
import { acceptedBlock, placeOf, type FindingGroup, type Sample } from '../group-findings.ts';

const SHOWN = 400;
/** Further causes are folded, so that the next section stays in reach. */
const UNFOLDED = 30;
/** Up to this number, all details are open. */
const OPEN = 3;

const severityTexts: { readonly [severity in Severity]: string } = {
  breaking: 'a client written to the documents fails',
  minor: 'a wrong detail',
  pedantic: 'a detail of HTTP that hardly any client meets',
};

interface CausesSection {
  readonly title: string;
  readonly status: Status;
  readonly note: string;
  readonly context: CauseContext;
}

/** What the causes of a page share. */
export interface CauseContext {
  readonly target: ReportedTarget;
  readonly documents: Documents;
  /** The folder of the page. */
  readonly outDir: string;
}

/** Findings by cause, each with its evidence and replay command. Failures are in parts by severity. */
export function causesSection({ title, status, note, context }: CausesSection, groups: readonly FindingGroup[]): string {
  if (groups.length === 0) return '';
  const isOpen = status === 'failed' && groups.length <= OPEN;
  const rest = groups.length > SHOWN ? `<p class="soft">… and ${counted(groups.length - SHOWN, 'more cause')}: see results.json.</p>` : '';
  const causes = groups.slice(0, SHOWN).map((group, index) => {
    const isFirst = status === 'failed' && groups[index - 1]?.severity !== group.severity;
    return `${isFirst ? severityHead(group.severity, groups) : ''}${cause(group, { status, open: isOpen, context })}`;
  });
  const folded = causes.slice(UNFOLDED);
  const body = [
    ...causes.slice(0, UNFOLDED),
    ...(folded.length > 0
      ? [`<details class="folded"><summary class="soft">${counted(folded.length, 'more cause')}</summary>`, ...folded, '</details>']
      : []),
    rest,
  ].join('\n');
  const head = `<b>${escapeHtml(title)}</b> <small class="soft">${counted(groups.length, 'cause')}. ${escapeHtml(note)}</small>`;
  if (status === 'failed') return `<section id="${status}"><h2>${head}</h2>${body}</section>`;
  return `<section id="${status}"><details><summary>${head}</summary>${body}</details></section>`;
}

function severityHead(severity: Severity, groups: readonly FindingGroup[]): string {
  const causes = groups.filter((group) => group.severity === severity).length;
  return `<h3 class="severity">${severity} <small>${counted(causes, 'cause')}: ${severityTexts[severity]}</small></h3>\n`;
}

/** The id of a cause in the page, the same in every run. */
function causeAnchor(status: Status, key: string): string {
  return `f-${createHash('sha256').update(`${status} ${key}`).digest('hex').slice(0, 12)}`;
}

function cause(
  group: FindingGroup,
  { status, open, context }: { readonly status: Status; readonly open: boolean; readonly context: CauseContext },
): string {
  const { check, headline, paths, methods, evidence, severity, cases, firstCases, samples, absent } = group;
  const [first] = samples;
  const doubts = first?.unconfirmed === true ? '<span class="badge doubt">unconfirmed</span>' : '';
  const more = cases > firstCases.length ? ` and ${count(cases - firstCases.length)} more` : '';
  const severityBadge = status === 'failed' ? `<span class="badge ${severity}">${severity}</span>` : '';
  const title = `<span class="title"><b>${escapeHtml(headline)}</b><small>${escapeHtml(placeOf(group))} · ${escapeHtml(check)}</small></span>`;
  const ids = firstCases.map((id) => `<span class="id">${escapeHtml(id)}</span>`).join(', ');
  const anchor = causeAnchor(status, group.key);
  const entry = (label: string, html: string): string => `<dt>${label}</dt><dd>${html}</dd>`;
  const accepting = status === 'failed' ? acceptedBlock(group, context.target.subversion) : undefined;
  const places = [
    methods.length > 1 && absent === undefined ? entry('methods', escapeHtml(methods.join(', '))) : '',
    paths.length > 1 ? entry('fields', paths.map((path) => `<code>${escapeHtml(path)}</code>`).join(', ')) : '',
    absent === undefined ? '' : entry('if they are expected to be absent, add this to the target file', command(absent)),
    accepting === undefined ? '' : entry('if it stays, add this to the target file', command(accepting)),
  ].join('');
  return [
    `<details class="group" id="${anchor}" data-status="${status}"${open ? ' open' : ''}>`,
    `<summary><span class="count">${count(cases)}×</span>${title}${doubts}${severityBadge}<span class="badge ${evidence}">${evidence}</span></summary>`,
    ...samples.map((sample, index) => (index === 0 ? sampleList(sample, context) : another(sample, context))),
    `<dl class="sample">${places}<dt>cases</dt><dd>${ids}${more}</dd>${entry('link', `<a href="#${anchor}">to this finding</a>`)}</dl></details>`,
  ].join('\n');
}

function another(sample: Sample, context: CauseContext): string {
  const title = `another: <span class="id">${escapeHtml(sample.caseId)}</span>`;
  return `<details class="another"><summary class="soft">${title}</summary>${sampleList(sample, context)}</details>`;
}

function sampleList(
  { caseId, method, finding, request, call, response, mark, replay, nodeLog, again }: Sample,
  context: CauseContext,
): string {
  const curl = call && curlCommand(call, context.target);
  const entries: [string, string][] = [
    ['case', `<span class="id">${escapeHtml(caseId)}</span>`],
    ['evidence', evidence(finding, context)],
    ...(finding.path === undefined ? [] : [['at', `<code>${escapeHtml(finding.path)}</code>`] as [string, string]]),
    ...(finding.row === undefined ? [] : [['documented', escapeHtml(finding.row)] as [string, string]]),
    ...quoted(method, finding, context),
    ['found', escapeHtml(finding.message)],
    ...(again === undefined ? [] : [['by circumstance', escapeHtml(again)] as [string, string]]),
    ...(finding.waiver === undefined ? [] : [['waived', escapeHtml(finding.waiver)] as [string, string]]),
    ...(request === undefined ? [] : [['request', pre(request)] as [string, string]]),
    ...(response === undefined ? [] : [['response', pre(response, mark)] as [string, string]]),
    ...(nodeLog === undefined ? [] : [['node log', foldedLog(nodeLog, 'while the case ran')] as [string, string]]),
    ...(replay === undefined ? [] : [['replay', command(replay)] as [string, string]]),
    ...(curl === undefined ? [] : [['curl', command(curl)] as [string, string]]),
  ];
  return `<dl class="sample">${entries.map(([label, html]) => `<dt>${label}</dt><dd>${html}</dd>`).join('')}</dl>`;
}

/** The evidence, with a link to its place in the texts of the user, else in the list of the documents. */
function evidence(finding: Finding, { documents, outDir }: CauseContext): string {
  const text = escapeHtml(evidenceText(finding));
  const place = documents.placeOf(finding.source);
  if (!place) return text;
  return `<a href="${escapeHtml(documents.addressOf(place, outDir) ?? `#${placeAnchor(place)}`)}">${text}</a>`;
}

function quoted(method: string | null, finding: Finding, { documents }: CauseContext): [string, string][] {
  const quote = documents.quote({ method }, finding);
  return quote ? [['quoted', `<q>${escapeHtml(quote.text)}</q> <small class="soft">line ${quote.line}</small>`]] : [];
}

/** The kind of the evidence and its source; `document 2, Block (getblock)` names its kind itself. */
function evidenceText({ evidence, source }: Sample['finding']): string {
  return source.startsWith(`${evidence} `) ? source : `${evidence}: ${source}`;
}

function pre(text: string, mark?: Sample['mark']): string {
  if (!mark) return `<pre tabindex="0">${escapeHtml(text)}</pre>`;
  const marked = `<mark>${escapeHtml(text.slice(mark.from, mark.to))}</mark>`;
  return `<pre tabindex="0">${escapeHtml(text.slice(0, mark.from))}${marked}${escapeHtml(text.slice(mark.to))}</pre>`;
}

/** A text to be copied, by a button that the script shows. */
function command(text: string): string {
  return `<div class="copied">${pre(text)}<button type="button" class="copy" hidden>copy</button></div>`;
}
