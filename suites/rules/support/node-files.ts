import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirectory } from '../../../fixtures/targets/data-directory.ts';
import type { Trial } from '../../../engine/trial.ts';

/** A place in a file of the node. */
interface Place {
  readonly file: string;
  readonly offset: number;
}

/** Where the bytes occur in the node's files. Empty if none contains them as they are: a node may encode what it stores. */
async function placesOf(directory: string, wanted: Uint8Array, searched: (file: string) => boolean): Promise<Place[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const places: Place[] = [];
  for (const entry of entries.filter((each) => each.isFile() && searched(each.name))) {
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    for (let offset = content.indexOf(wanted); offset >= 0; offset = content.indexOf(wanted, offset + 1)) places.push({ file, offset });
  }
  return places;
}

/** Which byte is damaged, and in which files. */
interface DamagePlace {
  /** Offset from the beginning of the bytes. */
  readonly at: number;
  /** Selects files by their name; default: all. */
  readonly searched?: (file: string) => boolean;
}

/** Inverts a bit in every copy of these bytes in the node's files. The case is inapplicable if no file contains them. */
export async function damageInFiles(t: Trial, what: string, bytes: Uint8Array, { at, searched = () => true }: DamagePlace): Promise<void> {
  const directory = dataDirectory(t.target, t.node);
  if (directory === undefined) t.inapplicable('Pyx cannot read the files of this node');
  const places = await placesOf(directory, bytes, searched);
  if (places.length === 0) t.inapplicable(`no file of the node contains ${what} as the node returns it`);
  for (const { file, offset } of places) await invertBit(file, offset + at);
}

async function invertBit(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, position);
    byte[0] = (byte[0] as number) ^ 1;
    await handle.write(byte, 0, 1, position);
  } finally {
    await handle.close();
  }
}
