import type { EnvelopeRow, ErrorRow, Limit, Rule, Spec, StateRow, StatusValues } from '../../specs/model/types.ts';
import { anchorFor } from './addresses.ts';
import { readingNote } from './argument-section.ts';
import type { MarkCells } from './mark-cells.ts';
import { idAttribute, selfLink, type PageText } from './page-text.ts';

interface Parts {
  readonly text: PageText;
  readonly cells: MarkCells;
  /** The method whose page it is; undefined on the page of the whole table, which has the anchors. */
  readonly own?: string;
}

/** A row of a table of statements: its name, what it says, and what runs show of it. */
function statementRow(
  id: string,
  name: string,
  about: readonly string[],
  { ids, text, cells, own }: Parts & { readonly ids: readonly string[] },
): string {
  return `<tr ${idAttribute(id)}><td>${selfLink(anchorFor(id), text.say(own === undefined ? name : name.replace(`${own}/`, '')))}</td><td>${about.join('')}</td>${cells.cell(ids)}</tr>`;
}

function statementTable(rows: readonly string[], { cells }: Parts): string {
  return `<table class="rows"><thead><tr><th scope="col">Id</th><th scope="col">What is stated</th>${cells.head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

const untestableNote = (text: PageText, reason: string | undefined): string =>
  reason === undefined ? '' : `<p class="quiet">No trial can judge it: ${text.say(reason)}</p>`;

/** The sentences about a method. */
export function ruleTable(rules: readonly Rule[], parts: Parts): string {
  const { text, own } = parts;
  const rows = rules.map(({ id, text: sentence, source, untestable, reading, state }) =>
    statementRow(
      `r:${id}`,
      id,
      [
        `<p>${text.sentence(sentence, own)}</p>`,
        `<p>${text.place(source)}</p>`,
        untestableNote(text, untestable),
        readingNote(text, reading),
      ],
      {
        ...parts,
        ids: [`r:${id}`, ...(state === undefined ? [] : [`s:${state}`])],
      },
    ),
  );
  return statementTable(rows, parts);
}

const methodLinks = (text: PageText, methods: readonly string[], own: string | undefined): string => {
  const others = methods.filter((id) => id !== own);
  return others.length === 0
    ? ''
    : `<p class="quiet">${own === undefined ? 'Of' : 'Also of'} ${others.map((id) => text.method(id)).join(', ')}</p>`;
};

export function stateTable(states: readonly StateRow[], parts: Parts): string {
  const { text, own } = parts;
  const rows = states.map(({ id, state, trigger, condition, next, also, methods, source, untestable }) =>
    statementRow(
      `s:${id}`,
      id,
      [
        `<p><b>${text.say(state)}</b> → <b>${text.say(next)}</b></p>`,
        `<p>${text.sentence(trigger, own)}${condition === undefined ? '' : `, if ${text.sentence(condition, own)}`}.${also === undefined ? '' : ` Also: ${text.sentence(also, own)}.`}</p>`,
        methodLinks(text, methods, own),
        `<p>${text.place(source)}</p>`,
        untestableNote(text, untestable),
      ],
      { ...parts, ids: [`s:${id}`] },
    ),
  );
  return statementTable(rows, parts);
}

export function limitTable(limits: readonly Limit[], parts: Parts): string {
  const { text, own } = parts;
  const rows = limits.map(({ id, limit, value, appliesTo, source, untestable }) =>
    statementRow(
      `l:${id}`,
      id,
      [
        `<p>${text.sentence(limit, own)} <b>${text.say(valueText(value))}</b></p>`,
        methodLinks(text, appliesTo, own),
        `<p>${text.place(source)}</p>`,
        untestableNote(text, untestable),
      ],
      {
        ...parts,
        ids: [`l:${id}`],
      },
    ),
  );
  return statementTable(rows, parts);
}

function valueText(value: Limit['value']): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${JSON.stringify(part)}`)
    .join(', ');
}

export function errorTable(errors: readonly ErrorRow[], parts: Parts): string {
  const { text, own } = parts;
  const rows = errors.map(({ id, text: sentence, methods, source, untestable }) =>
    statementRow(
      `x:${id}`,
      id,
      [
        `<p>${text.sentence(sentence, own)}</p>`,
        methodLinks(text, methods, own),
        `<p>${text.place(source)}</p>`,
        untestableNote(text, untestable),
      ],
      { ...parts, ids: [`x:${id}`] },
    ),
  );
  return statementTable(rows, parts);
}

export function envelopeTable(rows: readonly EnvelopeRow[], parts: Parts): string {
  const { text } = parts;
  return statementTable(
    rows.map(({ id, text: sentence, source, untestable }) =>
      statementRow(`v:${id}`, id, [`<p>${text.sentence(sentence)}</p>`, `<p>${text.place(source)}</p>`, untestableNote(text, untestable)], {
        ...parts,
        ids: [`v:${id}`],
      }),
    ),
    parts,
  );
}

/** Closed lists of status values. Coverage does not count them. */
export function statusLists(statuses: readonly StatusValues[], { text }: Pick<Parts, 'text'>): string {
  return statuses
    .map(({ id, field, values, source }) => {
      const items = values.map(
        ({ value, meaning }) => `<li><code>${text.say(value)}</code>${meaning === undefined ? '' : ` ${text.sentence(meaning)}`}</li>`,
      );
      return `<h3 ${idAttribute(`status:${id}`)}>${selfLink(`status:${id}`, text.say(field))}</h3><ul>${items.join('')}</ul><p>${text.place(source)}</p>`;
    })
    .join('\n');
}

/** What the tables of a standard say of a method. */
export function rowsAbout(
  { states, limits, errors, statuses }: Spec,
  method: string,
): Pick<Spec, 'states' | 'limits' | 'errors' | 'statuses'> {
  return {
    states: states.filter(({ methods }) => methods.includes(method)),
    limits: limits.filter(({ appliesTo }) => appliesTo.includes(method)),
    errors: errors.filter(({ methods }) => methods.includes(method)),
    statuses: statuses.filter(({ field }) => field.startsWith(method) && /^[[.]/.test(field.slice(method.length))),
  };
}
