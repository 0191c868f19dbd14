import type { Command } from 'commander';
import { list, percent, time, wholeNumber } from './option-values.ts';
import { perform } from './perform.ts';
import { selfcheckCommand, type SelfcheckFlags } from './selfcheck-command.ts';
import { sourceSelfcheckCommand } from './source-selfcheck-command.ts';
import { UsageError } from './usage-error.ts';
import {
  startedTargetOption,
  targetFileOption,
  namesOption,
  seedOption,
  inconclusiveOption,
  liveOption,
  metricsOption,
  outOption,
  jsonOption,
  pluginOption,
  standardOption,
} from './common-options.ts';

/** Adds `pyx selfcheck` to the program. */
export function addSelfcheckCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('selfcheck')
    .description('plant faults between Pyx and a node, and report which of them the cases find')
    .addOption(startedTargetOption)
    .addOption(targetFileOption)
    .addOption(namesOption)
    .addOption(standardOption)
    .addOption(pluginOption)
    .option('--source', 'mutants of the source of coind in place of faults: the node is one after the other')
    .option('--mutants-by <command>', 'mutants of the source of another node: a command that prints a list of them (see below)')
    .option('--files <paths>', 'only mutants of these files, such as coind/governance/*; * matches any text', list)
    .option('--changed-since <commit>', 'only mutants of lines that differ from this commit')
    .option('--incremental <file>', 'try again only mutants that an earlier mutation.json did not find, and those of changed files')
    .option('--method <names>', 'only faults of these methods', list)
    .option('--operator <names>', 'only faults of these kinds, such as answer/dropped; * matches any text', list)
    .option(
      '--sample <number>',
      'so many faults, drawn by the seed; 0 runs the cases without a fault',
      wholeNumber('A sample', 0, 1_000_000),
    )
    .option('--all', 'also faults that contradict no sentence of the documents, and mutants that are excepted')
    .option('--exceptions <file>', 'faults that cannot be found: a YAML list of { faults, reason } (default: the list for coind)')
    .option('--time <time>', 'stop after this time, such as 30m; what was found is kept', time('0s', '24h'))
    .addOption(seedOption)
    .option(
      '--jobs <number>',
      'nodes in parallel (default: one per core, at most 4; with mutants four per core, at most 8)',
      wholeNumber('The number of jobs', 1, 64),
    )
    .option('--fail-below <percent>', 'exit with 1 if a smaller share of the faults is found', percent('A share', 0, 100))
    .addOption(inconclusiveOption)
    .addOption(metricsOption)
    .addOption(outOption)
    .addOption(liveOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Every case is run without a fault first; those that fail show nothing and are listed. Then one fault at a time alters the
calls of a method or their answers, and the cases with such a call are run until one fails.

With --source, coind is built with all mutants of its source, each behind a switch; with --mutants-by, a node of process:<binary>
is started with MUTANT=<id>, and the command prints a JSON list of { id, file, mutator, replacement, start: { line, column }, end }
and optionally the methods that a mutant concerns. A mutant is tried with the cases that reach it, until one fails.

Exit code: 0 the faults were planted, 1 fewer found than --fail-below demands, or an exception that is not needed any more,
2 the selfcheck was not possible, 130 interrupted.

Examples:
  pyx selfcheck
  pyx selfcheck --sample 150 --seed 1
  pyx selfcheck --method listunspent --operator 'request/*'
  pyx selfcheck --target process:litecoind --time 1h --fail-below 95%
  pyx selfcheck --source --files 'coind/governance/*' --changed-since main
  pyx selfcheck --source --files 'coind/governance/*' --incremental pyx-out/gov
  pyx selfcheck --target process:./acmed --mutants-by 'cat mutants.json' --sample 50`,
    )
    .action(async (flags: SelfcheckFlags) => {
      const ofSource = flags.source === true || flags.mutantsBy !== undefined;
      setExitCode(await (ofSource ? perform(sourceSelfcheckCommand, flags) : perform(selfcheckCommand, withoutSource(flags))));
    });
}

/** Throws `UsageError` if options are given that select mutants. */
function withoutSource(flags: SelfcheckFlags): SelfcheckFlags {
  const { files, changedSince, incremental } = flags;
  const options = { '--files': files, '--changed-since': changedSince, '--incremental': incremental };
  const [option] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (option !== undefined) throw new UsageError(`${option} selects mutants of a source`, { remedy: 'add --source or --mutants-by' });
  return flags;
}
