import type { Command } from 'commander';
import { DEFAULT_FAIL_ON } from '../engine/severity.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { list, severity, shard, time, wholeNumber } from './option-values.ts';
import { runCommand, type RunFlags } from './run-command.ts';
import {
  familyOption,
  methodOption,
  caseOption,
  excludeOption,
  targetOption,
  namesOption,
  cookieOption,
  confOption,
  seedOption,
  jobsOption,
  inconclusiveOption,
  liveOption,
  metricsOption,
  outOption,
  reportsOption,
  selfcheckOption,
  powerOption,
  pluginOption,
  standardOption,
} from './common-options.ts';

/** Adds `pyx run` to the program. */
export function addRunCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('run')
    .description('run the cases for every method, rule and relation against a regtest node')
    .addOption(targetOption)
    .option(
      '--target-file <name or file>',
      'start options, absent methods and accepted differences of the release; "none" for none (default: selected by the version that the node reports)',
    )
    .addOption(namesOption)
    .addOption(pluginOption)
    .addOption(standardOption)
    .addOption(cookieOption)
    .addOption(confOption)
    .option('--suite <names>', 'only these suites', list)
    .addOption(familyOption)
    .addOption(methodOption)
    .addOption(caseOption)
    .addOption(excludeOption)
    .option('--failed <dir>', 'only the cases that failed or were unstable in the run that wrote this folder, with its seed')
    .option('--list', 'list the selected cases and exit')
    .addOption(seedOption)
    .option('--seeds <number>', 'number of runs, each with the next seed and its own folder', wholeNumber('The number of seeds', 1, 1_000))
    .option(
      '--runs <number>',
      `random sequences of commands for each state model (default: ${DEFAULT_SETTINGS.runs})`,
      wholeNumber('The number of runs', 0, 100_000),
    )
    .option(
      '--commands <number>',
      `maximum number of commands in a sequence (default: ${DEFAULT_SETTINGS.commands})`,
      wholeNumber('The number of commands', 1, 1_000),
    )
    .addOption(jobsOption)
    .option('--shard <I/N>', 'only the I-th of N parts', shard)
    .option(
      '--time <time>',
      'begin no case after this time, such as 10m: first a case for each method, then for each rule, then the others; what was not begun is named',
      time('1s', '1000h'),
    )
    .option(
      '--fail-on <severity>',
      `exit code 1 for findings from this severity on: breaking, minor or pedantic (default: ${DEFAULT_FAIL_ON})`,
      severity,
    )
    .option('--bail', 'stop at the first failure')
    .option('--watch', 'run again when the program of the node or its target file changes: first what failed, then all; until Ctrl-C')
    .addOption(inconclusiveOption)
    .addOption(metricsOption)
    .addOption(outOption)
    .addOption(liveOption)
    .addOption(reportsOption)
    .option('--read-only', 'make only calls that change nothing, with values found on the node')
    .option('--stress', 'send very large, deeply nested and malformed requests also to a node that Pyx did not start')
    .option('--json', 'print one line of JSON instead of the report; with --list, one line for each case')
    .addOption(selfcheckOption)
    .addOption(powerOption)
    .option('--accept-baseline <file>', 'store the observations of this run beside this target file')
    .addHelpText(
      'after',
      `
Exit code: 0 the node conforms to the documents, 1 findings, 2 the run was not possible, 130 interrupted.

Examples:
  pyx run
  pyx run --target process:litecoind
  pyx run --target http://127.0.0.1:18443 --read-only
  pyx run --target process:/opt/node/bin/coind --method getblock --seed 7
  pyx run --target process:litecoind --seeds 5
  pyx run --target process:/opt/slow/bin/coind --time 10m`,
    )
    .action(async (flags: RunFlags) => {
      setExitCode(await runCommand(flags));
    });
}
