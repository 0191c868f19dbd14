/** The text of a part of a page, without its elements. */
export const textOf = (part: string): string => part.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** The text of the header of a page. */
export const headerText = (page: string): string => textOf(page.slice(page.indexOf('<header'), page.indexOf('</header>')));

/** The headings of the sections of a page. */
export const headings = (page: string): string[] => Array.from(page.matchAll(/<h2>([^<]*)/g), ([, text = '']) => text.trim());
