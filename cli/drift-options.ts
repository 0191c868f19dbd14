import type { Command } from 'commander';
import { driftCommand, type DriftFlags } from './drift-command.ts';
import { learnCommand } from './learn-command.ts';
import { perform } from './perform.ts';
import { list, wholeNumber } from './option-values.ts';
import { failOnOption } from './spec-diff-command.ts';
import {
  targetOption,
  targetFileOption,
  cookieOption,
  confOption,
  jobsOption,
  inconclusiveOption,
  outOption,
  jsonOption,
  pluginOption,
  standardOption,
} from './common-options.ts';

/** Adds `pyx drift` to the program. */
export function addDriftCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('drift')
    .description('compare the specification with a running node, both ways')
    .addOption(targetOption)
    .addOption(targetFileOption)
    .addOption(standardOption)
    .addOption(pluginOption)
    .option('--names <names>', 'the node’s own names: coin=acme,ext=foo,extclient=bar (default: guessed from help)')
    .addOption(cookieOption)
    .addOption(confOption)
    .option('--method <names>', 'probe only these methods', list)
    .option('--family <names>', 'probe only methods of these families', list)
    .addOption(failOnOption())
    .option('--accept [file]', 'accept the differences into the target file (default: the one in use)')
    .option('--learn <file>', 'draft the target file of a release that Pyx does not know')
    .option('--seed <number>', 'seed of the probing run', wholeNumber('A seed', 0, 2 ** 53 - 1), 1)
    .addOption(jobsOption)
    .option('--read-only', 'make only calls that change nothing')
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
The node is asked for its help and its OpenRPC document, each method is called with arguments that it must refuse, and
generated cases probe arguments, results and errors. Differences are classified by the rules of pyx spec diff --rules.
Differences that the target file accepts (absent methods, undocumented fields, its list of accepted differences) are shown and do not count.

Exit code: 0 no open difference that --fail-on names, 1 differences, or a node was lost, 2 the comparison was not possible,
130 interrupted.

Examples:
  pyx drift --target process:litecoind
  pyx drift --target process:/opt/node/bin/coind --fail-on breaking
  pyx drift --target process:/opt/node/bin/coind --learn acme-1.2.yaml
  pyx drift --target process:/opt/node/bin/coind --target-file acme-1.2.yaml --accept`,
    )
    .action(async (flags: DriftFlags) => {
      setExitCode(await (flags.learn === undefined ? perform(driftCommand, flags) : learnCommand(flags.learn, flags)));
    });
}
