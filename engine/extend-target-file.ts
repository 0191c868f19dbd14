import { existsSync } from 'node:fs';
import { besideOf } from './acceptance.ts';
import { entryText, type EntryDetails } from './accepted-entry.ts';
import type { What } from './difference.ts';
import { extendList } from './extend-list.ts';
import { parseTargetFile, readAcceptedFile, readYamlFile, TargetFileError } from './target-file.ts';
import { parseYamlText } from '../specs/model/yaml-text.ts';

/** An entry that is added to `accepted`. */
export interface NewEntry extends EntryDetails {
  readonly differences: readonly What[];
}

/** What is added to a target file. */
export interface Additions {
  readonly entries: readonly NewEntry[];
  /** Methods that the release does not have. */
  readonly absent: readonly string[];
  /** Why it does not have them. */
  readonly absentReason?: string | undefined;
}

/** A file as it is and as it is to be. */
export interface FileEdit {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export const ABSENT_REASON = 'The release does not have these methods.';

/**
 * The changes of a target file, and of the file that has its list of accepted differences: what it has stays as it is written. `begin`:
 * its first lines, if it does not exist yet. `file` may also be a file with a list alone. Nothing is written. Throws `TargetFileError` for
 * a file that is neither, and for one that could not be read again.
 */
export function extendTargetFile(file: string, additions: Additions, begin = ''): FileEdit[] {
  const exists = existsSync(file);
  const written = exists ? readYamlFile(file) : undefined;
  const before = written?.content ?? '';
  const { absent, entries, absentReason = ABSENT_REASON } = additions;
  const items = entries.map(({ differences, ...details }) => entryText(differences, details));
  if (Array.isArray(written?.data)) {
    if (absent.length > 0)
      throw new TargetFileError(`${file} has accepted differences only, and these methods are absent: ${absent.join(', ')}`);
    readAcceptedFile(file);
    return changed({ file, before, after: extendList(before, undefined, items) });
  }
  if (exists) parseTargetFile(before, file);
  const base = extendList(exists ? before : begin, 'absent', absent.length === 0 ? [] : [absentText(absent, absentReason)]);
  const named = (parseYamlText(base).data as { readonly accepted?: unknown } | null)?.accepted;
  const edits =
    typeof named === 'string'
      ? [...changed({ file, before, after: base }), ...extendTargetFile(besideOf(file, named), { entries, absent: [] })]
      : changed({ file, before, after: extendList(base, 'accepted', items) });
  for (const edit of edits) if (edit.file === file) parseTargetFile(edit.after, file);
  return edits;
}

const changed = (edit: FileEdit): FileEdit[] => (edit.before === edit.after ? [] : [edit]);

function absentText(methods: readonly string[], reason: string): string {
  const quoted = /^[\w .,'()-]+$/.test(reason) ? reason : JSON.stringify(reason);
  return [`  - reason: ${quoted}`, '    methods:', ...methods.toSorted().map((method) => `      - ${method}`)].join('\n');
}
