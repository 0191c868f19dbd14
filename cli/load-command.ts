import { k6Files } from '../load/k6/run-k6-load.ts';
import { listScenarios } from '../load/scenario/read-scenario.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { printJson, printLine } from '../reports/print.ts';
import type { Specification } from '../specs/model/spec.ts';
import { chosenStandard } from './chosen-standard.ts';
import { withContext } from './context.ts';
import { emitK6 } from './emit-k6.ts';
import { assertTogether, type LoadSettings } from './load-settings.ts';
import { loadOptions, measureCommand } from './measure-command.ts';
import { perform } from './perform.ts';
import { UsageError } from './usage-error.ts';

const DEFAULT_PODS = 2;

/** The options of `pyx load` as commander gives them. */
export interface LoadFlags extends LoadSettings {
  readonly list?: boolean;
}

/** `pyx load`: lists scenarios, writes manifests for k6, or measures. Returns the exit code. */
export async function loadCommand(flags: LoadFlags): Promise<number> {
  if (flags.list === true) {
    printScenarios(chosenStandard(flags.standard).specification, flags.json === true);
    return 0;
  }
  return flags.emit === undefined ? perform(measureCommand, flags) : emitManifests(flags, flags.emit);
}

async function emitManifests(flags: LoadFlags, folder: string): Promise<number> {
  assertTogether(flags);
  const settings = { stopping: 'stopping', interrupted: 'interrupted: nothing was written', out: folder, outOption: '--emit' };
  return withContext(settings, async (context) => {
    const live = new LiveLine({ stream: context.stderr });
    context.onClose(() => live.close());
    const { options } = await loadOptions(flags, context, live);
    if (options.target.capabilities.startNodes)
      throw new UsageError('--emit needs a node that the pods can reach', { remedy: 'give its URL by --target' });
    const files = await k6Files(options);
    live.close();
    emitK6(files, context.outDir, flags.parallelism ?? DEFAULT_PODS);
    return 0;
  });
}

function printScenarios(specification: Specification, json: boolean): void {
  const scenarios = listScenarios(specification);
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  for (const scenario of scenarios) {
    if (json) printJson(process.stdout, scenario);
    else printLine(process.stdout, `${scenario.name.padEnd(width)}  ${scenario.summary}`);
  }
}
