import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'lossless-json';
import { visible } from './escape.ts';
import { writeSummary, type SummaryOptions } from './write-summary.ts';

/** What a command writes of its results. */
export interface Documents<Results> {
  /** File of the results: `fuzz.json`. */
  readonly file: string;
  /** `index.html`: one file that works without network. */
  page(results: Results): string;
  /** `summary.md`: GitHub-flavoured Markdown of limited length, with texts of nodes and users in code. */
  summary(results: Results): string;
  /** Further JSON documents by their file. */
  readonly further?: { readonly [file: string]: (results: Results) => unknown };
}

/**
 * Writes the documents of a command into a folder that exists: its results as JSON, `index.html` and `summary.md`, which is appended
 * to GitHub's summary too. Throws errors of the file system.
 */
export function writeResults<Results>(
  results: Results,
  { file, page, summary, further = {} }: Documents<Results>,
  outDir: string,
  options: SummaryOptions = {},
): void {
  writeFileSync(join(outDir, file), jsonDocument(results));
  for (const [name, make] of Object.entries(further)) writeFileSync(join(outDir, name), jsonDocument(make(results)));
  writeFileSync(join(outDir, 'index.html'), page(results));
  writeSummary(outDir, summary(results), options);
}

/** A JSON document with all digits of numbers, and without characters that a terminal interprets. */
export function jsonDocument(value: unknown): string {
  return `${visible(stringify(value, undefined, 2) ?? 'null')}\n`;
}
