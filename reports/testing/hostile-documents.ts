import type { Verdict } from '../verdict.ts';
import { writeResults, type Documents, type WriteOptions } from '../write-results.ts';

/** What a node says that must be a text wherever it is shown. */
export const HOSTILE = '`**bold** <img src=x onerror=alert(1)> | [a](http://b) \u001b[2J\u202e\n# heading';

/**
 * Results of a command in which a node said something hostile. The folder of each command with a verdict has a file
 * `testing/hostile-documents.ts` with a list of them (`hostileDocuments`), which `write-results.test.ts` finds.
 */
export interface HostileDocuments {
  /** `fuzz` */
  readonly command: string;
  /** The files besides page and summary: `fuzz.json` first, and further ones. */
  readonly files: readonly string[];
  write(options: WriteOptions): void;
}

/** The documents of hostile results of a command. */
export function hostileDocumentsOf<Results, V extends Verdict>(
  command: string,
  results: Results,
  verdict: (results: Results) => V,
  documents: Documents<Results, V>,
): HostileDocuments {
  return {
    command,
    files: [documents.file, ...Object.keys(documents.further ?? {}), ...Object.keys(documents.texts?.(results, verdict(results)) ?? {})],
    write: (options) => writeResults(results, verdict(results), documents, options),
  };
}
