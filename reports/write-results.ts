import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonText } from './json-text.ts';
import type { PrintOptions } from './print.ts';
import { reportedVerdict, type Verdict } from './verdict.ts';
import { writeSummary, type SummaryOptions } from './write-summary.ts';

/** What a command writes and prints of its results. */
export interface Documents<Results, V extends Verdict = Verdict> {
  /** File of the results: `fuzz.json`. */
  readonly file: string;
  /** `index.html`: one file that works without network. */
  page(results: Results, verdict: V): string;
  /** `summary.md`: GitHub-flavoured Markdown of limited length, with texts of nodes and users in code. */
  summary(results: Results, verdict: V): string;
  /** Further JSON documents by their file; none where it is undefined. */
  readonly further?: { readonly [file: string]: (results: Results, verdict: V) => unknown };
  /** Further texts by their file, such as pictures. */
  texts?(results: Results, verdict: V): { readonly [file: string]: string };
  /** Prints the results for people. */
  print(results: Results, verdict: V, options: PrintOptions): void;
  /** What `--json` prints on one line. */
  line(results: Results, verdict: V, outDir: string): object;
}

export interface WriteOptions extends SummaryOptions {
  /** A folder that exists. */
  readonly outDir: string;
}

/**
 * Writes the documents of a command: its results as JSON with the verdict, `index.html` and `summary.md`, which is appended to GitHub's summary too.
 * Throws errors of the file system.
 */
export function writeResults<Results, V extends Verdict>(
  results: Results,
  verdict: V,
  documents: Documents<Results, V>,
  { outDir, githubStepSummary }: WriteOptions,
): void {
  const { file, further = {} } = documents;
  writeFileSync(join(outDir, file), jsonDocument({ ...results, verdict: reportedVerdict(verdict) }));
  for (const [name, make] of Object.entries(further)) {
    const document = make(results, verdict);
    if (document !== undefined) writeFileSync(join(outDir, name), jsonDocument(document));
  }
  for (const [name, text] of Object.entries(documents.texts?.(results, verdict) ?? {})) writeFileSync(join(outDir, name), text);
  writeFileSync(join(outDir, 'index.html'), documents.page(results, verdict));
  writeSummary(outDir, documents.summary(results, verdict), { githubStepSummary });
}

/** A JSON document for a file. */
export function jsonDocument(value: unknown): string {
  return `${jsonText(value, 2)}\n`;
}
