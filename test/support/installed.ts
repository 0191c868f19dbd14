import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Makes a folder a project in which Pyx is installed, as `npm install` does, by links to the built checkout. */
export async function installIn(folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await symlink(root, join(folder, 'node_modules/pyx'));
  await symlink('../pyx/bin/pyx.js', join(folder, 'node_modules/.bin/pyx'));
}
