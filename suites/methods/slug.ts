/** A value as the last part of a case id: readable and safe in a shell. Different values of one list have different slugs. */
export function slugOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '') return 'empty';
  if (text === '*') return 'star';
  return text.replaceAll('|', '+').replace(/[^\w@%+=:,./-]+/g, '-');
}
