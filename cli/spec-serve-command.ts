import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ManualExamples } from '../reports/manual/examples.ts';
import { ManualServer } from '../reports/manual/manual-server.ts';
import { manualSite } from '../reports/manual/manual-site.ts';
import { loadSpec } from '../specs/model/load.ts';
import type { Compiled } from '../specs/model/spec.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';
import { UserError } from '../specs/model/user-error.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import { chosenStandard } from './chosen-standard.ts';
import { withContext } from './context.ts';
import { INTERRUPTED } from './interruption.ts';
import { manualExamples } from './manual-examples.ts';
import { manualOf, manualRuns, manualStandard, type ManualFlags } from './manual-source.ts';
import { wholeNumber } from './option-values.ts';
import { printError } from './print-error.ts';
import { manualOptions } from './spec-docs-command.ts';
import { WatchedFiles } from './watched-files.ts';

interface ServeFlags extends ManualFlags {
  readonly port?: number;
}

/** `pyx spec serve` */
export function addSpecServeCommand(spec: Command, done: (exitCode: number) => void): void {
  manualOptions(spec.command('serve').description('show the manual of a standard on 127.0.0.1, and follow changes of its files'))
    .option('--port <port>', 'the port (default: a free one)', wholeNumber('A port', 1, 65_535))
    .addHelpText(
      'after',
      `
Its address is printed. Ctrl-C ends it.

Exit code: 130 it was ended, 2 it cannot be shown.

Examples:
  pyx spec serve
  pyx spec serve --standard my-standard --no-examples --port 8080`,
    )
    .action(async (flags: ServeFlags) => done(await specServe(flags)));
}

function specServe(flags: ServeFlags): Promise<number> {
  const { standard, names, port } = flags;
  return withContext({ stopping: 'stopping', interrupted: 'interrupted before the manual was shown' }, async (context) => {
    const chosen = chosenStandard(standard);
    const runs = await manualRuns(flags.results ?? [], chosen.specification);
    let source = sourceOf(standard);
    let examples: ManualExamples | undefined;
    const made = (): Map<string, string> => manualSite(manualOf(source, { runs, names, standard, examples }), { isServed: true });
    const watched = new WatchedFiles();
    await watchAll(watched, standard);
    const server = await ManualServer.listen(made(), port);
    context.onClose(() => server.close());
    context.note(`the manual: ${server.url} (Ctrl-C ends)`);
    const answering = flags.examples ? answer(chosen, flags, context) : undefined;
    // What ends without them is reported, and the manual is shown all the same.
    void answering?.then((answered) => {
      examples = answered;
      if (answered && !context.signal.aborted) server.show(made());
    });
    for (;;) {
      const changed = await watched.changed(context.signal);
      if (changed === undefined) break;
      await watchAll(watched, standard);
      try {
        source = sourceOf(standard);
        server.show(made());
        context.note(`${changed} has changed: the manual is made anew`);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        printError(error);
      }
    }
    await answering;
    return INTERRUPTED;
  });
}

async function answer(...[chosen, flags, context]: Parameters<typeof manualExamples>): Promise<ManualExamples | undefined> {
  try {
    return await manualExamples(chosen, flags, context);
  } catch (error) {
    if (context.signal.aborted) return undefined;
    if (!(error instanceof UserError)) throw error;
    printError(error);
    return undefined;
  }
}

/** The standard as its files are now: that of Pyx, too, may be changed in a clone. */
function sourceOf(standard: string | undefined): Pick<Compiled, 'spec' | 'branded'> {
  return standard === undefined ? loadSpec(specsFolder()) : manualStandard(standard);
}

/** Watches each file and folder of a standard: a folder changes when a file comes or goes. */
async function watchAll(watched: WatchedFiles, standard: string | undefined): Promise<void> {
  const path = standard === undefined ? join(specsFolder(), 'standard') : resolve(standard);
  const inside = kindOfPath(path) === 'folder' ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  for (const file of [path, ...inside.map((name) => join(path, name))]) await watched.add(file);
}
