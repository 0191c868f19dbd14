import { unusableJson } from './nesting.ts';

/** A text that is not JSON, or whose value cannot be used. The message does not quote it: it may be of any file. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
}

/** Reads a JSON text of a user. Throws `JsonTextError`, also for nesting and numbers beyond the limits (`unusableJson`). */
export function parseJsonText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') throw new JsonTextError('it is empty', { cause: error });
    const [, position] = /at position (\d+)/.exec((error as Error).message) ?? [];
    const line = position === undefined ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`;
    throw new JsonTextError(`it is not JSON${line}`, { cause: error });
  }
  const problem = unusableJson(value);
  if (problem !== undefined) throw new JsonTextError(problem);
  return value;
}
