import { join } from 'node:path';
import { documentTexts } from '../engine/document-texts.ts';
import { universeOf } from '../engine/coverage.ts';
import { Documents } from '../reports/documents/documents.ts';
import type { Manual } from '../reports/manual/manual.ts';
import { readManualRun } from '../reports/manual/read-manual-run.ts';
import type { ManualRun } from '../reports/manual/run-marks.ts';
import { judgedByRelease } from '../reports/selfcheck/judged.ts';
import { neutralNames, type Names } from '../specs/model/names.ts';
import { brander } from '../specs/model/openrpc/brands.ts';
import { readStandard } from '../specs/model/read-standard.ts';
import type { Compiled, Specification } from '../specs/model/spec.ts';
import { specification } from '../specs/model/specification.ts';
import { UserFileError } from '../specs/model/user-file.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** The options of a command that makes a manual. */
export interface ManualFlags {
  readonly standard?: string;
  readonly plugin?: readonly string[];
  readonly names?: Names;
  /** Folders of runs. */
  readonly results?: readonly string[];
  /** False with `--no-examples`. */
  readonly examples: boolean;
  readonly target?: string;
  readonly seed: number;
  readonly jobs?: number;
}

/** What a manual is made of besides its standard. */
export interface ManualParts extends Pick<Manual, 'examples' | 'runs'> {
  readonly names?: Names | undefined;
  readonly standard?: string | undefined;
  /** A folder or an address with the texts of the documents. */
  readonly documents?: string | undefined;
  /** The folder of the manual, for links to these texts. */
  readonly outDir?: string | undefined;
}

/** The standard of a manual: the one that `--standard` names, or the one that comes with Pyx. Throws as `readStandard` does. */
export function manualStandard(name: string | undefined): Pick<Compiled, 'spec' | 'branded'> {
  return name === undefined ? specification : readStandard(name);
}

/** What the pages of a manual are made of. Throws `UsageError` for texts of documents that are not there. */
export function manualOf({ spec, branded }: Pick<Compiled, 'spec' | 'branded'>, parts: ManualParts): Manual {
  const { names = neutralNames, standard, documents, outDir = '.', examples, runs } = parts;
  const brand = brander(branded, names);
  const at = documents === undefined ? undefined : textsAt(documents);
  return {
    spec: { ...spec, methods: spec.methods.filter(({ beyond }) => !beyond) },
    brand: (text) => brand(text) as string,
    names,
    documents: new Documents({ documents: { list: spec.documents, ...(at !== undefined && { at }) } }),
    outDir,
    examples,
    runs,
    isPyxs: standard === undefined,
    pyx: version,
  };
}

function textsAt(documents: string): string {
  try {
    return documentTexts(documents, join(process.cwd(), 'documents'));
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error;
    throw new UsageError(`--documents: ${error.message}`, { remedy: 'name the folder of the texts, or their http address', cause: error });
  }
}

/** What the runs in these folders show of a standard. Throws `ManualRunError` and `JournalError`. */
export async function manualRuns(folders: readonly string[], standard: Specification): Promise<ManualRun[]> {
  const stated = { universe: universeOf(standard, new Map()), isOfUser: standard.isOfUser };
  const runs: ManualRun[] = [];
  for (const folder of folders) runs.push(await readManualRun(folder, stated, judgedByRelease));
  return runs;
}
