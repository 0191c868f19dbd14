import { printLine } from '../reports/print.ts';
import type { Specification } from '../specs/model/spec.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import type { Case } from '../engine/case.ts';
import { chosenStandard } from './chosen-standard.ts';
import type { StandardFlags } from './common-options.ts';
import type { PluginFlags } from './named-plugins.ts';
import { matchersOf } from '../engine/plan.ts';
import { pyxCommand, shellCommand } from '../engine/shell-command.ts';

/**
 * `pyx explain CASE`: prints what a case judges, its source, and the methods that it calls. Its arguments are drawn when it runs, so
 * they cannot be shown. Throws `SelectionError` with similar names.
 */
export function explainCommand(id: string, { plugin = [], standard }: PluginFlags & StandardFlags = {}): number {
  const { specification, cases: casesOf } = chosenStandard(standard);
  const cases = casesOf(DEFAULT_SETTINGS);
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
      `  calls     ${callsOf(testCase, specification)}`,
      `  run it    ${pyxCommand(['run'])} --target process:<binary> ${shellCommand([...(standard === undefined ? [] : ['--standard', standard]), ...plugin.flatMap((file) => ['--plugin', file]), '--case', testCase.id])}`,
    ];
    for (const line of lines) printLine(process.stdout, line);
  }
  return 0;
}

/** The methods that a case calls, its own with the names of its arguments. */
function callsOf({ method, uses }: Case, specification: Specification): string {
  const named = [...new Set([...(method === null ? [] : [method]), ...uses])].map((id) => {
    const params = id === method ? (specification.find(id)?.params ?? []) : [];
    return [id, ...params.map(({ name, required }) => (required === true ? name : `[${name}]`))].join(' ');
  });
  if (named.length === 0) return 'none that is described: it sends messages of its own';
  return `${named.join(', ')}; the arguments are drawn from the seed and the node when it runs`;
}
