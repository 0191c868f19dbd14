import { neutralNames, render, type Names } from '../names.ts';

/**
 * A function that replaces every branded name in some data by the node's name: in keys, values and words of texts.
 * `branded` are the names with their tokens. Nothing else changes.
 */
export function brander(branded: readonly string[], names: Names): (value: unknown) => unknown {
  const words = new Map(branded.map((name) => [render(name, neutralNames), render(name, names)]));
  if (words.size === 0) return (value) => value;
  const alternatives = [...words.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w-])(?:${alternatives.join('|')})(?![\\w-])`, 'g');
  const text = (value: string): string => value.replace(pattern, (word) => words.get(word) ?? word);
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), visit(item)]));
  };
  return visit;
}
