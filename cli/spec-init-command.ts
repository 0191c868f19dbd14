import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { pyxCommand, shellCommand } from '../engine/shell-command.ts';
import { printLine } from '../reports/print.ts';
import { standardTemplate } from '../specs/model/standard-template.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
import { schemaLine } from './schema-line.ts';
import { UsageError } from './usage-error.ts';
import { makeFolder } from './writable-folder.ts';

/** `pyx spec init DIR` */
export function addSpecInitCommand(spec: Command, done: (exitCode: number) => void): void {
  spec
    .command('init <dir>')
    .description('make the beginning of a standard of your own: a folder for pyx run --standard')
    .action((dir: string) => {
      const folder = resolve(dir);
      const found = kindOfPath(folder);
      if (found === 'other') throw new UsageError(`pyx spec init: ${dir} is not a folder`, { remedy: 'name a new folder' });
      if (found === 'folder' && readdirSync(folder).length > 0)
        throw new UsageError(`pyx spec init: ${dir} is not empty`, { remedy: 'name a new folder' });
      try {
        for (const [name, { kind, content }] of Object.entries(standardTemplate)) {
          const file = join(folder, name);
          makeFolder(dirname(file));
          writeFileSync(file, `${schemaLine(file, kind)}${content}`);
          printLine(process.stdout, join(dir, name));
        }
      } catch (error) {
        throw new UsageError(`pyx spec init: ${dir} cannot be written: ${(error as Error).message}`, { cause: error });
      }
      const named = shellCommand([dir]);
      printLine(
        process.stdout,
        `Next: ${pyxCommand(['spec', 'check'])} ${named}, then ${pyxCommand(['run', '--standard'])} ${named} --target …`,
      );
      done(0);
    });
}
