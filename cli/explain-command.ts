import { printLine } from '../reports/print.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { matchersOf } from '../engine/plan.ts';
import { pyxCommand, shellCommand } from '../engine/shell-command.ts';

/** `pyx explain CASE`: prints what a case does and its evidence. Throws `SelectionError` with similar names. */
export function explainCommand(id: string): number {
  const cases = allCases(specification);
  const [matches = () => false] = matchersOf('', [id], cases);
  for (const testCase of cases.filter((candidate) => matches(candidate.id))) {
    const lines = [
      testCase.id,
      `  title     ${testCase.title}`,
      `  suite     ${testCase.suite} (${testCase.kind})`,
      ...(testCase.method === null ? [] : [`  method    ${testCase.method}: ${specification.find(testCase.method)?.summary ?? ''}`]),
      `  evidence  ${testCase.evidence}: ${testCase.source}`,
      `  effect    ${testCase.effect.join(', ')}${testCase.ownNode === true ? ', on a separate node' : ''}`,
      ...(testCase.danger === undefined
        ? []
        : [`  danger    ${testCase.danger}: run last; on a node that Pyx did not start only with --stress`]),
      ...(testCase.profile === 'default' ? [] : [`  profile   ${testCase.profile}: a node is started with it`]),
      ...(testCase.judges.length === 0 ? [] : [`  judges    ${testCase.judges.join(', ')}`]),
      `  run it    ${pyxCommand(['run'])} --target process:<binary> --case ${shellCommand([testCase.id])}`,
    ];
    for (const line of lines) printLine(process.stdout, line);
  }
  return 0;
}
