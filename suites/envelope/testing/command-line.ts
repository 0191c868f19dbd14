import type { Client } from '../../../client/types.ts';
import { parse, stringify } from '../../../client/wire-json.ts';
import type { CommandLine } from '../../../fixtures/targets/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';

/** A word as an argument: JSON, or else a text. A hash is no number, even if all its digits are decimal. */
function argumentOf(word: string): Wire {
  try {
    return word.length === 64 ? word : parse(word);
  } catch {
    return word;
  }
}

/** A command-line client within this process, which passes its words on unless `change` alters them. */
export function commandLineTo(client: Client, change: (words: readonly string[]) => readonly string[] = (words) => words): CommandLine {
  return async (words) => {
    const [method = '', ...params] = change(words);
    const reply = await client.call(method, params.map(argumentOf));
    if (reply.type === 'fault') return { code: 1, stdout: '', stderr: reply.fault.message };
    if (reply.type === 'error') return { code: Math.abs(reply.error.code), stdout: '', stderr: reply.error.message };
    return { code: 0, stdout: `${typeof reply.result === 'string' ? reply.result : stringify(reply.result)}\n`, stderr: '' };
  };
}
