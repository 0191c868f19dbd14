import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriftResults } from '../../reports/drift/results.ts';
import { mortalCoind, type Mortality } from './mortal-coind.ts';
import { pyx, type PyxEnded } from './pyx.ts';

export interface Compared extends PyxEnded {
  readonly results: DriftResults;
  readonly page: string;
}

/** Compares a node that some requests end. */
export async function driftOf(folder: string, mortality: Mortality, more: readonly string[]): Promise<Compared> {
  const [program, out] = [await mortalCoind(folder, mortality), join(folder, 'out')];
  const ended = await pyx(['drift', '--target', `process:${program}`, '--method', 'getnettotals,combinepsbt', '--out', out, ...more]);
  return {
    ...ended,
    results: await readJson<DriftResults>(out, 'drift.json'),
    page: await readFile(join(out, 'index.html'), 'utf8'),
  };
}

export async function readJson<T>(folder: string, file: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as T;
}

/** Not accepted in the target file. */
export const isOpen = ({ accepted }: DriftResults['findings'][number]): boolean => accepted === undefined;
/** Requests of a comparison of these methods: of a case, and of the survey. */
export const DEADLY = {
  help: '"method":"help","params":["getnettotals"]',
  emptyList: '"method":"combinepsbt","params":[[]]',
} as const;
