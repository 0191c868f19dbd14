import { basename } from 'node:path';
import type { Target } from '../../fixtures/targets/types.ts';
import { neutralNames, type Names } from '../../specs/model/names.ts';

/** What all clients of the family call themselves until their makers change it: not the name of a release. */
const OF_THE_FAMILY = /^Satoshi$/i;

/** The name of a release, with where it is from if the release does not name itself. */
export interface ReleaseName {
  readonly name: string;
  readonly from?: string;
}

/** What a target file is named after: the client's own name, else its brand, else its program. */
export function releaseName(subversion: string, names: Names, target: Pick<Target, 'kind' | 'name'>): ReleaseName {
  const { client, version } = clientOf(subversion);
  const named = (name: string, from?: string): ReleaseName => ({ name: `${name} ${version}`.trim(), ...(from !== undefined && { from }) });
  if (client !== '' && !OF_THE_FAMILY.test(client)) return named(client);
  const why = client === '' ? 'the node does not name itself' : `the node calls itself ${client}, as the whole family does`;
  if (names.coin !== neutralNames.coin) return named(names.coin, `${why}; ${names.coin} is its brand`);
  const [, program] = /^(?:process|container):(.+)$/.exec(target.name) ?? [];
  if (program !== undefined) return named(basename(program), `${why}; ${basename(program)} is its program`);
  return named('release', why);
}

/** The client and its version in a subversion: `/Acme:1.2.3(comment)/`. */
export function clientOf(subversion: string): { readonly client: string; readonly version: string } {
  const [, client = '', version = ''] = /^\/([^:/]+):([^/(]*)/.exec(subversion) ?? [];
  return { client, version };
}
