import type { Shape, Source } from '../../specs/model/types.ts';
import { specReadings } from '../../specs/model/spec-report.ts';
import { placeAnchor } from '../documents/documents.ts';
import { counted } from '../format.ts';
import { escapeHtml } from '../escape.ts';
import { anchorFor, methodPage, type TablePage } from './addresses.ts';
import { readingNote } from './argument-section.ts';
import { byFamily, type Manual } from './manual.ts';
import { MarkCells } from './mark-cells.ts';
import { idAttribute, selfLink, type PageText } from './page-text.ts';
import { fieldRows } from './result-section.ts';
import { boundsOf, typeWords } from './schema-words.ts';
import { envelopeTable, errorTable, limitTable, stateTable, statusLists } from './statement-lists.ts';

/** The sections of each page that is not about one method; empty for what the standard does not have. */
export const tableSections: { readonly [page in TablePage]: (manual: Manual, text: PageText) => string } = {
  'index.html': indexSections,
  'shapes.html': shapeSections,
  'envelope.html': (manual, text) =>
    tablePage(manual, text, {
      title: 'Envelope',
      about: 'How a call is made, whatever its method.',
      rows: manual.spec.envelope,
      table: envelopeTable,
    }),
  'errors.html': (manual, text) =>
    tablePage(manual, text, {
      title: 'Errors',
      about: 'What the documents state of refused and failed calls.',
      rows: manual.spec.errors,
      table: errorTable,
    }),
  'limits.html': (manual, text) =>
    tablePage(manual, text, { title: 'Limits', about: 'Largest, smallest and usual values.', rows: manual.spec.limits, table: limitTable }),
  'states.html': stateSections,
  'readings.html': readingSections,
  'documents.html': documentSections,
};

const head = (title: string, about: string): string => `<header class="head"><h1>${title}</h1><p>${about}</p></header>`;

interface TableOf<Row> {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly Row[];
  readonly table: (rows: readonly Row[], parts: { readonly text: PageText; readonly cells: MarkCells }) => string;
}

function tablePage<Row>(manual: Manual, text: PageText, { title, about, rows, table }: TableOf<Row>): string {
  if (rows.length === 0) return '';
  const cells = new MarkCells(manual, text);
  return `${head(title, about)}\n<section>${table(rows, { text, cells })}</section>\n${cells.findings()}`;
}

function indexSections(manual: Manual, text: PageText): string {
  const { spec, examples } = manual;
  const cells = new MarkCells(manual, text);
  const rules = spec.methods.reduce((sum, method) => sum + method.rules.length, 0);
  const facts = [
    counted(spec.methods.length, 'method'),
    counted(rules, 'rule'),
    counted(Object.keys(spec.shapes).length, 'shape'),
    ...(examples?.node === undefined ? [] : [`examples answered by ${examples.node}`]),
  ];
  const families = [...byFamily(manual)].map(([family, members]) => {
    const rows = members.map(({ id, summary, deprecated }) => {
      const old = deprecated === undefined ? '' : ' <span class="chip warn">deprecated</span>';
      return `<div class="method">${text.method(id)}<span>${text.say(summary)}${old}</span>${cells.has ? `<span>${cells.inline([`m:${id}`], methodPage(id))}</span>` : ''}</div>`;
    });
    return `<section id="family-${family}"><h2>${text.say(family)}<span class="count">${counted(members.length, 'method')}</span></h2>${rows.join('\n')}</section>`;
  });
  const jumps = [...byFamily(manual).keys()].map((family) => `<a href="#family-${family}">${text.say(family)}</a>`);
  const title = `<header class="head"><h1>${text.say(spec.edition.title)}</h1><p class="soft">Edition ${text.say(spec.edition.edition)}: ${facts.map((fact) => escapeHtml(fact)).join(', ')}.</p><p>${jumps.join(' · ')}</p></header>`;
  return [title, cells.legend(), ...families].filter((part) => part !== '').join('\n');
}

function shapeSections(manual: Manual, text: PageText): string {
  const { spec } = manual;
  const shapes = Object.values(spec.shapes);
  if (shapes.length === 0) return '';
  const uses = usesOf(manual);
  const cells = new MarkCells({ runs: [] }, text);
  const parts = shapes.map((shape) => shapeSection(shape, uses.get(shape.name) ?? [], { manual, text, cells }));
  const jumps = shapes.map(({ name }) => `<a href="#${anchorFor(`shape:${name}`)}">${text.say(name)}</a>`);
  return `${head('Shapes', 'Values that several methods use, by name.')}\n<section><details><summary>${counted(shapes.length, 'shape')}</summary><p>${jumps.join(' · ')}</p></details></section>\n${parts.join('\n')}`;
}

interface ShapeParts {
  readonly manual: Manual;
  readonly text: PageText;
  readonly cells: MarkCells;
}

function shapeSection(
  { name, summary, source, secret, schema }: Shape,
  methods: readonly string[],
  { manual, text, cells }: ShapeParts,
): string {
  const { spec } = manual;
  const id = `shape:${name}`;
  const bounds = boundsOf(spec, schema);
  const rows = fieldRows(spec, schema, { text, cells, idOf: (path) => `${id}.${path}`, untestable: {} });
  const about = [
    `<p>${text.sentence(summary)}${secret ? ' <span class="chip warn">secret</span>' : ''}</p>`,
    `<p>${typeWords(text, schema)}${bounds.length === 0 ? '' : `; ${bounds.map((words) => text.say(words)).join(', or ')}`}</p>`,
    readingNote(text, schema.reading),
    rows,
    methods.length === 0 ? '' : `<p class="quiet">Used by ${methods.map((method) => text.method(method)).join(', ')}</p>`,
    `<p>${text.place(source)}</p>`,
  ];
  return `<section ${idAttribute(id)}><h2>${selfLink(id, text.say(name))}</h2>${about.join('')}</section>`;
}

/** The methods whose arguments or results name a shape, by the shape. */
function usesOf({ spec }: Manual): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { id, params, variants } of spec.methods) {
    const names = new Set(Array.from(JSON.stringify([params, variants]).matchAll(/"\$ref":"([^"]+)"/g), ([, name = '']) => name));
    for (const name of names) uses.set(name, [...(uses.get(name) ?? []), id]);
  }
  return uses;
}

function stateSections(manual: Manual, text: PageText): string {
  const { states, statuses } = manual.spec;
  if (states.length === 0 && statuses.length === 0) return '';
  const cells = new MarkCells(manual, text);
  const table = states.length === 0 ? '' : `<section><h2>Transitions</h2>${stateTable(states, { text, cells })}</section>`;
  const lists = statuses.length === 0 ? '' : `<section><h2>Status values</h2>${statusLists(statuses, { text })}</section>`;
  return `${head('States', 'What calls change from which state to which.')}\n${table}\n${lists}\n${cells.findings()}`;
}

function readingSections({ spec }: Manual, text: PageText): string {
  const readings = specReadings(spec);
  if (readings.length === 0) return '';
  const items = readings.map(
    ({ text: words, places, source }) =>
      `<tr><td>${places.map((place) => `<code>${text.sentence(place)}</code>`).join(', ')}</td><td><p>${text.sentence(words)}</p><p>${text.place(source)}</p></td></tr>`,
  );
  return `${head('Readings', 'Where the documents cannot be taken literally, and how they are read instead.')}\n<section><table class="rows"><thead><tr><th scope="col">Where</th><th scope="col">How it is read</th></tr></thead><tbody>${items.join('\n')}</tbody></table></section>`;
}

function documentSections({ spec, documents, outDir }: Manual, text: PageText): string {
  if (documents.list.length === 0) return '';
  const methodsAt = new Map<string, Set<string>>();
  const note = (source: Source, id: string): void => {
    const anchor = placeAnchor(source);
    methodsAt.set(anchor, (methodsAt.get(anchor) ?? new Set()).add(id));
  };
  for (const { id, source, rules } of spec.methods) for (const at of [source, ...rules.map((rule) => rule.source)]) note(at, id);
  const parts = documents.list.map(({ document, title, sections }) => {
    const items = sections.map((section) => {
      const anchor = placeAnchor({ document, section });
      const address = documents.addressOf({ document, section }, outDir);
      const words = text.say(section);
      const methods = [...(methodsAt.get(anchor) ?? [])].map((id) => text.method(id));
      return `<li ${idAttribute(anchor)}>${address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`}${methods.length === 0 ? '' : ` <span class="quiet">${methods.join(', ')}</span>`}</li>`;
    });
    return `<section><h2>Document ${document}${title === undefined ? '' : `: ${text.say(title)}`}</h2><ul>${items.join('')}</ul></section>`;
  });
  return `${head('Documents', 'The headings of the documents, with the methods of which something is stated there.')}\n${parts.join('\n')}`;
}
