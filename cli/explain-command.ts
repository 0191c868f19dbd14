import { printLine } from '../reports/print.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { matchersOf } from '../engine/plan.ts';

/** `pyx explain CASE`: prints what a case does and its evidence. Throws `SelectionError` with similar names. */
export function explainCommand(id: string): number {
  const cases = allCases(specification);
  const [matches = () => false] = matchersOf('', [id], cases);
  for (const one of cases.filter((candidate) => matches(candidate.id))) {
    const lines = [
      one.id,
      `  title     ${one.title}`,
      `  suite     ${one.suite} (${one.kind})`,
      ...(one.method === null ? [] : [`  method    ${one.method}: ${specification.find(one.method)?.summary ?? ''}`]),
      `  evidence  ${one.evidence}: ${one.source}`,
      `  effect    ${one.effect.join(', ')}${one.ownNode === true ? ', on a separate node' : ''}`,
      ...(one.danger === undefined ? [] : [`  danger    ${one.danger}: run last; on a node that Pyx did not start only with --stress`]),
      ...(one.profile === 'default' ? [] : [`  profile   ${one.profile}: a node is started with it`]),
      ...(one.judges.length === 0 ? [] : [`  judges    ${one.judges.join(', ')}`]),
      `  run it    npx pyx run --target process:<binary> --case ${/^[\w@%+=:,./-]+$/.test(one.id) ? one.id : `'${one.id}'`}`,
    ];
    for (const line of lines) printLine(process.stdout, line);
  }
  return 0;
}
