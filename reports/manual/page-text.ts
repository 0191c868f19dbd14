import { placeText } from '../../specs/model/statement.ts';
import type { Source } from '../../specs/model/types.ts';
import { escapeHtml } from '../escape.ts';
import { placeAnchor } from '../documents/documents.ts';
import { anchorFor, fragment, methodPage } from './addresses.ts';
import type { Manual } from './manual.ts';
import { jsonTypes } from './json-types.ts';

/** The texts and links of one page. */
export class PageText {
  /** From the page to the root of the manual: `../`, or empty. */
  readonly root: string;
  readonly #manual: Manual;
  readonly #methods: ReadonlySet<string>;
  /** Names of methods within a text. */
  readonly #mentions: RegExp | undefined;

  /** @param page its path in the manual. */
  constructor(manual: Manual, page: string) {
    this.root = '../'.repeat(page.split('/').length - 1);
    this.#manual = manual;
    const ids = manual.spec.methods.map(({ id }) => id);
    this.#methods = new Set(ids);
    const names = [...ids].sort((a, b) => b.length - a.length).map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#mentions = names.length === 0 ? undefined : new RegExp(`(?<![\\w./-])(?:${names.join('|')})(?![\\w/-]|\\.\\w)`, 'g');
  }

  /** A text of the standard, with the names of the node, as HTML. */
  say(text: string): string {
    return escapeHtml(this.#manual.brand(text));
  }

  /** A sentence of the standard, in which other methods are links. `own`: the method whose page it is. */
  sentence(text: string, own?: string): string {
    if (!this.#mentions) return this.say(text);
    let html = '';
    let from = 0;
    for (const { 0: id, index } of text.matchAll(this.#mentions)) {
      if (id === own || isWord(id)) continue;
      html += `${this.say(text.slice(from, index))}${this.method(id)}`;
      from = index + id.length;
    }
    return html + this.say(text.slice(from));
  }

  /** A link to a method, or its name if the standard does not have it. */
  method(id: string): string {
    return this.#methods.has(id)
      ? `<a href="${escapeHtml(this.root + methodPage(id))}">${this.say(id)}</a>`
      : `<code>${this.say(id)}</code>`;
  }

  shape(name: string): string {
    return Object.hasOwn(this.#manual.spec.shapes, name)
      ? `<a href="${this.root}shapes.html${fragment(`shape:${name}`)}">${this.say(name)}</a>`
      : `<code>${this.say(name)}</code>`;
  }

  /** The JSON types of a shape, after its name: ` (text)`. */
  typeOfShape(name: string): string {
    const { spec } = this.#manual;
    const shape = spec.shapes[name];
    const types = shape ? jsonTypes(spec, shape.schema) : '';
    return types === '' ? '' : ` <span class="quiet">${types}</span>`;
  }

  /** The place in the documents: a link to the list of headings, with the title of the document. */
  place(source: Source): string {
    const { list } = this.#manual.documents;
    const known = list.find(({ document }) => document === source.document)?.sections.includes(source.section) === true;
    const words = this.say(placeText(source));
    return known
      ? `<a class="place" href="${this.root}documents.html${fragment(placeAnchor(source))}">${words}</a>`
      : `<span class="place">${words}</span>`;
  }
}

/** Names that are words of the language, too, stand in many sentences that are not about the method: move, stop, logging. */
const isWord = (id: string): boolean => /^(?!get|set|add|list|send)[a-z]{1,7}$/.test(id);

/** The attribute of an element that links can name. */
export const idAttribute = (id: string): string => `id="${escapeHtml(anchorFor(id))}"`;

/** A name that is a link to itself, so that its address can be copied. `html` must be escaped. */
export const selfLink = (id: string, html: string): string => `<a class="self" href="${fragment(id)}">${html}</a>`;
