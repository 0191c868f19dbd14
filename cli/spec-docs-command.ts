import { Option, type Command } from 'commander';
import { startedTargetForms } from '../fixtures/targets/open-target.ts';
import { count, counted } from '../reports/format.ts';
import { manualSite } from '../reports/manual/manual-site.ts';
import { otherThanManual, writeManual } from '../reports/manual/write-manual.ts';
import { printJson, printLine } from '../reports/print.ts';
import { chosenStandard } from './chosen-standard.ts';
import { jobsOption, namesOption, pluginOption, standardOption } from './common-options.ts';
import { withContext } from './context.ts';
import { manualExamples } from './manual-examples.ts';
import { manualOf, manualRuns, manualStandard, type ManualFlags } from './manual-source.ts';
import { list, seed } from './option-values.ts';
import { UsageError } from './usage-error.ts';
import { writableFolder, writingError } from './writable-folder.ts';

interface DocsFlags extends ManualFlags {
  readonly documents?: string;
  readonly json?: boolean;
}

/** Adds the options of each command that makes a manual. */
export function manualOptions(command: Command): Command {
  return command
    .addOption(standardOption)
    .addOption(pluginOption)
    .addOption(namesOption)
    .option('--results <dirs>', 'mark what these runs of pyx run found of each rule, argument and field', list)
    .option('--no-examples', 'without calls that a node answers while the manual is made')
    .addOption(new Option('--target <target>', `the node that answers examples: ${startedTargetForms()} (default: embedded)`))
    .addOption(new Option('--seed <number>', 'seed of the arguments of examples').argParser(seed).default(1))
    .addOption(jobsOption);
}

/** `pyx spec docs DIR` */
export function addSpecDocsCommand(spec: Command, done: (exitCode: number) => void): void {
  manualOptions(spec.command('docs <dir>').description('write the manual of a standard: a site of static pages that needs no server'))
    .option('--documents <dir or url>', 'where the texts of the documents are, for links to their headings')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      `
The folder must be new, empty, or an earlier manual. Open its index.html, or publish the folder as it is.

Exit code: 0 it is written, 2 it cannot be.

Examples:
  pyx spec docs manual
  pyx spec docs manual --results pyx-out/litecoind,pyx-out/acme      # what runs found, side by side
  pyx spec docs manual --standard openrpc.json --no-examples`,
    )
    .action(async (dir: string, flags: DocsFlags) => done(await specDocs(dir, flags)));
}

async function specDocs(dir: string, flags: DocsFlags): Promise<number> {
  const { standard, names, documents, json = false } = flags;
  const chosen = chosenStandard(standard);
  // What cannot be used is reported before a node is started.
  const runs = await manualRuns(flags.results ?? [], chosen.specification);
  const source = manualStandard(standard);
  const parts = { runs, names, standard, documents };
  manualOf(source, { ...parts, examples: undefined });
  const outDir = writableFolder(dir, 'pyx spec docs');
  const others = otherThanManual(outDir);
  if (others.length > 0)
    throw new UsageError(`pyx spec docs: ${dir} has the output of another command of pyx (${others.slice(0, 3).join(', ')})`, {
      remedy: 'name a new or empty folder',
    });
  return withContext(
    { stopping: 'stopping; no manual is written', interrupted: 'interrupted before the manual was written' },
    async (context) => {
      const examples = flags.examples ? await manualExamples(chosen, flags, context) : undefined;
      context.signal.throwIfAborted();
      const manual = manualOf(source, { ...parts, examples, outDir });
      const site = manualSite(manual);
      let bytes = 0;
      try {
        bytes = writeManual(outDir, site);
      } catch (error) {
        throw writingError(outDir, error);
      }
      const answered = [...(examples?.methods.values() ?? [])].filter((one) => one.answered.length > 0).length;
      const methods = manual.spec.methods.length;
      if (json) printJson(process.stdout, { out: outDir, pages: site.size, bytes, methods, answered });
      else {
        const tried = examples ? `, ${answered} with answered examples` : '';
        printLine(process.stdout, `${counted(methods, 'method')}${tried}, ${count(Math.ceil(bytes / 1024))} KB: ${outDir}/index.html`);
      }
      return 0;
    },
  );
}
