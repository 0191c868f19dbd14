import type { Command } from 'commander';
import { driftCommand } from './drift-command.ts';
import { list, wholeNumber } from './run-options.ts';
import { failOnOption, type FailOn } from './spec-diff-command.ts';

/** The options of `pyx drift` as commander gives them. */
export interface DriftFlags {
  readonly target: string;
  readonly targetFile?: string;
  readonly names?: string;
  readonly cookie?: string;
  readonly conf?: string;
  readonly family?: string[];
  readonly method?: string[];
  readonly accept?: string | true;
  readonly learn?: string;
  readonly failOn: FailOn;
  readonly seed: number;
  readonly jobs?: number;
  readonly readOnly?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds `pyx drift` to the program. */
export function addDriftCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('drift')
    .description('compare the specification with a running node, both ways')
    .option('--target <target>', 'embedded, process:<binary>, container:<image> or http://host:port', 'embedded')
    .option('--target-file <name or file>', 'what is known of the release; "none" for none (default: selected by the version of the node)')
    .option('--names <names>', 'the node’s own names: coin=acme,ext=foo,extclient=bar (default: guessed from help)')
    .option('--cookie <file>', 'credentials: a cookie file of the node')
    .option('--conf <file>', 'credentials: the conf file of the node (else PYX_RPC_USER and PYX_RPC_PASSWORD)')
    .option('--method <names>', 'probe only these methods', list)
    .option('--family <names>', 'probe only methods of these families', list)
    .addOption(failOnOption())
    .option('--accept [file]', 'accept the differences into the target file (default: the one in use)')
    .option('--learn <file>', 'draft the target file of a release that Pyx does not know')
    .option(
      '--seed <number>',
      'seed of the probing run; errors are compared between runs of one seed',
      wholeNumber('A seed', 0, 2 ** 53 - 1),
      1,
    )
    .option('--jobs <number>', 'nodes in parallel (default: two per core, at most 4)', wholeNumber('The number of jobs', 1, 64))
    .option('--read-only', 'make only calls that change nothing')
    .option('--out <dir>', 'output folder (default: pyx-out/<time>)')
    .option('--json', 'print one line of JSON instead of the report')
    .addHelpText(
      'after',
      `
The node is asked for its help and its OpenRPC document, each method is called with arguments that it must refuse, and
generated cases probe arguments, results and errors. Differences are classified by the rules of pyx spec diff --rules.
Differences that the target file accepts (absent methods, undocumented fields, waivers, drift) are shown and do not count.

Exit code: 0 no open difference that --fail-on names, 1 differences, or a node was lost, 2 the comparison was not possible,
130 interrupted.

Examples:
  pyx drift --target process:litecoind
  pyx drift --target process:/opt/node/bin/coind --fail-on breaking
  pyx drift --target process:/opt/node/bin/coind --learn acme-1.2.yaml
  pyx drift --target process:/opt/node/bin/coind --target-file acme-1.2.yaml --accept`,
    )
    .action(async (flags: DriftFlags) => {
      setExitCode(await driftCommand(flags));
    });
}
