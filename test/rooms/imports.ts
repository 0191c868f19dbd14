import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** One import: `to` is a file of the project, from its root. */
export interface Import {
  readonly from: string;
  readonly line: number;
  readonly to: string;
}

const CODE = /\.(ts|mts|cts|tsx|js|mjs|cjs)$/;

/** A relative path, or a name by which packages import Pyx, where a module is named: static, dynamic, of types, of a worker. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*|\bnew URL\(\s*)(['"`])(\.{1,2}\/[^'"`$\n]+|pyx\/[\w-]+)\1/g;

/** The sources behind the names of `exports` in package.json: `pyx/coind` is `coind/embedded.ts`. */
const ENTRIES: ReadonlyMap<string, string> = entries();

function entries(): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    exports: { [name: string]: { types?: string } | string };
  };
  return new Map(
    Object.entries(exports).flatMap(([name, entry]) =>
      typeof entry === 'string' || entry.types === undefined
        ? []
        : [[name.replace('.', 'pyx'), entry.types.replace('./dist/types/', '').replace('.d.ts', '.ts')]],
    ),
  );
}

/**
 * The imports of a file that lead to code of the project. A module whose name is computed is not among them; an import in a
 * string, which may be a program that the file writes, is.
 */
export function importsIn(from: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].flatMap((match) => {
    const specifier = match[2]!;
    const to = ENTRIES.get(specifier) ?? posix.join(posix.dirname(from), specifier);
    if (!CODE.test(to)) return [];
    const before = text.slice(0, match.index + match[0].length);
    return [{ from, line: before.split('\n').length, to }];
  });
}

/** The files with code in a folder of the project, with paths from `root`. */
export function codeIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => CODE.test(file))
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')));
}
