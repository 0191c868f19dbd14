import type { Method } from '../../specs/model/types.ts';
import { methodPage } from './addresses.ts';
import { argumentSection } from './argument-section.ts';
import { exampleSection } from './example-section.ts';
import { byFamily, type Manual } from './manual.ts';
import { MarkCells } from './mark-cells.ts';
import type { PageText } from './page-text.ts';
import { resultSection } from './result-section.ts';
import { errorTable, limitTable, rowsAbout, ruleTable, stateTable, statusLists } from './statement-lists.ts';

const unstatedWords: Readonly<Record<string, string>> = {
  arguments: 'the arguments',
  result: 'the result',
  errors: 'the errors',
  state: 'in which state of the node it may be called',
};

/** The sections of the page of a method. */
export function methodSections(manual: Manual, method: Method, text: PageText): string {
  const { spec } = manual;
  const cells = new MarkCells(manual, text);
  const parts = { text, cells, own: method.id };
  const about = rowsAbout(spec, method.id);
  const section = (id: string, title: string, body: string): string =>
    body === '' ? '' : `<section id="${id}"><h2>${title}</h2>${body}</section>`;
  const sections = [
    argumentSection(spec, method, text, cells),
    resultSection(spec, method, text, cells),
    section('errors', 'Errors', errorsOf(method, text) + (about.errors.length === 0 ? '' : errorTable(about.errors, parts))),
    section(
      'rules',
      `Rules<span class="count">${method.rules.length}</span>`,
      method.rules.length === 0 ? '' : ruleTable(method.rules, parts),
    ),
    section('states', 'States', (about.states.length === 0 ? '' : stateTable(about.states, parts)) + statusLists(about.statuses, parts)),
    section('limits', 'Limits', about.limits.length === 0 ? '' : limitTable(about.limits, parts)),
    exampleSection(manual, method, text),
    cells.findings(method.id),
    pager(manual, method, text),
  ];
  const there = sections.filter((part) => part !== '');
  return [headSection(manual, method, { text, cells, jumps: jumpsTo(there) }), ...there].join('\n');
}

/** Links to the sections of the page. */
function jumpsTo(sections: readonly string[]): string {
  const links = sections.flatMap((section) => {
    const [, id, title] = /^<section id="([\w-]+)"><h2>([^<]+)/.exec(section) ?? [];
    return id === undefined ? [] : [`<a href="#${id}">${title}</a>`];
  });
  return `<p class="jumps">${links.join(' · ')}</p>`;
}

interface HeadParts {
  readonly text: PageText;
  readonly cells: MarkCells;
  readonly jumps: string;
}

function headSection({ brand }: Manual, method: Method, { text, cells, jumps }: HeadParts): string {
  const { id, family, summary, source, deprecated, requiresOption, unstated, params } = method;
  const signature = [brand(id), ...params.map(({ name, required }) => (required ? brand(name) : `[${brand(name)}]`))].join(' ');
  const open = unstated.map((what) => unstatedWords[what] ?? what);
  const marks = cells.named([`m:${id}`]);
  return `<header class="head"><p class="crumbs"><a href="${text.root}index.html#family-${family}">${text.say(family)}</a></p><h1>${text.say(id)}</h1><p>${text.sentence(summary, id)}</p>
<pre>${text.say(signature)}</pre>${deprecated === undefined ? '' : `<p><span class="chip warn">deprecated</span> ${text.sentence(deprecated, id)}</p>`}${requiresOption === undefined ? '' : `<p><span class="chip">needs ${text.say(requiresOption)}</span> The node must be started with it.</p>`}${open.length === 0 ? '' : `<p><span class="chip warn">unstated</span> The documents do not state ${text.say(open.join(', or '))}.</p>`}<p>${text.place(source)}</p>${marks}${jumps}</header>`;
}

function errorsOf({ errors = [] }: Method, text: PageText): string {
  if (errors.length === 0) return '';
  const rows = errors.map(({ code, message }) => `<tr><td><code>${code}</code></td><td>${text.say(message)}</td></tr>`);
  return `<table class="rows"><thead><tr><th scope="col">Code</th><th scope="col">Message</th></tr></thead><tbody>${rows.join('')}</tbody></table><p class="quiet">There may be others.</p>`;
}

function pager(manual: Manual, method: Method, text: PageText): string {
  const members = byFamily(manual).get(method.family) ?? [];
  const at = members.indexOf(method);
  const link = (other: Method | undefined, words: (name: string) => string): string =>
    other ? `<a href="${text.root}${methodPage(other.id)}">${words(text.say(other.id))}</a>` : '<span></span>';
  return `<nav class="pager" aria-label="Within the family">${link(members[at - 1], (name) => `← ${name}`)}${link(members[at + 1], (name) => `${name} →`)}</nav>`;
}
