import { dirname, join, relative, resolve } from 'node:path';
import type { FileKind } from '../specs/model/meta-schema.ts';
import { specsFolder } from '../specs/model/specs-folder.ts';

/** The first line of a YAML file, by which editors complete and check it: the schema is relative to the file, since packages are installed beside it. */
export function schemaLine(file: string, kind: FileKind): string {
  const schema = relative(dirname(resolve(file)), join(specsFolder(), `schemas/${kind}.schema.json`));
  return `# yaml-language-server: $schema=${schema.replaceAll('\\', '/')}\n`;
}
