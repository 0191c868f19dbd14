import type { Command } from 'commander';
import { fuzzCommand, type FuzzFlags } from './fuzz-command.ts';
import { perform } from './perform.ts';
import { list, time, wholeNumber } from './option-values.ts';
import {
  familyOption,
  startedTargetOption,
  targetFileOption,
  namesOption,
  inconclusiveOption,
  liveOption,
  metricsOption,
  outOption,
  jsonOption,
  pluginOption,
  standardOption,
} from './common-options.ts';

/** Adds `pyx fuzz` to the program. */
export function addFuzzCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('fuzz')
    .description('send generated requests, valid and invalid, to a node that may not break')
    .addOption(startedTargetOption)
    .addOption(targetFileOption)
    .addOption(namesOption)
    .addOption(standardOption)
    .addOption(pluginOption)
    .option('--method <names>', 'only these methods', list)
    .addOption(familyOption)
    .option(
      '--runs <number>',
      'requests to send (default: 10000, or as many as --time allows)',
      wholeNumber('The number of runs', 1, 1_000_000_000),
    )
    .option('--time <time>', 'stop after this time, such as 10m', time('1ms', '1000h'))
    .option('--seed <number>', 'seed of all generated requests (default: a new one)', wholeNumber('A seed', 0, 2 ** 53 - 1))
    .option('--path <text or file>', 'make only the requests of one finding: the text printed with it, or its file in the corpus')
    .option('--jobs <number>', 'nodes in parallel', wholeNumber('The number of jobs', 1, 64), 1)
    .option('--corpus <dir>', 'folder that keeps findings, which are replayed first in every later run', 'pyx-corpus')
    .option('--no-corpus', 'neither replay nor keep findings')
    .addOption(inconclusiveOption)
    .addOption(metricsOption)
    .addOption(outOption)
    .addOption(liveOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
After each request the node must live, answer in time and in the documented form, without an internal error; calls that
only read or are refused must change nothing; its memory must not grow. What fails is shortened to the fewest and simplest
requests that show it. Ctrl-C ends the run and reports what was found.

Exit code: 0 nothing found, 1 failures, 2 the run was not possible, 130 interrupted.

Examples:
  pyx fuzz --runs 100000
  pyx fuzz --target process:litecoind --time 10m --jobs 2
  pyx fuzz --target process:/opt/node/bin/coind --method getblock,getblockheader --seed 7
  pyx fuzz --target process:/opt/node/bin/coind --path pyx-corpus/process-coind/crash-getblock-0f3a9c21.json`,
    )
    .action(async (flags: FuzzFlags) => {
      setExitCode(await perform(fuzzCommand, flags));
    });
}
