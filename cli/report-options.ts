import type { Command } from 'commander';
import { list, severity } from './option-values.ts';
import { reportCommand, type ReportFlags } from './report-command.ts';
import { jsonOption, powerOption, reportsOption, sameInconclusiveOption, selfcheckOption, pluginOption } from './common-options.ts';

/** Adds `pyx report` to the program. */
export function addReportCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('report <dirs...>')
    .description(
      'write all reports of a run or of a load again; of all its shards, or the logs of all its pods of k6, the reports of the whole',
    )
    .option('--out <dir>', 'folder for the reports (default: that of the run; for shards and a trend pyx-out/<time>)')
    .addOption(reportsOption)
    .addOption(pluginOption)
    .option('--against <dirs>', 'show what is new, fixed and still failing since this earlier run (of several, the last)', list)
    .option('--trend', 'compare several runs over time: index.html and trend.json')
    .option(
      '--rejudge',
      'judge the recorded run again, without a node, by today’s standard and target file (default folder: pyx-out/<time>)',
    )
    .option('--target-file <name or file>', 'with --rejudge: another target file; "none" for none (default: that of the run)')
    .option('--standard <file>', 'with --rejudge: another standard (default: the one that comes with Pyx)')
    .addOption(selfcheckOption)
    .addOption(powerOption)
    .option('--fail-on <severity>', 'exit code 1 for findings of a run from this severity on (default: as the run was made)', severity)
    .addOption(sameInconclusiveOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Exit code: that of the run; with --trend, that of the last run; 2 if the folders cannot be read.

Examples:
  pyx report pyx-out/today --against pyx-out/yesterday --out compared
  pyx report shard-1 shard-2 shard-3 --out whole       # the folders of pyx run --shard 1/3, 2/3, 3/3
  pyx report pods.log                                  # what the pods of pyx load --engine k6 --emit wrote to their logs
  pyx report --trend pyx-out/*
  pyx report pyx-out/today --rejudge --target-file acme.yaml     # what an accepted difference covers, in seconds`,
    )
    .action(async (dirs: string[], flags: ReportFlags) => {
      setExitCode(await reportCommand(dirs, flags));
    });
}
