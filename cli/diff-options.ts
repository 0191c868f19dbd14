import { Option, type Command } from 'commander';
import { diffCommand, type DiffFlags } from './diff-command.ts';
import { perform } from './perform.ts';
import { list } from './option-values.ts';
import { parsedNames } from './parsed-names.ts';
import {
  familyOption,
  methodOption,
  caseOption,
  excludeOption,
  seedOption,
  namesOption,
  jobsOption,
  inconclusiveOption,
  outOption,
  jsonOption,
  pluginOption,
  standardOption,
} from './common-options.ts';

/** Adds `pyx diff` to the program. */
export function addDiffCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('diff <a> <b>')
    .description('send the same generated calls to two nodes and compare their answers')
    .option('--suite <names>', 'cases of these suites (default: methods, invariants and rules)', list)
    .addOption(familyOption)
    .addOption(methodOption)
    .addOption(caseOption)
    .addOption(excludeOption)
    .option('--known <file>', 'accepted differences of the two nodes: a YAML list of { what, why }, or a target file with one')
    .addOption(
      new Option('--target-file <name or file>', 'what is known of both releases; "none" for none (default: by the version of each node)'),
    )
    .option('--target-file-a <name or file>', 'the same of the first node alone')
    .option('--target-file-b <name or file>', 'the same of the second node alone')
    .addOption(namesOption)
    .addOption(standardOption)
    .addOption(pluginOption)
    .addOption(new Option('--names-a <names>', 'names of the first node alone').argParser(parsedNames))
    .addOption(new Option('--names-b <names>', 'names of the second node alone').argParser(parsedNames))
    .addOption(seedOption)
    .addOption(jobsOption)
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Answers are compared by error code, type of result, documented fields and their values. Identifiers count by their order
of appearance in a case, lists without their order; times, ports, files and what the documents call the node's own are not
compared, nor values that a node itself changes between attempts. Methods that one node lacks, and answers that contradict
the documents, are left out: pyx run reports those. Differences are confirmed on fresh nodes.

Exit code: 0 no unknown difference, 1 differences, a listed difference that no longer occurs, a node that died or stopped
answering, or cases that could not be run, 2 the comparison was not possible, 130 interrupted.

Example:
  pyx diff process:litecoind process:/opt/node/bin/coind`,
    )
    .action(async (a: string, b: string, flags: DiffFlags) => {
      setExitCode(await perform(diffCommand, { ...flags, a, b }));
    });
}
