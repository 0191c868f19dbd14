import type { Command } from 'commander';
import { printStep } from '../reports/provision/terminal.ts';
import { provisionCommand, type ProvisionFlags, type ProvisionRequest } from './provision-command.ts';
import { perform } from './perform.ts';
import { wholeNumber } from './option-values.ts';
import {
  targetOption,
  targetFileOption,
  namesOption,
  cookieOption,
  confOption,
  seedOption,
  inconclusiveOption,
  outOption,
  pluginOption,
} from './common-options.ts';

/** Adds `pyx provision` to the program. */
export function addProvisionCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('provision')
    .description('take a platform token through the states of its provisioning for the bridge')
    .addOption(targetOption)
    .addOption(targetFileOption)
    .addOption(namesOption)
    .addOption(pluginOption)
    .addOption(cookieOption)
    .addOption(confOption)
    .option('--keep', 'leave the node and the registry page open afterwards, until Ctrl-C')
    .option('--port <number>', 'port of the registry page on 127.0.0.1 (default: a free one)', wholeNumber('A port', 1, 65_535))
    .addOption(seedOption)
    .addOption(inconclusiveOption)
    .addOption(outOption)
    .option('--json', 'print one line of JSON instead of the steps')
    .addHelpText(
      'after',
      `
The steps are the rows of document 3, States and transitions: a token is created (assetnew), its whole supply is minted
(assetsend) and burnt (assetallocationburn); the token is registered by the registry page, a simulated bridge; some of it is
minted by the proof of a burn on a simulated external chain (coinmint), where the target file names bridgeContract; a change
of its contract (assetupdate) makes the registration outdated, so that it is registered again; at last the owner gives up
the rights to update. Before its superblock is stored and approved, the registry page shows the two documented messages.

The registry page reads the node by documented methods only. Nothing is done on a chain other than regtest. On a node that
runs already, a token and blocks are made, and remain.

Exit code: 0 all states were reached, 1 a step contradicts the documents, 2 the node lacks what is needed, 130 interrupted.

Examples:
  pyx provision
  pyx provision --keep
  pyx provision --target process:/opt/node/bin/coind --out /tmp/token`,
    )
    .action(async (flags: ProvisionFlags) => {
      const onStep: ProvisionRequest['onStep'] = (step, number) => printStep(step, { stream: process.stdout, number });
      setExitCode(await perform(provisionCommand, flags.json === true ? flags : { ...flags, onStep }));
    });
}
