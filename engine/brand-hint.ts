import type { Client } from '../client/types.ts';
import { guessNames } from '../specs/model/guess-names.ts';
import { hasBrand, render, type Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';

/**
 * What to say where the node lists none of the methods that hold a brand, and their endings under another one: without
 * its names they would all be reported missing. Undefined where there is nothing to say, where `help` lists nothing, and
 * where none of the methods that are `wanted` holds a brand: then the node is not asked.
 */
export async function brandHint(
  client: Client,
  specification: Specification,
  names: Names,
  wanted: (id: string) => boolean,
): Promise<string | undefined> {
  const methods = specification.documented.filter(({ wire }) => hasBrand(wire.method));
  if (!methods.some(({ id }) => wanted(id))) return undefined;
  const branded = new Set(methods.map(({ wire }) => wire.method));
  const reply = await client.call('help', []);
  if (reply.type !== 'result' || typeof reply.result !== 'string') return undefined;
  const listed = reply.result.split('\n').map((line) => line.split(' ', 1)[0] ?? '');
  if ([...branded].some((name) => listed.includes(render(name, names)))) return undefined;
  const guess = guessNames([...branded], listed);
  if (!guess) return undefined;
  const words = Object.entries(guess)
    .map(([name, word]) => `${name}=${word}`)
    .join(',');
  return `the node has none of the methods named ${render([...branded][0] ?? '', names)} and the like, but the same under another brand: give --names ${words}`;
}
