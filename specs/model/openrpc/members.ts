/** The members of a part of a document. */
export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Members) : {};
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A part of a document, or the component that it refers to; undefined for a reference that leads nowhere. */
export function resolved(value: unknown, components: Members): Members | undefined {
  const reference = textOf(membersOf(value)['$ref']);
  if (reference === undefined) return membersOf(value);
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(reference) ?? [];
  const found = membersOf(components[kind])[decoded(name)];
  return found === undefined ? undefined : membersOf(found);
}

/** The name in a JSON Pointer of a URI. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return name; // it is not encoded
  }
}
