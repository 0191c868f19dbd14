import { neutralNames } from '../../../specs/model/names.ts';
import { brander } from '../../../specs/model/openrpc/brands.ts';
import { specification } from '../../../specs/model/specification.ts';
import type { Spec } from '../../../specs/model/types.ts';
import { Documents } from '../../documents/documents.ts';
import type { Manual } from '../manual.ts';
import type { ManualRun } from '../run-marks.ts';
import { universe } from '../../testing/sample-journal.ts';

/** The manual of a standard, without examples and runs, with the given changes. */
export function manualFor(spec: Spec, parts: Partial<Manual> = {}): Manual {
  const { names = neutralNames } = parts;
  const brand = brander(specification.branded, names);
  return {
    spec: { ...spec, methods: spec.methods.filter(({ beyond }) => !beyond) },
    brand: (text) => brand(text) as string,
    names,
    documents: new Documents({ documents: { list: spec.documents } }),
    outDir: '.',
    examples: undefined,
    runs: [],
    isPyxs: true,
    pyx: '0.0.0',
    ...parts,
  };
}

/** A run of the universe of the sample journals, with the given changes. */
export function runOf(parts: Partial<ManualRun> = {}): ManualRun {
  return {
    name: 'process:node /Node:1.0/',
    folder: 'pyx-out/node',
    startedAt: '2026-11-20T09:30:00.000Z',
    origin: 'seed 42',
    isPart: false,
    universe,
    hits: new Set(),
    judgedIds: undefined,
    findings: [],
    ...parts,
  };
}
