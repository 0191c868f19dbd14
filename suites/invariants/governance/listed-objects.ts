import { stringify } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Wire } from '../../../specs/model/wire.ts';

/** The objects of an answer by their hashes. */
export type ListedObjects = ReadonlyMap<string, Wire>;

/** The entries of an answer by hash, none of null. The documents do not show its form: inapplicable unless it is an object keyed by hash. */
export function byHash(t: Trial, answer: Wire): ListedObjects {
  if (answer === null) return new Map();
  if (typeof answer !== 'object' || Array.isArray(answer)) t.inapplicable('the objects are not listed by hash');
  const entries = Object.entries(answer as { readonly [hash: string]: Wire });
  if (entries.some(([hash]) => !/^[0-9a-f]{64}$/i.test(hash))) t.inapplicable('the objects are not listed by hash');
  return new Map(entries);
}

export const numbersIn = (answer: Wire): number[] => (stringify(answer).match(/\d+/g) ?? []).map(Number);

/** Each object can be read with the values that it was listed with, and its votes too. */
export async function mustRead(t: Trial, all: ListedObjects): Promise<void> {
  for (const [hash, entry] of all) {
    const object = (await t.result('gobject get', { 'governance-hash': hash })) as { readonly [name: string]: Wire };
    for (const [name, value] of Object.entries((entry ?? {}) as { readonly [name: string]: Wire }))
      if (name in object)
        t.equal(stringify(object[name]!), stringify(value), `${name} in gobject get, compared with gobject list`, { path: name });
    await t.result('gobject getvotes', { 'governance-hash': hash });
    await t.result('gobject getcurrentvotes', { 'governance-hash': hash });
  }
}

/** `gobject count` shows how many were listed. */
export async function mustCount(t: Trial, { size }: ListedObjects): Promise<void> {
  const counts = await t.result('gobject count', { format: 'json' });
  t.ok(numbersIn(counts).includes(size), `gobject count shows ${stringify(counts)}, and gobject list all lists ${size} objects`);
}
