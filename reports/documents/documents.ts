import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding, Outcome } from '../../engine/outcome.ts';
import type { StartLine } from '../../engine/journal-lines.ts';
import { documentFile } from '../../specs/documents/document-file.ts';
import type { DocumentSections } from '../../specs/model/types.ts';
import { readUserFile, UserFileError } from '../../specs/model/user-file.ts';
import { quoteIn, type Quote } from './quote.ts';

/** A place in the documents: `document 1, Limits`. */
export interface DocumentPlace {
  readonly document: DocumentSections['document'];
  readonly section: string;
}

/** The documents of a run: their titles and headings, and where the user has their texts. */
export class Documents {
  readonly list: readonly DocumentSections[];
  readonly #at: string | undefined;
  /** The lines of a document in the user's folder; undefined if it has none. */
  readonly #texts = new Map<number, { readonly file: string; readonly lines: readonly string[] } | undefined>();

  constructor({ documents }: Pick<StartLine, 'documents'>) {
    this.list = documents?.list ?? [];
    this.#at = documents?.at;
  }

  /** The place that a source names; undefined for a public standard, or a heading that the documents do not have. */
  placeOf(source: string): DocumentPlace | undefined {
    const [, number = '', rest = ''] = /^document (\d+), ([^]*)$/.exec(source) ?? [];
    const document = this.list.find((entry) => String(entry.document) === number);
    // Some headings begin with another one.
    const section = document?.sections
      .filter((heading) => rest === heading || rest.startsWith(`${heading}:`))
      .sort((a, b) => b.length - a.length)[0];
    return document && section !== undefined ? { document: document.document, section } : undefined;
  }

  /** The address of a place in the user's texts, for a page in `outDir`; undefined if the user has named none. */
  addressOf({ document, section }: DocumentPlace, outDir: string): string | undefined {
    if (this.#at === undefined) return undefined;
    const anchor = anchorOf(section);
    if (isUrl(this.#at)) {
      const filled = this.#at.replaceAll('{document}', String(document)).replaceAll('{section}', anchor);
      return filled === this.#at ? `${this.#at}#${anchor}` : filled.includes('#') ? filled : `${filled}#${anchor}`;
    }
    const file = this.#textOf(document)?.file;
    if (file === undefined) return undefined;
    const path = relative(outDir, file);
    // A relative address survives that the project is moved.
    return `${path.startsWith('..') || path === '' ? encodeURI(path) : pathToFileURL(file).href}#${anchor}`;
  }

  /** What the user's text says at the place of a finding; undefined without a folder of texts. */
  quote({ method }: Pick<Outcome, 'method'>, { source, path }: Pick<Finding, 'source' | 'path'>): Quote | undefined {
    const place = this.placeOf(source);
    if (!place || this.#at === undefined || isUrl(this.#at)) return undefined;
    const text = this.#textOf(place.document);
    return text && quoteIn(text.lines, { section: place.section, method, path });
  }

  #textOf(document: number): { readonly file: string; readonly lines: readonly string[] } | undefined {
    if (!this.#texts.has(document)) this.#texts.set(document, readText(this.#at ?? '', document));
    return this.#texts.get(document);
  }
}

const isUrl = (at: string): boolean => /^https?:\/\//.test(at);

/** The anchor of a place on a page that lists the documents. */
export function placeAnchor({ document, section }: DocumentPlace): string {
  return `document-${document}-${anchorOf(section)}`;
}

/** The anchor that viewers of Markdown give a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The document of this number in a folder: the file whose name begins with the number. */
function readText(folder: string, document: number): { readonly file: string; readonly lines: readonly string[] } | undefined {
  try {
    if (!statSync(folder).isDirectory()) return undefined;
    const file = documentFile(folder, document);
    return file === undefined ? undefined : { file, lines: readUserFile(file).split(/\r?\n/) };
  } catch (error) {
    // Reports are also made on machines that do not have the folder.
    if (error instanceof UserFileError || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}
