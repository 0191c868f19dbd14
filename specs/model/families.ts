/**
 * The families of Pyx's own methods: the folders of their files. `control` has only methods beyond the documents. A standard of
 * a user may have others.
 */
export const families = [
  'wallet',
  'accounts',
  'chain',
  'raw',
  'network',
  'governance',
  'masternodes',
  'platform',
  'assets',
  'control',
] as const;
export type Family = (typeof families)[number];

/** The form of the name of a family, which is also that of a folder. */
export const FAMILY_NAME = '^[a-z][a-z0-9-]*$';
const FORM = new RegExp(FAMILY_NAME);

export const isFamily = (name: string): name is Family => (families as readonly string[]).includes(name);

/** The family that a tag of a document names: in small letters, words joined by hyphens. Undefined for a tag without a letter to begin with. */
export function familyOfTag(tag: string): string | undefined {
  const name = tag
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return FORM.test(name) ? name : undefined;
}
