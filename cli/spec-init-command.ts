import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { printLine } from '../reports/print.ts';
import { standardTemplate } from '../specs/model/standard-template.ts';
import { kindOfPath } from '../specs/model/user-file.ts';
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
        for (const [file, content] of Object.entries(standardTemplate)) {
          makeFolder(dirname(join(folder, file)));
          writeFileSync(join(folder, file), content);
          printLine(process.stdout, join(dir, file));
        }
      } catch (error) {
        throw new UsageError(`pyx spec init: ${dir} cannot be written: ${(error as Error).message}`, { cause: error });
      }
      printLine(process.stdout, `Next: pyx spec check ${dir}, then pyx run --standard ${dir} --target …`);
      done(0);
    });
}
