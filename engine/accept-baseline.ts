import { readBaseline, writeBaseline, type Baseline } from './baseline-file.ts';
import { readJournal } from './journal.ts';
import { baselineKey } from './judge.ts';
import { STARTED } from './node-state.ts';
import { baselineFileOf, readTargetFile, TargetFileError } from './target-file.ts';

/** Sets of texts, by name. */
class TextsByName {
  readonly #texts: Map<string, Set<string>>;
  added = 0;

  constructor(before: Readonly<Record<string, string | readonly string[]>> = {}) {
    this.#texts = new Map(Object.entries(before).map(([name, texts]) => [name, new Set([texts].flat())]));
  }

  add(name: string, text: string): void {
    const texts = this.#texts.get(name) ?? new Set();
    if (!texts.has(text)) this.added++;
    this.#texts.set(name, texts.add(text));
  }

  /** Sorted by name. A set of one text becomes a string, unless `lists`. */
  toRecord(lists: boolean): Record<string, string | string[]> {
    const entries = [...this.#texts].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([name, texts]) => [name, texts.size === 1 && !lists ? ([...texts][0] as string) : [...texts].sort()]),
    );
  }
}

/** Returns `state`. Throws if the existing baseline was accepted on a node in another state. */
function sameState(state: string, { baseline, baselineState = STARTED }: Baseline, file: string): string {
  if (baseline === undefined || baselineState === state) return state;
  throw new TargetFileError(
    `${file} was accepted on a node in another state (${baselineState}) than this node (${state}), and answers depend on the state`,
    { remedy: 'accept this run into another target file' },
  );
}

/**
 * Adds the observations of a run to the baseline of a target file, `<target>.baseline.yaml` beside it: answers where the
 * documents leave them open, and undocumented fields. `targetFile` is a path, or the name of a built-in target file.
 * Returns a sentence with the number of new observations. Throws `TargetFileError` for a file that is not a target file,
 * and if the existing baseline was accepted on a node in another state.
 */
export async function acceptBaseline(journal: string, targetFile: string): Promise<string> {
  const target = readTargetFile(targetFile).file;
  const file = baselineFileOf(target);
  const before = readBaseline(target);
  let state = STARTED;
  const baseline = new TextsByName(before.baseline);
  const extraFields = new TextsByName(before.extraFields);
  for await (const line of readJournal(journal)) {
    if (line.t === 'start') state = sameState(line.state ?? STARTED, before, file);
    if (line.t !== 'outcome' || line.retries !== undefined) continue; // what was tried again is no stable answer
    for (const finding of line.findings) {
      if (finding.observed === undefined) continue;
      if (finding.check !== 'undocumented-field') baseline.add(baselineKey(line.id, finding), finding.observed);
      else {
        const owner = finding.difference?.method ?? line.method;
        if (owner !== null) extraFields.add(owner, finding.observed);
      }
    }
  }
  writeBaseline(target, {
    ...(state !== STARTED && { baselineState: state }),
    extraFields: extraFields.toRecord(true) as Record<string, string[]>,
    baseline: baseline.toRecord(false),
  });
  return `${baseline.added + extraFields.added} new observations accepted into ${file}`;
}
