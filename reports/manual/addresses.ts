import { visible } from '../escape.ts';

/** The pages of a manual that are not about one method, with their titles. */
export const tablePages = {
  'index.html': 'Methods',
  'shapes.html': 'Shapes',
  'envelope.html': 'Envelope',
  'errors.html': 'Errors',
  'limits.html': 'Limits',
  'states.html': 'States',
  'readings.html': 'Readings',
  'documents.html': 'Documents',
} as const;
export type TablePage = keyof typeof tablePages;

/** The folder of the pages of methods. */
export const METHODS = 'methods';

/** The page of a method, by its neutral id: `methods/gobject-count.html`. Characters that a file name may not have are percent-encoded. */
export const methodPage = (id: string): string => `${METHODS}/${fileName(id)}.html`;

const fileName = (id: string): string => encodeURIComponent(visible(id).replaceAll(' ', '-')).replaceAll('*', '%2A').replaceAll('%', '~');

/**
 * The anchor of something that the standard states, by its id in coverage: `f:getblock#verbosity=1:tx[]`, `r:getblock/confirmations`. It
 * stays the same as long as the id does. Attributes hold no white space.
 */
export const anchorFor = (id: string): string => visible(id).replace(/\s+/g, '_');

/** The fragment of a link to an anchor. */
export const fragment = (id: string): string => `#${encodeURIComponent(anchorFor(id)).replaceAll("'", '%27')}`;

export const argumentId = (method: string, path: string): string => `p:${method}.${path}`;
export const fieldId = (method: string, variant: string, path: string): string => `f:${method}#${variant}:${path}`;
