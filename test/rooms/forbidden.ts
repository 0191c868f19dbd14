import type { Import } from './imports.ts';
import type { Room } from './rooms.ts';

type Rooms = { readonly [name: string]: Room };

/** The room of a file: the one with the longest name. Undefined for a file of none. */
export function roomOf(file: string, rooms: Rooms): string | undefined {
  for (let name = file; name !== '.'; name = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '.')
    if (Object.hasOwn(rooms, name)) return name;
  return undefined;
}

/** Tests and their helpers, and what else is no part of the programs. */
const isTest = (file: string): boolean => /\.test\.ts$|(^|\/)testing\/|^test\/|^load\/bench\/|^vitest\.config\.ts$/.test(file);

/** What is wrong with each import that the table does not allow, with its place. */
export function forbidden(imports: readonly Import[], rooms: Rooms): string[] {
  return imports.flatMap((imported) => {
    const problem = problemOf(imported, rooms);
    return problem === undefined ? [] : [`${imported.from}:${imported.line} imports ${imported.to}: ${problem}`];
  });
}

function problemOf({ from, to }: Import, rooms: Rooms): string | undefined {
  const own = roomOf(from, rooms);
  const other = roomOf(to, rooms);
  if (own === undefined) return `${from} is in no room of test/rooms/rooms.ts`;
  if (other === undefined) return `${to} is in no room of test/rooms/rooms.ts`;
  if (isTest(to) && !isTest(from)) return 'it is a part of the tests, and the importing file is not';
  const { imports, tests = [], why } = rooms[own]!;
  if (own === other || imports.includes(other) || (isTest(from) && tests.includes(other))) return undefined;
  return `${own} may not import ${other}${why === undefined ? '' : `. ${why}`}`;
}
