import { codeFolders, folderOf, rooms } from './rooms.ts';

/** One line for each folder at the root, the highest first, with the folders that its code may import: the picture in ARCHITECTURE.md. */
export function picture(): string {
  const width = Math.max(...codeFolders.map((folder) => folder.length));
  return [...codeFolders]
    .reverse()
    .map((folder) => `${folder.padEnd(width)}  → ${importedBy(folder).join(', ') || 'nothing'}`)
    .join('\n');
}

/** The other folders at the root that the code of a folder may import, the highest first. */
export function importedBy(folder: string): string[] {
  const imported = Object.entries(rooms).flatMap(([name, room]) => (folderOf(name) === folder ? room.imports.map(folderOf) : []));
  return codeFolders.filter((other) => other !== folder && imported.includes(other)).reverse();
}
