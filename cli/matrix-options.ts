import { Option, type Command } from 'commander';
import { targetForms } from '../fixtures/targets/open-target.ts';
import { matrixCommand, type MatrixFlags } from './matrix-command.ts';
import { perform } from './perform.ts';
import { list } from './option-values.ts';
import {
  caseOption,
  confOption,
  cookieOption,
  excludeOption,
  familyOption,
  inconclusiveOption,
  jobsOption,
  jsonOption,
  methodOption,
  namesOption,
  outOption,
  pluginOption,
  seedOption,
  standardOption,
} from './common-options.ts';

/** Adds `pyx matrix` to the program. */
export function addMatrixCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('matrix <columns...>')
    .description('releases side by side: what each supports of every method, argument, field and rule')
    .option('--suite <names>', 'only these suites', list)
    .addOption(familyOption)
    .addOption(methodOption)
    .addOption(caseOption)
    .addOption(excludeOption)
    .option('--target-file <name or file>', 'of each target without one of its own; "none" for none (default: by the version of each node)')
    .addOption(namesOption)
    .addOption(standardOption)
    .addOption(pluginOption)
    .addOption(cookieOption)
    .addOption(confOption)
    .option('--read-only', 'make only calls that change nothing, with values found on the node')
    .addOption(seedOption)
    .addOption(jobsOption)
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit code 1 for: lost (what the last column lost against the one before), differences (between any columns) or findings (of any column)',
      ).choices(['lost', 'differences', 'findings']),
    )
    .option('--badge <file.svg>', 'write the badge of the last column to this file too, and its data for other sites beside it (.json)')
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Each column is a target (${targetForms()}), which is run now, or the
output folder of an earlier run. A target may have its own target file after @, and each column a label before =:
new=process:build/acmed@acme.yaml. Without a label, a column has the version of its node. The targets are run side by side,
with the same cases and the same seed; their own reports are in folders beneath the output folder.

Exit code: 0 shown, 1 what --fail-on names, or inconclusive: a run did not end, 2 a column could not be done (the others are
shown), 130 interrupted.

Examples:
  pyx matrix process:/opt/acme-1.1/bin/acmed process:/opt/acme-1.2/bin/acmed --fail-on lost
  pyx matrix 1.1=runs/acme-1.1 1.2=runs/acme-1.2 next=process:build/acmed@acme.yaml
  pyx matrix embedded process:litecoind --method getblock,getblockheader --seed 7`,
    )
    .action(async (columns: string[], flags: MatrixFlags) => {
      setExitCode(await perform(matrixCommand, { ...flags, columns }));
    });
}
