import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder `specs/` of this installation, found from the sources or from the bundle in `dist/`. */
export function specsFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'specs/standard'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('the folder specs/ was not found in a parent folder of this program');
    folder = parent;
  }
  return join(folder, 'specs');
}
