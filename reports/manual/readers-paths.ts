import { isObject } from '../../specs/model/resolve.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** What stands for a folder of the reader. */
const FOLDER = '/path/to';

/**
 * The value with `/path/to` in place of the folder of each path below `temporary`: the files that the examples are about lay in
 * a temporary folder of the node that answered, which is no place for those of a reader.
 */
export function withReadersPaths<T extends Wire>(value: T, temporary: string): T;
export function withReadersPaths(value: Wire, temporary: string): Wire {
  if (typeof value === 'string') return value.startsWith(`${temporary}/`) ? FOLDER + value.slice(value.lastIndexOf('/')) : value;
  if (Array.isArray(value)) return value.map((item) => withReadersPaths(item, temporary));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as { [name: string]: Wire }).map(([name, member]) => [name, withReadersPaths(member, temporary)]),
  );
}
