import { expect, test } from 'vitest';
import { absentMethods, readTargetFile } from '../engine/target-file.ts';
import { specification } from '../specs/model/specification.ts';
import { inFolder, pyx, resultsIn } from './support/pyx.ts';

/** Maximum share of fields in `missing`, which need a state that no trial makes yet. */
const FIELDS_SEEN = 0.95;
/** The methods that the node does not have yet. */
const absent = absentMethods(readTargetFile('coind'));

test('the embedded node conforms to the documents as far as it has their methods, with all of these covered', async () => {
  await inFolder(async (folder) => {
    const { code, stderr } = await pyx(['run', '--seed', '6', '--out', folder]);
    const { cases, totals, coverage, complete, target } = await resultsIn(folder);
    expect(
      cases
        .filter(({ status }) => status === 'failed' || status === 'unstable' || status === 'skipped')
        .map(({ id, status, findings }) => `${status} ${id}: ${findings[0]?.message}`),
    ).toEqual([]);
    // A model whose runs did not reach one of its rows is observed.
    expect(cases.filter(({ id, status }) => id.startsWith('states/') && status !== 'passed').map(({ id }) => id)).toEqual([]);
    expect([code, complete, totals.waived, target.name], stderr).toEqual([0, true, 0, 'embedded']);
    for (const dimension of ['rules', 'methods', 'params', 'enumValues', 'limits', 'errors', 'stateRows'] as const) {
      expect(coverage[dimension].missing, dimension).toEqual([]);
    }
    const present = specification.documented.filter(({ id }) => !absent.has(id));
    expect(coverage.methods.covered).toBe(present.length);
    expect(coverage.resultFields.covered / coverage.resultFields.total).toBeGreaterThan(FIELDS_SEEN);
  });
});
