import { alternatives } from '../../specs/model/resolve.ts';
import type { Json, Method, OnInvalid, Param, Schema, Spec } from '../../specs/model/types.ts';
import { argumentId, anchorFor } from './addresses.ts';
import type { MarkCells } from './mark-cells.ts';
import { idAttribute, selfLink, type PageText } from './page-text.ts';
import { boundsOf, typeWords } from './schema-words.ts';
import { valueRows } from './value-rows.ts';

const invalidWords: { readonly [treatment in OnInvalid]: string } = {
  refuse: 'Invalid values are refused.',
  empty: 'An invalid value gives an empty result.',
  'per-item': 'An invalid item is answered at its own place, and the others are done.',
  unstated: 'What happens with invalid values is not stated.',
};

/** The table of the arguments of a method, with the members of objects in them. */
export function argumentSection(spec: Spec, method: Method, text: PageText, cells: MarkCells): string {
  const open = method.unstated.includes('arguments')
    ? '<p><span class="chip warn">unstated</span> The documents do not state the arguments.</p>'
    : '';
  const parts = { spec, method, text, cells };
  const rows = method.params.flatMap((param) => [paramRow(param, parts), ...memberRows(param, parts)]);
  const table =
    rows.length === 0
      ? open === ''
        ? '<p>None.</p>'
        : ''
      : `<table class="rows"><thead><tr><th scope="col">Argument</th><th scope="col">What it is</th>${cells.head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  const conflicts = (method.conflicts ?? []).map(
    ({ text: sentence, source, reading }) =>
      `<li>${text.sentence(sentence, method.id)} ${text.place(source)}${readingNote(text, reading)}</li>`,
  );
  const together = conflicts.length === 0 ? '' : `<h3>Not together</h3><ul>${conflicts.join('')}</ul>`;
  const required = method.params.some((param) => param.required);
  const invalid =
    method.params.some(({ onInvalid }) => onInvalid === 'unstated') && !method.unstated.includes('arguments')
      ? `<p class="quiet foot">${method.params.every(({ onInvalid }) => onInvalid === 'unstated') ? '' : 'Of the others: '}${invalidWords.unstated}${required ? ' A required argument that is left out must be refused.' : ''}</p>`
      : '';
  return `<section id="arguments"><h2>Arguments</h2>${open}${table}${invalid}${together}</section>`;
}

interface Parts {
  readonly spec: Spec;
  readonly method: Method;
  readonly text: PageText;
  readonly cells: MarkCells;
}

function paramRow(param: Param, parts: Parts): string {
  const { spec, method, text, cells } = parts;
  const { name, required, schema, description, onInvalid, onInvalidText, reading } = param;
  const id = argumentId(method.id, name);
  const invalid = onInvalidText === undefined ? invalidWords[onInvalid] : `${invalidWords[onInvalid]} ${onInvalidText}`;
  const about = [
    description === undefined ? '' : `<p>${text.sentence(description, method.id)}</p>`,
    `<p>${typeText(spec, text, schema)}${defaultText(text, param, required)}</p>`,
    unstatedNote(text, schema.unstated),
    onInvalid === 'unstated' ? '' : `<p class="quiet">${text.say(invalid)}</p>`,
    readingNote(text, reading ?? schema.reading),
    valueMarks([schema], name, parts),
  ];
  return row(
    id,
    { name, depth: 0, required, about: about.join(''), deprecated: schema.deprecated === true },
    { text, marks: cells.cell(argumentIdsOf(method, name, required)) },
  );
}

function memberRows(param: Param, parts: Parts): string[] {
  const { spec, method, text, cells } = parts;
  const named = new Set<string>();
  return valueRows(spec, param.schema).map(({ path, name, depth, schemas, required }) => {
    // Coverage counts the items of a list as the list, so that two forms of a union may have a member of one name.
    const place = [
      param.name,
      ...path
        .replaceAll('[]', '')
        .split('.')
        .filter((part) => part !== ''),
    ].join('.');
    const isMember = /^[^[{]/.test(name);
    const isFirst = isMember && !named.has(place);
    named.add(place);
    const [schema = {}] = schemas;
    const invalid = schema.onInvalid === undefined ? '' : `<p class="quiet">${invalidWords[schema.onInvalid]}</p>`;
    const about = [
      ...unique(schemas.flatMap(({ description }) => description ?? [])).map((words) => `<p>${text.sentence(words, method.id)}</p>`),
      `<p>${unique(schemas.map((one) => typeText(spec, text, one))).join(' or ')}${isMember ? defaultText(text, schema, required) : ''}</p>`,
      unstatedNote(text, schema.unstated),
      invalid,
      readingNote(text, schema.reading),
      isFirst ? valueMarks(schemas, place, parts) : '',
    ];
    const id = isFirst ? argumentId(method.id, place) : `${argumentId(method.id, param.name)}:${path}`;
    return row(
      id,
      {
        name: shownName(name),
        depth: depth + 1,
        required: isMember && required,
        about: about.join(''),
        deprecated: schema.deprecated === true,
      },
      { text, marks: isMember ? cells.cell(argumentIdsOf(method, place, required)) : cells.empty },
    );
  });
}

/** A line for the values of an argument, where a run marks each of them. */
function valueMarks(schemas: readonly Schema[], name: string, { spec, method, text, cells }: Parts): string {
  if (!cells.has) return '';
  const values = unique(
    schemas
      .flatMap((schema) => alternatives(spec, schema))
      .flatMap((form) => [...(form.enum ?? []), ...(form.items ? alternatives(spec, form.items).flatMap((item) => item.enum ?? []) : [])]),
  );
  const marked = values.map((value) => {
    const id = valueId(method, name, value);
    return `<span ${idAttribute(id)}><code>${text.say(JSON.stringify(value))}</code> ${cells.inline([id])}</span>`;
  });
  return marked.length === 0 ? '' : `<p class="values">${marked.join(' ')}</p>`;
}

const valueId = (method: Method, name: string, value: Json): string => `e:${method.id}.${name}=${String(value)}`;

/** The ids of coverage of an argument: given, and if it is optional left out. */
const argumentIdsOf = (method: Method, path: string, required: boolean): string[] => [
  `p:${method.id}.${path}:given`,
  ...(required ? [] : [`p:${method.id}.${path}:omitted`]),
];

interface RowParts {
  readonly name: string;
  readonly depth: number;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly about: string;
}

function row(
  id: string,
  { name, depth, required, deprecated, about }: RowParts,
  { text, marks }: { readonly text: PageText; readonly marks: string },
): string {
  const need = required ? ' <span class="need">required</span>' : '';
  const old = deprecated ? ' <span class="chip warn">deprecated</span>' : '';
  return `<tr ${idAttribute(id)}><td${depth > 0 ? ` class="d${Math.min(depth, 5)}"` : ''}>${selfLink(anchorFor(id), text.say(name))}${need}${old}</td><td>${about}</td>${marks}</tr>`;
}

/** The name of a place as it is shown: `[]` is an item, `{}` a member whose name is data. */
export function shownName(name: string): string {
  if (name === '[]') return 'each item';
  if (name === '{}') return 'each member';
  const [, place] = /^\[(\d+)\]$/.exec(name) ?? [];
  return place === undefined ? name : `item ${Number(place) + 1}`;
}

function typeText(spec: Spec, text: PageText, schema: Schema): string {
  const bounds = boundsOf(spec, schema).map((words) => text.say(words));
  const values = schema.$ref === undefined ? '' : listedInShape(spec, text, schema);
  return `${typeWords(text, schema)}${values}${bounds.length === 0 ? '' : `; ${bounds.join(', or ')}`}`;
}

/** The values that a shape lists: a reader of a method need not open the shape for them. */
function listedInShape(spec: Spec, text: PageText, schema: Schema): string {
  const forms = alternatives(spec, schema).filter((form) => form.enum !== undefined || form.const !== undefined);
  return forms.length === 0 ? '' : ` (${unique(forms.map((form) => typeWords(text, form))).join(' or ')})`;
}

function defaultText(
  text: PageText,
  { default: value, defaultText: words }: Pick<Schema, 'default' | 'defaultText'>,
  required: boolean,
): string {
  if (value !== undefined) return `; default <code>${text.say(JSON.stringify(value))}</code>`;
  if (words !== undefined) return `; default: ${text.say(words)}`;
  return required ? '' : '; may be left out';
}

export const unstatedNote = (text: PageText, reason: string | undefined): string =>
  reason === undefined ? '' : `<p><span class="chip warn">unstated</span> ${text.say(reason)}</p>`;

export const readingNote = (text: PageText, reading: string | undefined): string =>
  reading === undefined ? '' : `<p class="quiet"><b>Reading:</b> ${text.say(reading)}</p>`;

export const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];
