import type { Client } from '../client/types.ts';
import { brandedNames } from '../specs/model/branded-names.ts';
import { guessNames } from '../specs/model/guess-names.ts';
import { hasBrand, render, type Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';

/**
 * A hint to use `--names`, if the node's `help` lists no branded method under the names in use but lists them under
 * another brand: all of them would be reported as missing. Otherwise undefined, also if `help` lists nothing. If no
 * method accepted by `wanted` is branded, the node is not called.
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
  const spoken = guessNames(brandedNames(specification), { methods: listed, arguments: [], fields: [] });
  if (spoken.length === 0) return undefined;
  const words = spoken.map(({ token, word }) => `${token}=${word}`).join(',');
  return `the node has no ${render([...branded][0] ?? '', names)} and no other method of this brand, but has them under another brand; use --names ${words}`;
}
