import type { Command } from 'commander';
import { list, percent, time, wholeNumber } from './option-values.ts';
import { perform } from './perform.ts';
import { selfcheckCommand, type SelfcheckFlags } from './selfcheck-command.ts';
import {
  startedTargetOption,
  targetFileOption,
  namesOption,
  seedOption,
  inconclusiveOption,
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
    .option('--method <names>', 'only faults of these methods', list)
    .option('--operator <names>', 'only faults of these kinds, such as answer/dropped; * matches any text', list)
    .option(
      '--sample <number>',
      'so many faults, drawn by the seed; 0 runs the cases without a fault',
      wholeNumber('A sample', 0, 1_000_000),
    )
    .option('--all', 'also faults that contradict no sentence of the documents')
    .option('--exceptions <file>', 'faults that cannot be found: a YAML list of { faults, reason } (default: the list for coind)')
    .option('--time <time>', 'stop after this time, such as 30m; what was found is kept', time('0s', '24h'))
    .addOption(seedOption)
    .option('--jobs <number>', 'nodes in parallel (default: one per core, at most 4)', wholeNumber('The number of jobs', 1, 64))
    .option('--fail-below <percent>', 'exit with 1 if a smaller share of the faults is found', percent('A share', 0, 100))
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Every case is run without a fault first; those that fail show nothing and are listed. Then one fault at a time alters the
calls of a method or their answers, and the cases with such a call are run until one fails.

Exit code: 0 the faults were planted, 1 fewer found than --fail-below demands, or an exception that is not needed any more,
2 the selfcheck was not possible, 130 interrupted.

Examples:
  pyx selfcheck
  pyx selfcheck --sample 150 --seed 1
  pyx selfcheck --method listunspent --operator 'request/*'
  pyx selfcheck --target process:litecoind --time 1h --fail-below 95%`,
    )
    .action(async (flags: SelfcheckFlags) => {
      setExitCode(await perform(selfcheckCommand, flags));
    });
}
