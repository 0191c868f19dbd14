import { families, isFamily } from '../../specs/model/families.ts';
import type { Names } from '../../specs/model/names.ts';
import type { Method, Spec } from '../../specs/model/types.ts';
import type { Documents } from '../documents/documents.ts';
import type { ManualExamples } from './examples.ts';
import type { ManualRun } from './run-marks.ts';

/** All that the pages of a manual are made of. */
export interface Manual {
  /** The documented methods and all tables. Its names are the neutral ones. */
  readonly spec: Spec;
  /** Puts the names of a node into a text of the standard. */
  readonly brand: (text: string) => string;
  readonly names: Names;
  readonly documents: Documents;
  /** The folder of its pages, for links to the texts of the documents. */
  readonly outDir: string;
  /** Undefined if none were asked for. */
  readonly examples: ManualExamples | undefined;
  /** What these runs found is marked. */
  readonly runs: readonly ManualRun[];
  /** The standard that comes with Pyx, whose calls coin-cli and the library know. */
  readonly isPyxs: boolean;
  /** The version of Pyx. */
  readonly pyx: string;
}

/** The methods by family: those of Pyx's own standard in their order, then others in that of the standard. */
export function byFamily({ spec }: Pick<Manual, 'spec'>): Map<string, readonly Method[]> {
  const found = new Map<string, readonly Method[]>();
  for (const method of spec.methods) found.set(method.family, [...(found.get(method.family) ?? []), method]);
  const place = (family: string): number => (isFamily(family) ? families.indexOf(family) : families.length);
  return new Map([...found].sort(([a], [b]) => place(a) - place(b)));
}
