import { isLosslessNumber } from 'lossless-json';
import { stringify } from '../../client/wire-json.ts';
import type { Wire } from '../../specs/model/wire.ts';

const INDENT = 2;

/** A result for display: plain text for a string, nothing for null, otherwise JSON indented by two spaces. */
export function printResult(result: Wire): string {
  if (result === null) return '';
  return `${typeof result === 'string' ? result : pretty(result, 0)}\n`;
}

function pretty(value: Wire, level: number): string {
  const within = ' '.repeat((level + 1) * INDENT);
  const close = `\n${' '.repeat(level * INDENT)}`;
  if (Array.isArray(value))
    return `[\n${value.map((item) => within + pretty(item, level + 1)).join(',\n')}${value.length === 0 ? '' : close}]`;
  if (value === null || typeof value !== 'object' || isLosslessNumber(value)) return stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${within}${JSON.stringify(name)}: ${pretty(member, level + 1)}`);
  return `{\n${members.join(',\n')}${members.length === 0 ? '' : close}}`;
}
