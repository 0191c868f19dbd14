import { conditionText } from '../../specs/model/condition-text.ts';
import { fieldsOf } from '../../specs/model/fields.ts';
import { presenceText } from '../../specs/model/row-text.ts';
import type { Comparison, Effect, Method, Schema, Spec, Variant } from '../../specs/model/types.ts';
import { capitalised } from '../format.ts';
import { anchorFor, fieldId } from './addresses.ts';
import { readingNote, shownName, unique, unstatedNote } from './argument-section.ts';
import type { MarkCells } from './mark-cells.ts';
import { idAttribute, selfLink, type PageText } from './page-text.ts';
import { boundsOf, typeWords } from './schema-words.ts';
import { valueRows } from './value-rows.ts';

const effectWords: { readonly [effect in Effect]: string } = {
  read: 'changes nothing',
  write: 'changes data',
  wallet: 'changes a wallet',
  chain: 'changes the chain or the memory pool',
  network: 'acts on connections',
  process: 'acts on the process of the node',
  secret: 'shows or uses private keys',
};

/** The forms of a call, each with its effect and its result. */
export function resultSection(spec: Spec, method: Method, text: PageText, cells: MarkCells): string {
  const isOne = method.variants.length === 1;
  const parts = method.variants.map((variant) => variantPart(spec, method, variant, { text, cells, isOne }));
  return `<section id="results"><h2>${isOne ? 'Result' : `Results<span class="count">by the arguments; the first that fits applies</span>`}</h2>${parts.join('\n')}</section>`;
}

interface Parts {
  readonly text: PageText;
  readonly cells: MarkCells;
  readonly isOne: boolean;
}

function variantPart(spec: Spec, method: Method, variant: Variant, { text, cells, isOne }: Parts): string {
  const { id, effect, effectUnstated, result, summary } = variant;
  const anchor = variantAnchor(method, id);
  const head = isOne ? '' : `<h3 ${idAttribute(anchor)}>${selfLink(anchor, text.say(whenWords(variant)))}</h3>`;
  const effects =
    effectUnstated === true
      ? '<span class="chip warn">effect unstated</span>'
      : effect.map((name) => `<span class="chip">${effectWords[name]}</span>`).join('');
  const about = summary === undefined ? '' : `<p>${text.sentence(summary, method.id)}</p>`;
  if (!result) return `${head}${about}<p>${effects}</p><p><span class="chip warn">unstated</span> The documents describe no result.</p>`;
  const rows = fieldRows(spec, result, {
    text,
    cells,
    own: method.id,
    idOf: (path) => fieldId(method.id, id, path),
    untestable: variant.untestable ?? {},
  });
  const whole = `<p>${typeWords(text, result)}${boundsText(spec, text, result)}</p>`;
  const note = `${result.description === undefined ? '' : `<p>${text.sentence(result.description, method.id)}</p>`}${orderNote(text, result)}`;
  return `${head}${about}<p>${effects}</p>${whole}${note}${rows}`;
}

export const variantAnchor = (method: Method, variant: string): string => `variant:${method.id}#${variant}`;

/** When a variant applies: `verbosity is 1`. */
export function whenWords({ id, when }: Variant): string {
  const conditions = Object.entries(when ?? {});
  if (conditions.length === 0) return id === 'default' ? 'Otherwise' : id;
  const words = conditions.map(([param, wanted]) => {
    const isGiven = typeof wanted === 'object' && wanted !== null && 'given' in wanted;
    const comparison: Comparison = isGiven ? (wanted as { given: boolean }) : { equals: wanted };
    return conditionText({ param, ...comparison }).replace(/^the argument /, '');
  });
  return `When ${words.join(' and ')}`;
}

export interface FieldParts {
  readonly text: PageText;
  readonly cells: MarkCells;
  /** The method whose page it is. */
  readonly own?: string;
  /** The id of coverage of a field, which is its anchor. */
  readonly idOf: (path: string) => string;
  /** Fields that no trial can show, with the reason. */
  readonly untestable: { readonly [field: string]: string };
}

/** The table of the fields of a value; empty for a value without any. */
export function fieldRows(spec: Spec, schema: Schema, { text, cells, own, idOf, untestable }: FieldParts): string {
  const counted = fieldsOf(spec, schema);
  const rows = valueRows(spec, schema).map(({ path, name, depth, schemas }) => {
    const presence = unique(schemas.map((one) => presenceText(one.presence)));
    const isNamed = /^[^[{]/.test(name);
    const why = untestable[path];
    const about = [
      ...unique(schemas.flatMap(({ description }) => description ?? [])).map((words) => `<p>${text.sentence(words, own)}</p>`),
      `<p>${unique(schemas.map((one) => `${typeWords(text, one)}${boundsText(spec, text, one)}`)).join(' or ')}</p>`,
      isNamed && !presence.includes('in every result') ? `<p class="quiet">${text.say(sentenceOf(presence.join(', or ')))}</p>` : '',
      ...unique(schemas.map((one) => orderNote(text, one))),
      ...unique(schemas.map((one) => unstatedNote(text, one.unstated))),
      why === undefined ? '' : `<p class="quiet">No trial can show it: ${text.say(why)}</p>`,
      ...unique(schemas.map((one) => readingNote(text, one.reading))),
    ];
    const old = schemas.some(({ deprecated }) => deprecated === true) ? ' <span class="chip warn">deprecated</span>' : '';
    const marks = counted.has(path) ? cells.cell([idOf(path)]) : cells.empty;
    return `<tr ${idAttribute(idOf(path))}><td${depth > 0 ? ` class="d${Math.min(depth, 5)}"` : ''}>${selfLink(anchorFor(idOf(path)), text.say(shownName(name)))}${old}</td><td>${about.join('')}</td>${marks}</tr>`;
  });
  if (rows.length === 0) return '';
  return `<table class="rows"><thead><tr><th scope="col">Field</th><th scope="col">What it is</th>${cells.head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function boundsText(spec: Spec, text: PageText, schema: Schema): string {
  // Those of a shape are on its page.
  if (schema.$ref !== undefined) return '';
  const bounds = boundsOf(spec, schema);
  return bounds.length === 0 ? '' : `; ${bounds.map((words) => text.say(words)).join(', or ')}`;
}

const orderNote = (text: PageText, { ordered }: Schema): string =>
  ordered === undefined ? '' : `<p class="quiet">In order: ${text.say(ordered)}</p>`;

const sentenceOf = (words: string): string => `${capitalised(words)}.`;
