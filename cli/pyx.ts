import { Command, CommanderError } from 'commander';
import { printLine } from '../reports/print.ts';
import { addAcceptCommand } from './accept-options.ts';
import { addDriftCommand } from './drift-options.ts';
import { addFuzzCommand } from './fuzz-options.ts';
import { addGateCommands } from './gate-options.ts';
import { addListenCommand } from './listen-options.ts';
import { addLoadCommand } from './load-options.ts';
import { addSelfcheckCommand } from './selfcheck-options.ts';
import { addSpecCommand } from './spec-command.ts';
import { addMatrixCommand } from './matrix-options.ts';
import { addTpsCommand } from './tps-options.ts';
import { addProvisionCommand } from './provision-options.ts';
import { addDiffCommand } from './diff-options.ts';
import { explainCommand } from './explain-command.ts';
import { addReportCommand } from './report-options.ts';
import { pluginOption, standardOption, type StandardFlags } from './common-options.ts';
import { addRunCommand } from './run-options.ts';
import { loadNamedPlugins, type PluginFlags } from './named-plugins.ts';
import { endVerdict } from './end-verdict.ts';
import { printError } from './print-error.ts';
import { version } from './version.ts';

/** Time for output that is still on its way, in milliseconds. */
const ENDS_WITHIN_MS = 5_000;

const program = new Command('pyx')
  .description('Tests a coin node against the written standard of its JSON-RPC service.')
  .version(version)
  .showSuggestionAfterError();

let exitCode = 0;

const setExitCode = (code: number): void => {
  exitCode = code;
};

for (const add of [
  addRunCommand,
  addDiffCommand,
  addMatrixCommand,
  addFuzzCommand,
  addDriftCommand,
  addListenCommand,
  addLoadCommand,
  addTpsCommand,
  addProvisionCommand,
  addSelfcheckCommand,
  addGateCommands,
  addSpecCommand,
])
  add(program, setExitCode);

program
  .command('explain <case>')
  .addOption(standardOption)
  .addOption(pluginOption)
  .description('show what a case judges, which source it is based on, the methods it calls, and how to run it alone')
  .action((id: string, flags: PluginFlags & StandardFlags) => {
    exitCode = explainCommand(id, flags);
  });

addReportCommand(program, setExitCode);
addAcceptCommand(program, setExitCode);

// Others may name a target file that does not exist yet.
program.hook('preAction', (_, command) => (command.options.includes(pluginOption) ? loadNamedPlugins(command.opts()) : undefined));

/** An error in the arguments of a command refers to the help of that command. */
function refine(command: Command, name: string): void {
  command.exitOverride().showHelpAfterError(`(see ${name} --help)`);
  for (const subcommand of command.commands) refine(subcommand, `${name} ${subcommand.name()}`);
}
refine(program, 'pyx');

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version are not errors; every misuse is.
    exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    printError(error);
    const { title, code } = endVerdict(error);
    printLine(process.stderr, `${title} (exit code ${code})`);
    exitCode = code;
  }
}

process.exitCode = exitCode;
// All is done: whatever a failure has left open must not keep the program.
setTimeout(() => process.exit(), ENDS_WITHIN_MS).unref();
