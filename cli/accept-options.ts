import type { Command } from 'commander';
import { acceptCommand, type AcceptFlags } from './accept-command.ts';
import { jsonOption } from './common-options.ts';

/** Adds `pyx accept` to the program. */
export function addAcceptCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('accept [dirs...]')
    .description('take findings of a run, fuzz, drift, diff or gate into a target file, one by one')
    .option('--target-file <file>', 'target file, or file with a list of accepted differences, to extend (default: that of the results)')
    .option('--all', 'accept all of them, without questions; that the node was lost only with --only')
    .option('--why <reason>', 'the reason of each entry (default: "not explained yet", which reports count and a policy can refuse)')
    .option('--only <pattern>', 'only differences or methods that match; * stands for any text')
    .option(
      '--migrate <file>',
      'move the waivers and the accepted drift of an earlier release to accepted, by what they accepted in the runs',
    )
    .option('--dry-run', 'print the changes of the files, and write nothing')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
In a terminal, each cause is shown with its evidence: a accepts it, s skips it, q ends; a REASON accepts it with this reason.
An entry names what differs (method, variant, path, check), and no case: every case, suite and command that meets the same
difference is covered, and no further difference. Comments and the order of the file stay.

Exit code: 0 done, 2 the results or the file cannot be read, 130 interrupted: nothing is written.

Examples:
  pyx accept pyx-out/2027-03-31
  pyx accept pyx-out/gate --target-file acme.yaml --all --why "As release 1.2 was."
  pyx accept pyx-out/gate --all --only 'getblock*' --dry-run
  pyx accept --migrate acme.yaml pyx-out/seed-1 pyx-out/seed-2   # of runs with acme.yaml`,
    )
    .action(async (dirs: string[], flags: AcceptFlags) => {
      setExitCode(await acceptCommand(dirs, flags));
    });
}
