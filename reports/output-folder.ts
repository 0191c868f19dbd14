import { closeSync, lstatSync, openSync, readdirSync, readSync, writeFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** The file that marks a folder as one of Pyx, also if the command that began it was killed. */
const MARK = '.pyx';
const MARK_TEXT = 'Output of pyx: the next command that is given this folder replaces its reports.\n';
/** So many bytes of a file show what it is. */
const HEAD_BYTES = 4_096;

/** All results are written with two spaces of indentation, and have the version of Pyx at the top. */
const RESULTS = /^\{\n(?: {2}.*\n)*? {2}"pyx": "/;
/** How the files begin that only Pyx writes: folders of earlier versions have no mark. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  [MARK]: /^Output of pyx: /,
  'journal.jsonl': /^\{"t":"start","pyx":"/,
  'results.json': RESULTS,
  'gate.json': RESULTS,
  'fuzz.json': RESULTS,
  'drift.json': RESULTS,
  'diff.json': RESULTS,
  'provision.json': RESULTS,
  'selfcheck.json': RESULTS,
  'trend.json': /^\{\n {2}"kind": "trend",\n/,
  'testrun.yaml': /^apiVersion: k6\.io\/v1alpha1\nkind: TestRun\nmetadata:\n {2}name: pyx-/,
};

/**
 * What a folder holds that Pyx has not written, as names for a message; empty if Pyx may write there: an empty folder, one
 * that a command of Pyx has written, and one that has only such folders (those of several seeds; `pyx-out`). A link is never
 * written by Pyx, and writing would replace what it names. Throws errors of the file system.
 */
export function foreignIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink());
  if (links.length > 0) return namesOf(links);
  if (isOutput(folder, entries)) return [];
  return namesOf(entries.filter((entry) => !entry.isDirectory() || !isOutputBelow(join(folder, entry.name))));
}

/**
 * Marks a folder as one of Pyx, unless its mark is a file of somebody else. `writer`: the process that writes there, in one line. Throws
 * errors of the file system.
 */
export function markOutput(folder: string, writer = ''): void {
  const text = `${MARK_TEXT}${writer}\n`;
  if (isMarked(folder)) writeFileSync(join(folder, MARK), text);
  else if (!lstatSync(join(folder, MARK), { throwIfNoEntry: false })) writeFileSync(join(folder, MARK), text, { flag: 'wx' });
}

/** Which process has marked a folder last; empty if none has, or if it did not say. */
export function writerOf(folder: string): string {
  return isMarked(folder) ? headOf(join(folder, MARK)).slice(MARK_TEXT.length) : '';
}

function isMarked(folder: string): boolean {
  const file = join(folder, MARK);
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true && headOf(file).startsWith(MARK_TEXT);
}

const namesOf = (entries: readonly Dirent[]): string[] => entries.map(({ name }) => name).sort();

function isOutput(folder: string, entries: readonly Dirent[] = readdirSync(folder, { withFileTypes: true })): boolean {
  return entries.some((entry) => entry.isFile() && (BEGINNINGS[entry.name]?.test(headOf(join(folder, entry.name))) ?? false));
}

function isOutputBelow(folder: string): boolean {
  try {
    return isOutput(folder);
  } catch {
    return false; // it cannot be read
  }
}

function headOf(file: string): string {
  const fd = openSync(file, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString('utf8', 0, readSync(fd, head));
  } finally {
    closeSync(fd);
  }
}
