import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hazard, HazardNode } from './hazard-node.ts';

/** What has become of one node. */
export type HazardReport = Pick<HazardNode, 'happened' | 'writes' | 'writesAfter' | 'writesAfterAnswer' | 'echoed' | 'secrets'>;

/** Writes a program into a folder: coind with a hazard, for `process:`. Returns its path. */
export async function hazardProgram(folder: string, hazard: Hazard | undefined, after: number): Promise<string> {
  const root = join(import.meta.dirname, '../..');
  const program = join(folder, 'hazardd');
  await writeFile(
    program,
    `#!/bin/sh
unset TMPDIR
export PYX_TEST_HAZARD='${hazard ?? ''}' PYX_TEST_AFTER='${after}' PYX_TEST_REPORT='${folder}'
exec '${process.execPath}' --import '${root}/node_modules/tsx/dist/esm/index.mjs' '${root}/test/support/hazard-node-child.ts' "$@"
`,
    { mode: 0o755 },
  );
  return program;
}

/** What has become of the nodes that the program was run as so far. */
export async function hazardReports(folder: string): Promise<HazardReport[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as HazardReport));
}
