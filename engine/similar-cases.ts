import { likely, nearest } from '../specs/model/nearest.ts';

/**
 * What was probably meant by an id or a pattern of cases that matches none: the first part that is wrong is corrected, or what there
 * is in its place is listed. Whole ids are not compared, since most of them are as near to anything.
 */
export function similarCases(pattern: string, ids: readonly string[], count = 5): string[] {
  const found: string[] = [];
  let within = ids.map((id) => id.split('/'));
  for (const [index, part] of pattern.split('/').entries()) {
    const names = [...new Set(within.flatMap((parts) => parts[index] ?? []))];
    const isPattern = part.includes('*');
    const meant = isPattern ? undefined : names.includes(part) ? part : likely(part, names);
    if (meant === undefined) return similarBelow(found, isPattern ? '' : part, within, count);
    found.push(meant);
    within = within.filter((parts) => parts[index] === meant);
  }
  return within.some(({ length }) => length > found.length) ? [[...found, '*'].join('/')] : [found.join('/')];
}

/** The patterns or ids below a beginning that is right, nearest first. */
function similarBelow(found: readonly string[], part: string, within: readonly (readonly string[])[], count: number): string[] {
  const depth = found.length + 1;
  if (part === '' && found.length > 0) return [[...found, '*'].join('/')];
  const isLast = new Map<string, boolean>();
  for (const parts of within) isLast.set(parts[depth - 1] ?? '', parts.length === depth);
  return nearest(part, [...isLast.keys()], count).map((name) => [...found, name, ...(isLast.get(name) === true ? [] : ['*'])].join('/'));
}
