import { resolve } from 'node:path';
import { neutralNames, type Names } from '../model/names.ts';
import type { Spec } from '../model/types.ts';
import { kindOfPath, readUserFile } from '../model/user-file.ts';
import { UserError } from '../model/user-error.ts';
import { documentFile } from './document-file.ts';
import { sentencesOf, type Sentence } from './sentences.ts';

/** The texts of the documents cannot be read. */
export class DocumentTextError extends UserError {
  override readonly name = 'DocumentTextError';
}

/** The documents of a standard as they are in a folder. */
export interface DocumentTexts {
  /** By the number of the document. */
  readonly files: ReadonlyMap<number, string>;
  readonly sentences: readonly Sentence[];
}

/**
 * Reads the documents of a standard from a folder, which has each in a file (`documentFile`), and divides them into sentences. Throws
 * `DocumentTextError` for what is no folder or lacks a document, `UserFileError` for a file that cannot be read.
 */
export function readDocuments(folder: string, spec: Spec, names: Names = neutralNames): DocumentTexts {
  if (/^https?:\/\//.test(folder)) throw new DocumentTextError(`${folder} is an address`, { remedy: 'name a folder with the texts' });
  if (kindOfPath(folder) !== 'folder')
    throw new DocumentTextError(`${folder} is no folder`, { remedy: 'name the folder that has the texts of the documents' });
  const methodsByName = methodNames(spec);
  const files = new Map<number, string>();
  for (const { document, title } of spec.documents) {
    const file = documentFile(resolve(folder), document);
    if (file === undefined)
      throw new DocumentTextError(`${folder} lacks document ${document}${title === undefined ? '' : ` (${title})`}`, {
        remedy: `name its file so that it begins with its number, such as ${document}-….md`,
      });
    files.set(document, file);
  }
  if (files.size === 0)
    throw new DocumentTextError('the standard has no documents: its sections.yaml lists none', { remedy: 'list them there' });
  const sentences = [...files].flatMap(([document, file]) => sentencesOf(readUserFile(file), { document, methodsByName, names }));
  return { files, sentences };
}

/** The methods of a standard by the names that a text may call them. */
function methodNames(spec: Spec): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  const add = (name: string, id: string): void => {
    byName.set(name, [...(byName.get(name) ?? []), id]);
  };
  for (const { id, wire, beyond } of spec.methods) {
    if (beyond) continue;
    add(id, id);
    // `gobject` of `gobject count`.
    const [own = id] = id.split(' ');
    if (wire.prefix.length > 0 && own !== id) add(own, id);
  }
  return byName;
}
