import type { Command } from 'commander';
import { pluginOption } from './common-options.ts';
import { loadPluginsOf } from './named-plugins.ts';
import { printLine, printJson, printLines } from '../reports/print.ts';
import { buildSpec } from '../specs/model/build.ts';
import { checkSpec } from '../specs/model/check.ts';
import type { SpecProblem } from '../specs/model/checks/problem.ts';
import { loadSpec, type LoadedSpec } from '../specs/model/load.ts';
import { loadStandardFolder, readStandard } from '../specs/model/read-standard.ts';
import { neutralNames, parseNames } from '../specs/model/names.ts';
import { toOpenRpc } from '../specs/model/openrpc.ts';
import { formatSpecCoverage, formatSpecReadings, specCoverage, specReadings } from '../specs/model/spec-report.ts';
import { specification } from '../specs/model/specification.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import type { Spec } from '../specs/model/types.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import { counted } from '../reports/format.ts';
import { addSpecDiffCommand } from './spec-diff-command.ts';
import { addSpecDocsCommand } from './spec-docs-command.ts';
import { addSpecInitCommand } from './spec-init-command.ts';
import { addSpecServeCommand } from './spec-serve-command.ts';
import { checkDocument, isStandardDocument } from './check-document.ts';
import { chosenStandard } from './chosen-standard.ts';
import { checkDocuments, documentsStand, type DocumentCheck } from './check-documents.ts';
import { checkFile } from './check-file.ts';
import { documentCheckLines } from './document-check-text.ts';
import { unjudgedLines } from './unjudged.ts';
import { UsageError } from './usage-error.ts';
import { writeOutput } from './write-output.ts';

/** `pyx spec …`: commands for the specification. */
export function addSpecCommand(program: Command, done: (exitCode: number) => void): void {
  const spec = program.command('spec').description('the specification: build, check, export, coverage, readings, diff, init, docs, serve');
  addSpecDiffCommand(spec, done);
  addSpecInitCommand(spec, done);
  addSpecDocsCommand(spec, done);
  addSpecServeCommand(spec, done);

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
    .addOption(pluginOption)
    .description(
      'check the specification against its meta-schema and for consistency, another standard (a folder, an OpenRPC document), or one file: of a method or a target',
    )
    .option('--documents <dir>', 'also compare the sentences that the standard was made from with your texts of its documents')
    .option('--names <names>', 'with --documents: the node’s own names in these texts: coin=acme,ext=foo,extclient=bar')
    .option('--write', 'with --documents: write the hashes of the sentences anew, when you have looked at what changed')
    .option('--json', 'print the problems as JSON')
    .action(async (file: string | undefined, flags: CheckFlags) => {
      if (file !== undefined) await loadPluginsOf(file);
      const { problems, of, notes, loaded } = checked(file);
      const documents =
        flags.documents === undefined ? noDocuments(flags) : documentsOf(file, loaded, { ...flags, documents: flags.documents });
      if (flags.json === true) printJson(process.stdout, { problems, ...(documents && { documents }) }, 2);
      else {
        for (const note of notes) printLine(process.stdout, note);
        for (const { file: place, message } of problems) printLine(process.stdout, `${place}: ${message}`);
        printLine(process.stdout, `${of}: ${problems.length === 0 ? 'no problem' : counted(problems.length, 'problem')}`);
        for (const line of documents ? documentCheckLines(documents) : []) printLine(process.stdout, line);
      }
      done(problems.length === 0 && (!documents || documentsStand(documents)) ? 0 : 1);
    });

  spec
    .command('export')
    .description('write one OpenRPC document')
    .option('--out <file>', 'output file (default: standard output)')
    .option('--standard <dir>', 'another standard: a folder, or a document')
    .option('--compiled', 'write the compiled specification instead, with all that pyx spec diff compares')
    .option('--names <names>', 'the node’s own names: coin=acme,ext=foo,extclient=bar')
    .action((flags: { out?: string; names?: string; compiled?: boolean; standard?: string }) => {
      if (flags.compiled === true && flags.names !== undefined)
        throw new UsageError('--compiled writes the neutral names, with tokens for the brands', { remedy: 'leave out --names' });
      const { spec: exported, branded } = flags.standard === undefined ? specification : readStandard(flags.standard);
      const document =
        flags.compiled === true
          ? { spec: exported, branded }
          : toOpenRpc({ spec: exported, branded }, flags.names === undefined ? neutralNames : namesFrom(flags.names));
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

interface CheckFlags {
  readonly json?: boolean;
  readonly documents?: string;
  readonly names?: string;
  readonly write?: boolean;
}

function noDocuments({ names, write }: CheckFlags): undefined {
  if (names === undefined && write !== true) return undefined;
  throw new UsageError(`${write === true ? '--write' : '--names'} is for --documents`, {
    remedy: 'name the folder of your texts with --documents',
  });
}

function documentsOf(
  file: string | undefined,
  loaded: LoadedSpec | undefined,
  { documents, names, write = false }: CheckFlags & { readonly documents: string },
): DocumentCheck {
  if (!loaded)
    throw new UsageError(`--documents compares a whole standard, and ${file} is one file`, {
      remedy: 'leave out the file, or name the folder of your standard',
    });
  return checkDocuments({
    documents,
    spec: loaded.spec,
    standard: file,
    names: names === undefined ? neutralNames : namesFrom(names),
    write,
  });
}

interface Checked {
  readonly problems: readonly SpecProblem[];
  readonly of: string;
  readonly notes: readonly string[];
  /** The standard, if it is one in a folder. */
  readonly loaded?: LoadedSpec | undefined;
}

/** The problems of what `pyx spec check` is given, and what that is. */
function checked(file: string | undefined): Checked {
  if (file !== undefined && isStandardDocument(file)) return { ...checkDocument(file), of: file };
  const loaded = file === undefined ? loadSpec(specsFolder()) : kindOfPath(file) === 'folder' ? loadStandardFolder(file) : undefined;
  const problems = loaded ? checkSpec(loaded) : checkFile(file ?? '');
  // Cases are made of a standard that is consistent. Pyx's own has one for each row.
  const notes = loaded && file !== undefined && problems.length === 0 ? unjudgedLines(chosenStandard(file).unjudged) : [];
  return { problems, of: loaded ? sizeText(loaded.spec) : (file ?? ''), notes, loaded };
}

/** Number of methods and shapes. Methods beyond the documents are never judged. */
function sizeText(spec: Spec): string {
  const beyond = spec.methods.filter((method) => method.beyond).length;
  return `${counted(spec.methods.length - beyond, 'documented method')}, ${beyond} beyond the documents, ${counted(Object.keys(spec.shapes).length, 'shape')}`;
}

function namesFrom(text: string): ReturnType<typeof parseNames> {
  try {
    return parseNames(text);
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
