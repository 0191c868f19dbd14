import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { baselineFileOf, readMembers } from './target-file.ts';

/** What a release answered where the documents are silent: see `TargetFile`. */
export interface Baseline {
  readonly baselineState?: string;
  readonly extraFields?: Readonly<Record<string, readonly string[]>>;
  readonly errorsSeed?: number;
  readonly errors?: Readonly<Record<string, string | readonly string[]>>;
  readonly baseline?: Readonly<Record<string, string | readonly string[]>>;
}

const HEAD =
  '# Written by pyx run --accept-baseline and pyx drift --accept: what this release answers where the documents leave it open.\n';

/** The baseline beside a target file; empty if there is none. Throws `TargetFileError`. */
export function readBaseline(targetFile: string): Baseline {
  const file = baselineFileOf(targetFile);
  return existsSync(file) ? (readMembers(file) as Baseline) : {};
}

/** Writes the baseline beside a target file, with the members that it had unless they are replaced. Returns its path if it has changed. */
export function writeBaseline(targetFile: string, members: Baseline): string | undefined {
  const file = baselineFileOf(targetFile);
  const { baselineState, extraFields, errorsSeed, errors, baseline } = { ...readBaseline(targetFile), ...members };
  const data = Object.entries({ baselineState, extraFields, errorsSeed, errors, baseline }).filter(([, value]) => value !== undefined);
  const text = HEAD + stringify(Object.fromEntries(data), { lineWidth: 0, flowCollectionPadding: false });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return undefined;
  writeFileSync(file, text);
  return file;
}
