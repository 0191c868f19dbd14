import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { readJournal } from './journal.ts';
import { baselineKey } from './judge.ts';
import { baselineFileOf, parseTargetFile } from './target-file.ts';

/**
 * Keeps what a run observed as what is known of a release: the answers to what the documents leave open go to
 * `<target>.baseline.yaml` beside the target file, together with those that stand there already. Gives a sentence.
 */
export async function acceptBaseline(journal: string, targetFile: string): Promise<string> {
  parseTargetFile(readFileSync(targetFile, 'utf8'), targetFile); // so that no baseline is put beside what is no target file
  const file = baselineFileOf(targetFile);
  const before = existsSync(file) ? ((parse(readFileSync(file, 'utf8')) as Record<string, string | string[]> | null) ?? {}) : {};
  const seen = new Map<string, Set<string>>(Object.entries(before).map(([key, value]) => [key, new Set([value].flat())]));
  let added = 0;
  for await (const line of readJournal(journal)) {
    if (line.t !== 'outcome' || line.flaky === true) continue;
    for (const finding of line.findings) {
      if (finding.observed === undefined || finding.check === 'undocumented-field') continue;
      const key = baselineKey(line.id, finding);
      const values = seen.get(key) ?? new Set();
      if (!values.has(finding.observed)) added++;
      seen.set(key, values.add(finding.observed));
    }
  }
  const entries = [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, values]) => [key, values.size === 1 ? [...values][0] : [...values].sort()] as const);
  writeFileSync(file, stringify(Object.fromEntries(entries), { lineWidth: 0 }));
  return `${added} observations accepted into ${file}`;
}
