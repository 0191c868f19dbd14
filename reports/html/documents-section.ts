import { placeAnchor } from '../documents/documents.ts';
import { escapeHtml } from '../escape.ts';
import type { CauseContext } from './causes.ts';

/** The documents that findings cite: titles and headings, with links to the texts of the user. */
export function documentsSection({ documents, outDir }: Pick<CauseContext, 'documents' | 'outDir'>): string {
  if (documents.list.length === 0) return '';
  const lists = documents.list.map(({ document, title, sections }) => {
    const items = sections.map((section) => {
      const address = documents.addressOf({ document, section }, outDir);
      const text = escapeHtml(section);
      return `<li id="${placeAnchor({ document, section })}">${address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`}</li>`;
    });
    return `<h3>document ${document}${title === undefined ? '' : `: ${escapeHtml(title)}`}</h3><ul>${items.join('')}</ul>`;
  });
  return `<section id="documents"><details class="more"><summary><b>Documents</b> <small class="soft">that the findings cite. Their texts are not part of Pyx: a target file names yours by documents.</small></summary><div>${lists.join('')}</div></details></section>`;
}
