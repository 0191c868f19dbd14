import type { Secrets } from './mask.ts';

/** Members of results whose values are words of Pyx from a closed list: a secret that equals one of them is not masked there. */
const OF_CLOSED_LISTS: ReadonlySet<string> = new Set(
  'arrivals by change class engine evidence failOn kind metric outcome property role severity side spacing status type unit verdict via'.split(
    ' ',
  ),
);
const WORD = /^[a-z][a-z-]*$/;

/**
 * A copy of data with every secret masked in its strings, so that its form stays: numbers and names of members that are
 * identifiers are not changed, whatever a secret is. Other names (reasons, paths) are masked like strings.
 */
export function maskData<T>(data: T, secrets: Secrets): T {
  return masked(data, secrets, '') as T;
}

function masked(value: unknown, secrets: Secrets, member: string): unknown {
  if (typeof value === 'string') return OF_CLOSED_LISTS.has(member) && WORD.test(value) ? value : secrets.mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, secrets, member));
  // Numbers of arbitrary digits and other instances of classes are no containers.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value))
    copy[/^\w+$/.test(name) ? name : freeName(secrets.mask(name), copy)] = masked(inner, secrets, name);
  return copy;
}

/** Keeps the names in one object different when several are masked. */
export function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  let free = name;
  while (Object.hasOwn(taken, free)) free += '*';
  return free;
}
