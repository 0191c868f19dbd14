import type { Command } from 'commander';
import { DEFAULT_FAIL_ON } from '../engine/severity.ts';
import { severity, wholeNumber } from './option-values.ts';
import { listenCommand, type ListenRequest } from './listen-command.ts';
import { perform } from './perform.ts';
import {
  confOption,
  cookieOption,
  inconclusiveOption,
  jsonOption,
  namesOption,
  outOption,
  pluginOption,
  reportsOption,
  standardOption,
  targetFileOption,
  targetOption,
} from './common-options.ts';

/** Adds `pyx listen` to the program. */
export function addListenCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('listen')
    .description('stand between clients and a node, and judge what passes')
    .argument('[command...]', 'a command and its arguments, after --: Pyx ends with it')
    .option('--port <number>', 'the port of 127.0.0.1 for clients (default: a free one)', wholeNumber('A port', 1, 65_535), 0)
    .addOption(targetOption)
    .addOption(targetFileOption)
    .addOption(namesOption)
    .addOption(pluginOption)
    .addOption(standardOption)
    .addOption(cookieOption)
    .addOption(confOption)
    .option(
      '--fail-on <severity>',
      `exit code 1 for findings from this severity on: breaking, minor or pedantic (default: ${DEFAULT_FAIL_ON})`,
      severity,
    )
    .option('--record <file>', 'write the mix of calls as a scenario: pyx load <file> makes as many of each kind')
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .addOption(reportsOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      `
Every byte passes unchanged, and a copy is judged. The node is asked for its chain and version when Pyx begins, and for nothing else.
The command finds the address in PYX_LISTEN_URL; and the credentials of a node that Pyx started in PYX_RPC_USER and PYX_RPC_PASSWORD.

Exit code: that of the command if it is not 0; else 0 no findings, 1 findings, 2 it was not possible to listen.

Examples:
  pyx listen --target http://127.0.0.1:18443 --port 18500
  pyx listen --target http://127.0.0.1:18443 --port 18500 -- npm test
  pyx listen --target process:litecoind -- sh -c 'curl -u "$PYX_RPC_USER:$PYX_RPC_PASSWORD" -d "{...}" "$PYX_LISTEN_URL"'`,
    )
    .action(async (command: string[], flags: Omit<ListenRequest, 'command' | 'quiet'>) => {
      setExitCode(await perform(listenCommand, { ...flags, command, quiet: flags.json === true }));
    });
}
