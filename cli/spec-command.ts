import type { Command } from 'commander';
import { printLine, printJson, printLines } from '../reports/print.ts';
import { buildSpec } from '../specs/model/build.ts';
import { checkSpec } from '../specs/model/check.ts';
import { loadSpec } from '../specs/model/load.ts';
import { loadStandardFolder } from '../specs/model/read-standard.ts';
import { neutralNames, parseNames } from '../specs/model/names.ts';
import { toOpenRpc } from '../specs/model/openrpc.ts';
import { formatSpecCoverage, formatSpecReadings, specCoverage, specReadings } from '../specs/model/spec-report.ts';
import { specification } from '../specs/model/specification.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import type { Spec } from '../specs/model/types.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import { counted } from '../reports/format.ts';
import { addSpecDiffCommand } from './spec-diff-command.ts';
import { addSpecInitCommand } from './spec-init-command.ts';
import { checkFile } from './check-file.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/** `pyx spec …`: commands for the specification. */
export function addSpecCommand(program: Command, done: (exitCode: number) => void): void {
  const spec = program.command('spec').description('the specification: build, check, export, coverage, readings, diff, init');
  addSpecDiffCommand(spec, done);
  addSpecInitCommand(spec, done);

  spec
    .command('build')
    .description('compile specs/ into validators and one compact file, as npm run build does')
    .action(() => {
      const { spec: built } = buildSpec(specsFolder());
      printLine(process.stdout, `${sizeText(built)}: compiled`);
      done(0);
    });

  spec
    .command('check [file]')
    .description(
      'check the specification against its meta-schema and for consistency, a folder with another standard, or one file: of a method or a target',
    )
    .option('--json', 'print the problems as JSON')
    .action((file: string | undefined, flags: { json?: boolean }) => {
      const loaded = file === undefined ? loadSpec(specsFolder()) : kindOfPath(file) === 'folder' ? loadStandardFolder(file) : undefined;
      const problems = loaded ? checkSpec(loaded) : checkFile(file ?? '');
      if (flags.json === true) printJson(process.stdout, { problems }, 2);
      else {
        for (const { file, message } of problems) printLine(process.stdout, `${file}: ${message}`);
        printLine(
          process.stdout,
          `${loaded ? sizeText(loaded.spec) : file}: ${problems.length === 0 ? 'no problem' : counted(problems.length, 'problem')}`,
        );
      }
      done(problems.length === 0 ? 0 : 1);
    });

  spec
    .command('export')
    .description('write one OpenRPC document')
    .option('--out <file>', 'output file (default: standard output)')
    .option('--compiled', 'write the compiled specification instead, with all that pyx spec diff compares')
    .option('--names <names>', 'the node’s own names: coin=acme,ext=foo,extclient=bar')
    .action((flags: { out?: string; names?: string; compiled?: boolean }) => {
      if (flags.compiled === true && flags.names !== undefined)
        throw new UsageError('--compiled writes the neutral names, with tokens for the brands', { remedy: 'leave out --names' });
      const document =
        flags.compiled === true
          ? { spec: specification.spec, branded: specification.branded }
          : toOpenRpc(specification, flags.names === undefined ? neutralNames : namesFrom(flags.names));
      if (flags.out === undefined) printJson(process.stdout, document, 2);
      else writeOutput(flags.out, `${JSON.stringify(document, null, 2)}\n`);
      done(0);
    });

  spec
    .command('coverage')
    .description('list what the specification contains, by family')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) => {
      const coverage = specCoverage(specification.spec);
      if (flags.json === true) printJson(process.stdout, coverage, 2);
      else printLines(process.stdout, formatSpecCoverage(coverage));
      done(0);
    });

  spec
    .command('readings')
    .description('list where the documents cannot be taken literally, and how they are read')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) => {
      const readings = specReadings(specification.spec);
      if (flags.json === true) printJson(process.stdout, readings, 2);
      else printLines(process.stdout, formatSpecReadings(readings));
      done(0);
    });
}

/** Number of methods and shapes. Methods beyond the documents are never judged. */
function sizeText(spec: Spec): string {
  const beyond = spec.methods.filter((method) => method.beyond).length;
  return `${spec.methods.length - beyond} documented methods, ${beyond} beyond the documents, ${Object.keys(spec.shapes).length} shapes`;
}

function namesFrom(text: string): ReturnType<typeof parseNames> {
  try {
    return parseNames(text);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
