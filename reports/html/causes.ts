import type { Status } from '../../engine/types.ts';
import { escapeHtml } from '../escape.ts';
import { count, counted } from '../format.ts';
import { placeOf, type FindingGroup, type Sample } from '../group-findings.ts';

const SHOWN = 400;
/** Further causes are folded, so that the next section stays in reach. */
const UNFOLDED = 30;
/** Up to this number, all details are open. */
const OPEN = 3;

/** Findings by cause, each with its evidence and replay command. */
export function causesSection(title: string, status: Status, groups: readonly FindingGroup[], note: string): string {
  if (groups.length === 0) return '';
  const isOpen = status === 'failed' && groups.length <= OPEN;
  const rest = groups.length > SHOWN ? `<p class="soft">… and ${counted(groups.length - SHOWN, 'more cause')}: see results.json.</p>` : '';
  const causes = groups.slice(0, SHOWN).map((group) => cause(group, status, isOpen));
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

function cause(group: FindingGroup, status: Status, open: boolean): string {
  const { check, headline, paths, methods, evidence, severity, cases, firstCases, samples, absent } = group;
  const [first] = samples;
  const doubts = [...(first?.flaky ? ['flaky'] : []), ...(first?.unconfirmed ? ['unconfirmed'] : [])]
    .map((doubt) => `<span class="badge doubt">${doubt}</span>`)
    .join(' ');
  const more = cases > firstCases.length ? ` and ${count(cases - firstCases.length)} more` : '';
  const severityBadge = status === 'failed' ? `<span class="badge ${severity}">${severity}</span>` : '';
  const title = `<span class="title"><b>${escapeHtml(headline)}</b><small>${escapeHtml(placeOf(group))} · ${escapeHtml(check)}</small></span>`;
  const ids = firstCases.map((id) => `<span class="id">${escapeHtml(id)}</span>`).join(', ');
  const entry = (label: string, html: string): string => `<dt>${label}</dt><dd>${html}</dd>`;
  const places = [
    methods.length > 1 && absent === undefined ? entry('methods', escapeHtml(methods.join(', '))) : '',
    paths.length > 1 ? entry('fields', paths.map((path) => `<code>${escapeHtml(path)}</code>`).join(', ')) : '',
    absent === undefined ? '' : entry('if they are expected to be absent, add this to the target file', pre(absent)),
  ].join('');
  return [
    `<details class="group" data-status="${status}"${open ? ' open' : ''}>`,
    `<summary><span class="count">${count(cases)}×</span>${title}${doubts}${severityBadge}<span class="badge ${evidence}">${evidence}</span></summary>`,
    ...samples.map((sample, index) => (index === 0 ? sampleList(sample) : another(sample))),
    `<dl class="sample">${places}<dt>cases</dt><dd>${ids}${more}</dd></dl></details>`,
  ].join('\n');
}

function another(sample: Sample): string {
  const title = `another: <span class="id">${escapeHtml(sample.caseId)}</span>`;
  return `<details class="another"><summary class="soft">${title}</summary>${sampleList(sample)}</details>`;
}

function sampleList({ caseId, finding, request, response, replay }: Sample): string {
  const entries: [string, string][] = [
    ['case', `<span class="id">${escapeHtml(caseId)}</span>`],
    ['evidence', escapeHtml(`${finding.evidence}: ${finding.source}`)],
    ...(finding.path === undefined ? [] : [['at', `<code>${escapeHtml(finding.path)}</code>`] as [string, string]]),
    ['found', escapeHtml(finding.message)],
    ...(finding.waiver === undefined ? [] : [['waived', escapeHtml(finding.waiver)] as [string, string]]),
    ...(request === undefined ? [] : [['request', pre(request)] as [string, string]]),
    ...(response === undefined ? [] : [['response', pre(response)] as [string, string]]),
    ...(replay === undefined ? [] : [['replay', pre(replay)] as [string, string]]),
  ];
  return `<dl class="sample">${entries.map(([label, html]) => `<dt>${label}</dt><dd>${html}</dd>`).join('')}</dl>`;
}

function pre(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}
