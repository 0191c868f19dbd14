import type { Command } from 'commander';
import { gateCommand, type GateFlags } from './gate-command.ts';
import { initCommand, type InitFlags } from './init-command.ts';
import { perform } from './perform.ts';
import { seedList, shard } from './option-values.ts';
import { inconclusiveOption, outOption, jsonOption } from './common-options.ts';

/** Adds `pyx gate` and `pyx init` to the program. */
export function addGateCommands(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('gate')
    .description('validate a release under one policy: run, drift, fuzz, load, one verdict')
    .option('--policy <file>', 'the policy (default: pyx.yaml)')
    .option('--target <target>', 'this target in place of that of the policy, such as the binary that a pipeline has just built')
    .option('--shard <I/N>', 'only the I-th of N parts of the cases; the first shard does the rest too', shard)
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
The policy is a YAML file; pyx init writes one, and specs/schemas/policy.schema.json describes it. The parts run one after
another, each with its own reports in the output folder. gate.json, index.html, summary.md and pyx.sarif have them together.
Under GitHub Actions, problems are also annotations, and summary.md is appended to the summary of the job.

Exit code: 0 the release passed, 1 findings (also a slow-down, or a stale accepted difference), or inconclusive unless the policy or
--inconclusive says pass, 2 a part could not be done (the parts after it are not begun), 130 interrupted.

Examples:
  pyx gate
  pyx gate --policy ci/pyx.yaml --target process:build/coind
  pyx gate --shard 1/3 --out shard-1`,
    )
    .action(async (flags: GateFlags) => {
      setExitCode(await perform(gateCommand, flags));
    });

  program
    .command('init [file]')
    .description('write a policy for pyx gate (default: pyx.yaml), and print the commands that lead to a green gate')
    .option('--target <target>', 'the node, as in pyx run --help (default: embedded; in a terminal it is asked for)')
    .option('--target-file <file>', 'the target file of the release, which need not exist yet (default: chosen by its version)')
    .option('--seeds <list>', 'one run of the cases for each of these seeds (default: 1,2)', seedList)
    .option('--baseline <target>', 'a target, such as the last release, beside which loads are measured')
    .option('--force', 'replace the file if it exists')
    .addHelpText(
      'after',
      `
Without --target, a terminal is asked for the node, its target file and the seeds. The target need not exist yet.

Exit code: 0 written, 2 the file exists or cannot be written, or a text is no target, 130 interrupted: nothing is written.

Examples:
  pyx init
  pyx init --target process:/opt/node/bin/coind --target-file acme.yaml --seeds 1,2`,
    )
    .action(async (file: string | undefined, flags: InitFlags) => {
      setExitCode(await initCommand(file, flags));
    });
}
