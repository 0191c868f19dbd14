import { say } from '../reports/say.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { matchersOf } from '../engine/plan.ts';

/** `pyx explain CASE`: what it does and what it stands on. Throws `SelectionError` with near names. */
export function explainCommand(id: string): number {
  const cases = allCases(specification);
  const [matches = () => false] = matchersOf('', [id], cases);
  for (const one of cases.filter((candidate) => matches(candidate.id))) {
    const lines = [
      one.id,
      `  what      ${one.title}`,
      `  suite     ${one.suite} (${one.kind})`,
      ...(one.method === null ? [] : [`  method    ${one.method}: ${specification.find(one.method)?.summary ?? ''}`]),
      `  stands on ${one.evidence}: ${one.source}`,
      `  effect    ${one.effect.join(', ')}${one.ownNode === true ? ', on a node of its own' : ''}`,
      ...(one.danger === undefined ? [] : [`  danger    ${one.danger}: tried last; on a node that Pyx did not start only with --stress`]),
      ...(one.profile === 'default' ? [] : [`  profile   ${one.profile}: the node is started for it`]),
      ...(one.judges.length === 0 ? [] : [`  judges    ${one.judges.join(', ')}`]),
      `  try it    npx pyx run --target process:<binary> --case ${/^[\w@%+=:,./-]+$/.test(one.id) ? one.id : `'${one.id}'`}`,
    ];
    for (const line of lines) say(process.stdout, line);
  }
  return 0;
}
