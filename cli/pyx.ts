import { Command, CommanderError } from 'commander';
import { printLine, printLines } from '../reports/print.ts';
import { runCommand } from './run-command.ts';
import { list, severity, shard, wholeNumber, type RunFlags } from './run-options.ts';
import { addDriftCommand } from './drift-options.ts';
import { addFuzzCommand } from './fuzz-options.ts';
import { addGateCommands } from './gate-options.ts';
import { addLoadCommand } from './load-options.ts';
import { addSelfcheckCommand } from './selfcheck-options.ts';
import { addSpecCommand } from './spec-command.ts';
import { DEFAULT_FAIL_ON } from '../engine/severity.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { addTpsCommand } from './tps-options.ts';
import { addProvisionCommand } from './provision-options.ts';
import { diffCommand, type DiffFlags } from './diff-command.ts';
import { explainCommand } from './explain-command.ts';
import { reportCommand, type ReportFlags } from './report-command.ts';
import { INTERRUPTED, InterruptedError } from './interruption.ts';
import { UserError } from '../specs/model/user-error.ts';
import { systemErrorText } from './system-error.ts';
import { version } from './version.ts';

const program = new Command('pyx')
  .description('Tests a coin node against the written standard of its JSON-RPC service.')
  .version(version)
  .showSuggestionAfterError();

let exitCode = 0;

program
  .command('run')
  .description('run the cases for every method, rule and relation against a regtest node')
  .option('--target <target>', 'embedded, process:<binary>, container:<image> or http://host:port', 'embedded')
  .option(
    '--target-file <name or file>',
    'start options, absent methods and accepted differences of the release; "none" for none (default: selected by the version that the node reports)',
  )
  .option('--names <names>', 'the node’s own names: coin=acme,ext=foo,extclient=bar')
  .option(
    '--standard <folder or file>',
    'run the cases of another standard: a folder of method files (pyx spec init makes one) or an OpenRPC document',
  )
  .option('--cookie <file>', 'credentials: a cookie file of the node')
  .option('--conf <file>', 'credentials: the conf file of the node (else PYX_RPC_USER and PYX_RPC_PASSWORD)')
  .option('--suite <names>', 'only these suites', list)
  .option('--family <names>', 'only methods of these families', list)
  .option('--method <names>', 'only cases of these methods', list)
  .option('--case <ids>', 'only these cases; * matches any text', list)
  .option('--exclude <ids>', 'omit these cases; * matches any text', list)
  .option('--failed <dir>', 'only the cases that failed in the run that wrote this folder')
  .option('--list', 'list the selected cases and exit')
  .option('--seed <number>', 'seed of all random values (default: a new one)', wholeNumber('A seed', 0, 2 ** 53 - 1))
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
  .option('--jobs <number>', 'nodes in parallel (default: two per core, at most 4)', wholeNumber('The number of jobs', 1, 64))
  .option('--shard <I/N>', 'only the I-th of N parts', shard)
  .option(
    '--fail-on <severity>',
    `exit code 1 for findings from this severity on: breaking, minor or pedantic (default: ${DEFAULT_FAIL_ON})`,
    severity,
  )
  .option('--bail', 'stop at the first failure')
  .option('--out <dir>', 'output folder (default: pyx-out/<time>)')
  .option('--read-only', 'make only calls that change nothing, with values found on the node')
  .option('--stress', 'send very large, deeply nested and malformed requests also to a node that Pyx did not start')
  .option('--json', 'print one line of JSON instead of the report; with --list, one line for each case')
  .option('--power <file>', 'a selfcheck.json: the coverage also shows what is covered and judged')
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
  pyx run --target process:litecoind --seeds 5`,
  )
  .action(async (flags: RunFlags) => {
    exitCode = await runCommand(flags);
  });

program
  .command('diff <a> <b>')
  .description('send the same generated calls to two nodes and compare their answers')
  .option('--suite <names>', 'cases of these suites (default: methods, invariants and rules)', list)
  .option('--family <names>', 'only methods of these families', list)
  .option('--method <names>', 'only cases of these methods', list)
  .option('--case <ids>', 'only these cases; * matches any text', list)
  .option('--exclude <ids>', 'omit these cases; * matches any text', list)
  .option('--known <file>', 'known differences: a YAML list of { cases, difference, reason, seeds }')
  .option('--seed <number>', 'seed of all random values (default: a new one)', wholeNumber('A seed', 0, 2 ** 53 - 1))
  .option('--jobs <number>', 'nodes in parallel (default: two per core, at most 4)', wholeNumber('The number of jobs', 1, 64))
  .option('--out <dir>', 'output folder (default: pyx-out/<time>)')
  .option('--json', 'print one line of JSON instead of the report')
  .addHelpText(
    'after',
    `
Answers are compared by error code, type of result, documented fields and their values. Identifiers count by their order
of appearance in a case, lists without their order; times, ports, files and what the documents call the node's own are not
compared, nor values that a node itself changes between attempts. Methods that one node lacks, and answers that contradict
the documents, are left out: pyx run reports those. Differences are confirmed on fresh nodes.

Exit code: 0 no unknown difference, 1 differences (or a listed difference that no longer occurs), 2 the comparison was
not possible.

Example:
  pyx diff process:litecoind process:/opt/node/bin/coind`,
  )
  .action(async (a: string, b: string, flags: DiffFlags) => {
    exitCode = await diffCommand(a, b, flags);
  });

addFuzzCommand(program, (code) => {
  exitCode = code;
});

addDriftCommand(program, (code) => {
  exitCode = code;
});

addLoadCommand(program, (code) => {
  exitCode = code;
});

addTpsCommand(program, (code) => {
  exitCode = code;
});

addProvisionCommand(program, (code) => {
  exitCode = code;
});

addSelfcheckCommand(program, (code) => {
  exitCode = code;
});

addGateCommands(program, (code) => {
  exitCode = code;
});

addSpecCommand(program, (code) => {
  exitCode = code;
});

program
  .command('explain <case>')
  .description('show what a case does, which source it is based on, and how to run it alone')
  .action((id: string) => {
    exitCode = explainCommand(id);
  });

program
  .command('report <dirs...>')
  .description('write all reports of a run or of a load again; of all its shards, the reports of the whole')
  .option('--out <dir>', 'folder for the reports (default: that of the run; for shards and a trend pyx-out/<time>)')
  .option('--against <dirs>', 'show what is new, fixed and still failing since this earlier run (of several, the last)', list)
  .option('--trend', 'compare several runs over time: index.html and trend.json')
  .option('--power <file>', 'a selfcheck.json: the coverage of a run also shows what is covered and judged')
  .option('--fail-on <severity>', 'exit code 1 for findings of a run from this severity on (default: as the run was made)', severity)
  .option('--json', 'print one line of JSON instead of the report')
  .addHelpText(
    'after',
    `
Exit code: that of the run; with --trend, that of the last run; 2 if the folders cannot be read.

Examples:
  pyx report pyx-out/today --against pyx-out/yesterday --out compared
  pyx report shard-1 shard-2 shard-3 --out whole       # the folders of pyx run --shard 1/3, 2/3, 3/3
  pyx report --trend pyx-out/*`,
  )
  .action(async (dirs: string[], flags: ReportFlags) => {
    exitCode = await reportCommand(dirs, flags);
  });

/** An error in the arguments of a command refers to the help of that command. */
function refine(command: Command, name: string): void {
  command.exitOverride().showHelpAfterError(`(see ${name} --help)`);
  for (const one of command.commands) refine(one, `${name} ${one.name()}`);
}
refine(program, 'pyx');

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version are not errors; every misuse is.
    exitCode = error.exitCode === 0 ? 0 : 2;
  } else if (error instanceof InterruptedError) {
    printLine(process.stderr, `pyx: ${error.message}`);
    exitCode = INTERRUPTED;
  } else if (systemErrorText(error) !== undefined) {
    printLine(process.stderr, `pyx: ${systemErrorText(error)}`);
    exitCode = 2;
  } else if (error instanceof UserError) {
    printLine(process.stderr, `pyx: ${error.message}`);
    for (const line of error.details) printLine(process.stderr, `  | ${line}`);
    exitCode = 2;
  } else {
    printLines(
      process.stderr,
      `internal error in pyx (please report it): ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    exitCode = 2;
  }
}
process.exitCode = exitCode;
