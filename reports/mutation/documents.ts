import type { MutationResults } from '../../engine/mutation-results.ts';
import type { Verdict } from '../verdict.ts';
import type { Documents } from '../write-results.ts';
import { committedFoundBy, foundBy } from './found-by.ts';
import { mutationPage } from './page.ts';
import { killedShare, mutantsOf, roomOf, scoreOf, scoresBy } from './scores.ts';
import { mutationSummary } from './summary.ts';
import { printMutation } from './terminal.ts';

/** The documents of `pyx selfcheck --source`. */
export const mutationDocuments: Documents<MutationResults, Verdict> = {
  file: 'mutation.json',
  // Of coind only: the tree has what is known of it.
  further: { 'found-by.json': (results) => (results.target.kind === 'embedded' ? foundBy(results, committedFoundBy()) : undefined) },
  page: mutationPage,
  summary: mutationSummary,
  print: printMutation,
  line: (results, _verdict, outDir) => {
    const mutants = mutantsOf(results);
    const score = scoreOf(mutants);
    const { complete, seed, durationMs, cases, staleExceptions } = results;
    return {
      outDir,
      complete,
      seed,
      durationMs,
      cases: { ...cases, failed: cases.failed.length },
      mutants: score,
      /** From 0 to 1; null if none was tried. */
      foundShare: killedShare(score),
      rooms: Object.fromEntries(scoresBy(mutants, ({ file }) => [roomOf(file)])),
      staleExceptions,
    };
  },
};
