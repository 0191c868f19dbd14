import { Option, type Command } from 'commander';
import { changelog } from '../reports/changes/changelog.ts';
import { counted } from '../reports/format.ts';
import { printJson, printLine, printLines } from '../reports/print.ts';
import { changeRules, classOf, type ChangeClass, type ChangeRuleName } from '../specs/compare/change-rules.ts';
import { compareSpecs } from '../specs/compare/compare-specs.ts';
import { neutralNames } from '../specs/model/names.ts';
import { toOpenRpc } from '../specs/model/openrpc.ts';
import { importOpenRpc } from '../specs/model/openrpc/import-openrpc.ts';
import { readStandard, type ReadStandard } from '../specs/model/read-standard.ts';
import { specification } from '../specs/model/specification.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/** Which changes make the exit code 1. */
export type FailOn = 'breaking' | 'any' | 'none';

interface SpecDiffFlags {
  readonly failOn: FailOn;
  readonly out?: string;
  readonly json?: boolean;
  readonly rules?: boolean;
}

/** The name of the specification that comes with Pyx. */
const OWN = 'standard';

/** `pyx spec diff A B` */
export function addSpecDiffCommand(spec: Command, done: (exitCode: number) => void): void {
  spec
    .command('diff [a] [b]')
    .description('compare two specifications or OpenRPC documents, and write a changelog')
    .addOption(failOnOption())
    .option('--out <file>', 'output file of the changelog, Markdown (default: standard output)')
    .option('--json', 'print one line of JSON instead of the changelog')
    .option('--rules', 'print the rules by which changes are classified, and exit')
    .addHelpText(
      'after',
      `
A and B: a folder of method files, an OpenRPC document, a compiled specification, or "standard" for the specification
that comes with Pyx. A is the earlier one.

Exit code: 0 no change that --fail-on names, 1 changes, 2 a specification is not readable.

Examples:
  pyx spec diff standard ./my-standard
  pyx spec diff openrpc-1.json openrpc-2.json --fail-on breaking --out CHANGES.md`,
    )
    .action((a: string | undefined, b: string | undefined, flags: SpecDiffFlags) => {
      if (flags.rules === true) {
        printLines(process.stdout, rulesText());
        return done(0);
      }
      if (a === undefined || b === undefined)
        throw new UsageError('pyx spec diff compares two specifications', { remedy: 'name both: pyx spec diff A B' });
      done(specDiff(a, b, flags));
    });
}

/** The option that decides which changes count as findings. */
export function failOnOption(): Option {
  return new Option('--fail-on <changes>', 'exit with 1 on breaking changes, on any, or never')
    .choices(['breaking', 'any', 'none'])
    .default('any');
}

/** Whether a change counts as a finding. */
function failsOn(failOn: FailOn, found: ChangeClass): boolean {
  return failOn === 'any' || (failOn === 'breaking' && found === 'breaking');
}

function specDiff(a: string, b: string, { failOn, out, json }: SpecDiffFlags): number {
  const [before, after] = inOneForm(readNamed(a), readNamed(b));
  const changes = compareSpecs(before.spec, after.spec);
  const text = changelog(changes, before.spec.edition, after.spec.edition);
  for (const { name, leftOut } of [before, after]) {
    if (leftOut.length === 0) continue;
    printLine(process.stderr, `${name}: ${counted(leftOut.length, 'part')} of the document not compared:`);
    for (const part of leftOut) printLine(process.stderr, `   ${part}`);
  }
  if (out !== undefined) writeOutput(out, text);
  const code = changes.some((change) => failsOn(failOn, change.class)) ? 1 : 0;
  if (json === true) {
    const side = ({ name, kind, spec, leftOut }: ReadStandard): object => ({ name, kind, ...spec.edition, leftOut });
    printJson(process.stdout, { exitCode: code, a: side(before), b: side(after), changes });
  } else if (out === undefined) printLines(process.stdout, text.trimEnd());
  else printLine(process.stdout, `${counted(changes.length, 'change')}: ${out}`);
  return code;
}

function readNamed(name: string): ReadStandard {
  if (name === OWN) return { name, kind: 'compiled', spec: specification.spec, branded: specification.branded, leftOut: [] };
  return readStandard(name);
}

/** If one side is an OpenRPC document, the other is brought into that form too: what OpenRPC has no place for is not missing. */
function inOneForm(a: ReadStandard, b: ReadStandard): [ReadStandard, ReadStandard] {
  if (a.kind !== 'openrpc' && b.kind !== 'openrpc') return [a, b];
  const exported = (standard: ReadStandard): ReadStandard =>
    standard.kind === 'openrpc'
      ? standard
      : { ...standard, ...importOpenRpc(JSON.parse(JSON.stringify(toOpenRpc(standard, neutralNames)))) };
  return [exported(a), exported(b)];
}

function rulesText(): string {
  const words = (rule: ChangeRuleName): string[] => [rule, classOf(rule, 'argument'), classOf(rule, 'result')];
  const rows = (Object.keys(changeRules) as ChangeRuleName[]).map((rule) => [...words(rule), changeRules[rule].text]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [['change', 'argument', 'result', 'meaning'], ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}
