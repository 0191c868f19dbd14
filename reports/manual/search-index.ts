import { fieldsOf } from '../../specs/model/fields.ts';
import { argumentId, anchorFor, fieldId, methodPage } from './addresses.ts';
import { byFamily, type Manual } from './manual.ts';

const kinds = ['method', 'argument', 'rule', 'field', 'shape', 'limit', 'error', 'state', 'envelope'] as const;
type Kind = (typeof kinds)[number];
type Entry = readonly [kind: number, name: string, text: string, page: number, anchor: string];

/** The script with what is searched: methods, arguments, fields, rules, shapes and rows, with their pages. */
export function searchIndex(manual: Manual): string {
  const { spec, brand } = manual;
  const pages: string[] = [];
  const entries: Entry[] = [];
  const pageOf = (page: string): number => {
    if (!pages.includes(page)) pages.push(page);
    return pages.indexOf(page);
  };
  const add = (kind: Kind, name: string, about: string, [page, id]: readonly [string, string]): void =>
    void entries.push([kinds.indexOf(kind), brand(name), brand(about), pageOf(page), anchorFor(id)]);
  for (const method of spec.methods) {
    const page = methodPage(method.id);
    add('method', method.id, method.summary, [page, '']);
    for (const { name, description } of method.params)
      add('argument', `${method.id} ${name}`, description ?? '', [page, argumentId(method.id, name)]);
    for (const { id, text } of method.rules) add('rule', id, text, [page, `r:${id}`]);
    const fields = new Map(
      method.variants
        .flatMap(({ id, result }) =>
          result ? [...fieldsOf(spec, result)].map((path) => [path, fieldId(method.id, id, path)] as const) : [],
        )
        .reverse(),
    );
    for (const [path, id] of [...fields].reverse()) add('field', `${method.id} ${path}`, '', [page, id]);
  }
  for (const { name, summary } of Object.values(spec.shapes)) add('shape', name, summary, ['shapes.html', `shape:${name}`]);
  for (const { id, limit } of spec.limits) add('limit', id, limit, ['limits.html', `l:${id}`]);
  for (const { id, text } of spec.errors) add('error', id, text, ['errors.html', `x:${id}`]);
  for (const { id, state, trigger, next } of spec.states) add('state', id, `${state}, ${trigger}: ${next}`, ['states.html', `s:${id}`]);
  for (const { id, text } of spec.envelope) add('envelope', id, text, ['envelope.html', `v:${id}`]);
  const methods = [...byFamily(manual)].map(([family, members]) => [
    brand(family),
    members.map(({ id }) => [brand(id), pageOf(methodPage(id))]),
  ]);
  return `self.pyxManual = ${JSON.stringify({ pages, entries, kinds, methods })};\n`;
}
